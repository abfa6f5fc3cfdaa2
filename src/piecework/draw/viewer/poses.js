/**
 * Where every body is: exploded, on its way in, folded.
 *
 * A body is a rigid piece. Its pose is a rotation and a shift in the coordinates of the scene's cells. Unfolding
 * starts from the folded surface: a tile hangs on its parent by a hinge, and opening the hinge by its angle lays it
 * into the parent's plane. The first tile of a further patch has no parent; it glides to its place in the net.
 */

const smooth = (t) => t * t * (3 - 2 * t);

/** The middle of a list of points. */
export function middleOf(points) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], point[axis]);
      high[axis] = Math.max(high[axis], point[axis]);
    }
  }
  return low.map((value, axis) => (value + high[axis]) / 2);
}

const meanOf = (points) =>
  [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / Math.max(1, points.length));

/** For every tile, the motion that opens the surface: 0 is the flat net, 1 is folded. */
export function foldMatrices(THREE, fold, amount) {
  const found = [];
  const open = 1 - amount;
  const matrixOf = (number) => {
    if (found[number]) return found[number];
    const tile = fold.tiles[number];
    const matrix = new THREE.Matrix4();
    if (tile.parent === null) {
      if (tile.move) {
        const goal = new THREE.Matrix4().fromArray(tile.move);
        const [shift, turn, size] = [new THREE.Vector3(), new THREE.Quaternion(), new THREE.Vector3()];
        goal.decompose(shift, turn, size);
        const turned = new THREE.Quaternion().slerp(turn, smooth(open));
        matrix.compose(shift.multiplyScalar(smooth(open)), turned, size);
      }
    } else {
      const point = new THREE.Vector3(...tile.hinge);
      const angle = tile.angle * (Math.PI / 180) * open;
      matrix
        .makeTranslation(point.x, point.y, point.z)
        .multiply(new THREE.Matrix4().makeRotationAxis(new THREE.Vector3(...tile.axis), angle))
        .multiply(new THREE.Matrix4().makeTranslation(-point.x, -point.y, -point.z));
      matrix.premultiply(matrixOf(tile.parent));
    }
    found[number] = matrix;
    return matrix;
  };
  fold.tiles.forEach((_, number) => matrixOf(number));
  return found;
}

/**
 * The pose of every body, and its progress from 0 (not there yet) to 1 (in place).
 * @param {{explode: number, fold: number, step: number}} state `step`: so many steps are done; the fraction is the
 *   way that the next one has come
 */
export function posesOf(THREE, bodies, scene, state) {
  const moving = bodies.filter((body) => !body.fixed);
  const centre = middleOf((moving.length ? moving : bodies).flatMap((body) => body.cells));
  const folds = scene.fold ? foldMatrices(THREE, scene.fold, state.fold) : null;
  let reach = 3;
  for (const body of bodies)
    for (const cell of body.cells)
      reach = Math.max(reach, Math.hypot(cell[0] - centre[0], cell[1] - centre[1], cell[2] - centre[2]));
  return bodies.map((body) => {
    const matrix = folds && body.tile !== undefined ? folds[body.tile].clone() : new THREE.Matrix4();
    const shift = new THREE.Vector3();
    if (!body.fixed && state.explode > 0) {
      if (body.outward) {
        const out = new THREE.Vector3(...body.outward).transformDirection(matrix);
        shift.addScaledVector(out, 5 * state.explode);
      }
      const away = new THREE.Vector3(...meanOf(body.cells)).applyMatrix4(matrix).sub(new THREE.Vector3(...centre));
      if (body.outward) away.multiplyScalar(0.15 + 0.25 * (1 - state.fold));
      if (scene.dimension === 2) away.setZ(0).multiplyScalar(0.6);
      shift.addScaledVector(away, 1.15 * state.explode);
    }
    let arrived = 1;
    if (!body.fixed && body.step !== undefined) {
      arrived = Math.min(1, Math.max(0, state.step - body.step));
      if (arrived < 1 && body.from) {
        const rest = 1 - smooth(arrived);
        const way = new THREE.Vector3(...body.from).transformDirection(matrix);
        shift.addScaledVector(way, rest * (reach * 0.9 + 2));
      }
    }
    matrix.premultiply(new THREE.Matrix4().makeTranslation(shift.x, shift.y, shift.z));
    return { matrix, arrived };
  });
}
