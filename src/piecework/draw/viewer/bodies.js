/**
 * From a scene to the bodies that are drawn: pieces that move, and the fixed ones (target, frame, board) that do not.
 *
 * @typedef {object} Body
 * @property {number[][]} cells
 * @property {string} [colour] pieces have one; fixed bodies are drawn in the colours of the theme
 * @property {"target"|"optional"|"blocked"} [fixed]
 * @property {boolean} [board] the plate under a flat puzzle
 * @property {boolean} [loose] a piece that lies beside the target
 * @property {number} [step] the step in which it arrives
 * @property {number[]|null} [from] the direction from which it comes
 * @property {number} [tile] the tile that carries it when a surface is folded
 */

/** How many layers a scene has, seen from above; 1 where layers make no sense. */
export function layerSpan(scene) {
  if (scene.dimension === 2 || scene.kind === "surface") return [0, 0];
  const depths = [...scene.target.cells, ...scene.target.blocked].map((cell) => cell[2]);
  return depths.length ? [depths.reduce((a, b) => Math.min(a, b)), depths.reduce((a, b) => Math.max(a, b))] : [0, 0];
}

/**
 * @param {object} scene
 * @param {number} layers so many layers are left, counted from the bottom
 * @returns {Body[]}
 */
export function bodiesOf(scene, layers = Infinity) {
  const [, deepest] = layerSpan(scene);
  const lowest = deepest - layers;
  const left = (cells) => (layers === Infinity ? cells : cells.filter((cell) => cell[2] > lowest));
  const { target, solution } = scene;
  const bodies = [];
  const add = (body) => {
    const cells = left(body.cells);
    if (cells.length) bodies.push({ ...body, cells });
  };
  if (scene.dimension === 2) add({ fixed: "blocked", board: true, cells: [...target.cells, ...target.blocked] });
  add({ fixed: "blocked", name: "blocked", cells: target.blocked });
  if (solution) {
    for (const placed of solution) {
      const { name } = scene.pieces[placed.piece];
      add({ ...placed, name, mark: name, title: name });
    }
    if (scene.dimension === 3 && !target.tiles) add({ fixed: "target", hint: true, name: "target", cells: target.cells });
    return bodies;
  }
  for (const tile of target.tiles ?? []) add({ ...tile, fixed: "target", name: "target" });
  const free = new Set(target.optional.map(String));
  if (!target.tiles) {
    add({ fixed: "target", name: "target", cells: target.cells.filter((cell) => !free.has(String(cell))) });
    add({ fixed: "optional", name: "optional", cells: target.optional });
  }
  for (const placed of scene.loose ?? []) {
    const { name } = scene.pieces[placed.piece];
    bodies.push({ ...placed, name, mark: name, title: name, loose: true });
  }
  return bodies;
}

/** In how many steps a solution is put together. */
export function stepsOf(scene) {
  return (scene.solution ?? []).reduce((most, placed) => Math.max(most, placed.step + 1), 0);
}

/** How each body is to look: show, outline, ghost or hide; the target is a thin frame while pieces are missing. */
export function looksOf(bodies, modes, isolated, { missing, unfolded }) {
  return bodies.map((body) => {
    // A net needs the room where the loose pieces lie.
    if (body.loose && unfolded) return "hide";
    if (body.hint) return missing ? "frame" : "hide";
    if (body.board) return isolated ? "ghost" : "show";
    if (isolated) return body.name === isolated && !body.fixed ? "show" : "ghost";
    return body.fixed ? "show" : (modes.get(body.name) ?? "show");
  });
}
