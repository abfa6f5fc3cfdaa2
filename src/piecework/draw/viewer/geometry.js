/**
 * Polycubes as meshes with soft edges.
 *
 * A piece is first shrunk by gap + radius, and then grown again by the radius: flat faces come to lie `gap` inside
 * their cells, convex edges become quarter cylinders, convex corners become eighths of a sphere, and concave edges
 * stay sharp. Shrunk, a set of cells is a union of boxes on a finer grid: a core for every cell, a bridge between
 * two cells that share a face, a plate between four that share an edge, and a filling between eight. Along each
 * axis, the odd index 2c + 1 is the core of cell c, and the even index 2c lies between the cells c - 1 and c.
 *
 * Patches that meet in a concave edge run into each other instead of being trimmed: the surplus lies inside.
 */

/** @typedef {[number, number, number]} Triple */
/** @typedef {{positions: number[], normals: number[], indices: number[]}} MeshData */

const DIRECTIONS = [
  [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1],
];

/** A set of points of a lattice as a block of bytes: quicker to ask than a set of keys. Points a step away may be asked for. */
export class Grid {
  constructor(points) {
    this.low = [0, 1, 2].map((axis) => points.reduce((least, point) => Math.min(least, point[axis]), Infinity) - 2);
    const size = [0, 1, 2].map((axis) => points.reduce((most, point) => Math.max(most, point[axis]), -Infinity) - this.low[axis] + 3);
    [this.row, this.layer] = [size[0], size[0] * size[1]];
    this.bytes = new Uint8Array(points.length ? size[0] * size[1] * size[2] : 0);
    for (const [x, y, z] of points) this.bytes[this._at(x, y, z)] = 1;
  }

  _at(x, y, z) {
    return x - this.low[0] + this.row * (y - this.low[1]) + this.layer * (z - this.low[2]);
  }

  has(x, y, z) {
    return this.bytes[this._at(x, y, z)] === 1;
  }
}

export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** The boxes of the shrunk piece, by their indices on the finer grid. */
function shrunkBoxes(cells) {
  const filled = new Grid(cells);
  const boxes = [];
  for (const [x, y, z] of cells) {
    for (let corner = 0; corner < 8; corner++) {
      const [i, j, k] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      let whole = true;
      for (let a = 0; a <= i && whole; a++)
        for (let b = 0; b <= j && whole; b++)
          for (let c = 0; c <= k && whole; c++) whole = filled.has(x + a, y + b, z + c);
      if (whole) boxes.push([2 * x + 1 + i, 2 * y + 1 + j, 2 * z + 1 + k]);
    }
  }
  return boxes;
}

/**
 * The surface of unit cells around integer points, with rounded edges.
 * @param {Triple[]} cells
 * @param {{gap?: number, radius?: number, segments?: number, half?: Triple}} [options] `half`: half the size of a
 *   cell along each axis; less than 0.5 only along an axis on which all cells are alike (flat pieces)
 * @returns {MeshData}
 */
export function roundedSolid(cells, { gap = 0.02, radius = 0.09, segments = 3, half = [0.5, 0.5, 0.5] } = {}) {
  const margin = gap + radius;
  const boxes = shrunkBoxes(cells);
  const grid = new Grid(boxes);
  const absent = (box) => !grid.has(box[0], box[1], box[2]);
  // Box i lies between the boundaries i (low end of a core where i is odd) and i + 1.
  const boundary = (at, axis) =>
    at % 2 ? (at - 1) / 2 - half[axis] + margin : at / 2 - 1 + half[axis] - margin;
  const positions = [], normals = [], indices = [];
  const vertex = (point, normal) => {
    positions.push(point[0] + radius * normal[0], point[1] + radius * normal[1], point[2] + radius * normal[2]);
    normals.push(...normal);
    return positions.length / 3 - 1;
  };
  /** The corner of a box that lies farthest along all directions given; the rest of the axes by `rest`. */
  const cornerOf = (box, directions, rest = [0, 0, 0]) =>
    [0, 1, 2].map((axis) => {
      const along = directions.reduce((sum, direction) => sum + direction[axis], 0) || rest[axis];
      return boundary(box[axis] + (along > 0 ? 1 : 0), axis);
    });
  const quad = (a, b, c, d) => indices.push(a, b, c, a, c, d);
  const arc = Array.from({ length: segments + 1 }, (_, n) => (n / segments) * (Math.PI / 2));

  for (const box of boxes) {
    const open = DIRECTIONS.filter((direction) => absent(plus(box, direction)));
    for (const normal of open) {
      // Two directions in the plane of the face, so that u x v points outwards.
      const u = [normal[1], normal[2], normal[0]].map(Math.abs);
      const v = cross(normal, u);
      const at = (su, sv) => vertex(cornerOf(box, [normal], plus(u.map((x) => su * x), v.map((x) => sv * x))), normal);
      quad(at(-1, -1), at(1, -1), at(1, 1), at(-1, 1));
    }
    for (let first = 0; first < open.length; first++) {
      for (let second = first + 1; second < open.length; second++) {
        const [n, m] = [open[first], open[second]];
        if (dot(n, m) || !absent(plus(box, plus(n, m)))) continue;
        const along = cross(n, m);
        const ends = [-1, 1].map((side) => cornerOf(box, [n, m], along.map((x) => side * x)));
        const rim = ends.map((end) =>
          arc.map((angle) => {
            const [c, s] = [Math.cos(angle), Math.sin(angle)];
            return vertex(end, [c * n[0] + s * m[0], c * n[1] + s * m[1], c * n[2] + s * m[2]]);
          }),
        );
        for (let step = 0; step < segments; step++) quad(rim[0][step], rim[0][step + 1], rim[1][step + 1], rim[1][step]);
      }
    }
    for (const n of open) {
      for (const m of open) {
        for (const o of open) {
          // Each corner once, its directions in a right-handed order that starts with the x axis.
          if (!n[0] || dot(cross(n, m), o) !== 1) continue;
          const free = [plus(n, m), plus(m, o), plus(n, o), plus(plus(n, m), o)];
          if (!free.every((offset) => absent(plus(box, offset)))) continue;
          sphereEighth(cornerOf(box, [n, m, o]), n, m, o, segments, vertex, indices);
        }
      }
    }
  }
  return { positions, normals, indices };
}

/**
 * Cells side by side, each with soft edges of its own, as a target is shown; those inside are left out.
 * @returns {MeshData}
 */
export function singleCells(cells, options) {
  const filled = new Grid(cells);
  const all = { positions: [], normals: [], indices: [] };
  for (const cell of cells) {
    if (DIRECTIONS.every((direction) => filled.has(...plus(cell, direction)))) continue;
    const start = all.positions.length / 3;
    const one = roundedSolid([cell], options);
    for (const value of one.positions) all.positions.push(value);
    for (const value of one.normals) all.normals.push(value);
    for (const index of one.indices) all.indices.push(start + index);
  }
  return all;
}

/**
 * The same cells as plain bars along the first axis: for targets of so many cells that soft edges would take long.
 * @returns {MeshData}
 */
export function plainBars(cells, half = [0.5, 0.5, 0.5]) {
  const mesh = { positions: [], normals: [], indices: [] };
  const rows = new Map();
  for (const [x, y, z] of cells) {
    const key = `${y},${z}`;
    if (!rows.has(key)) rows.set(key, { y, z, filled: [] });
    rows.get(key).filled.push(x);
  }
  for (const { y, z, filled } of rows.values()) {
    filled.sort((a, b) => a - b);
    for (let from = 0, to = 0; from < filled.length; from = to) {
      for (to = from + 1; to < filled.length && filled[to] === filled[to - 1] + 1; to++);
      addBar(mesh, [filled[from] - half[0], y - half[1], z - half[2]], [filled[to - 1] + half[0], y + half[1], z + half[2]]);
    }
  }
  return mesh;
}

function addBar(mesh, low, high) {
  for (const normal of DIRECTIONS) {
    const u = [normal[1], normal[2], normal[0]].map(Math.abs);
    const v = cross(normal, u);
    const start = mesh.positions.length / 3;
    for (const [su, sv] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
      for (let axis = 0; axis < 3; axis++) {
        mesh.positions.push(normal[axis] + su * u[axis] + sv * v[axis] > 0 ? high[axis] : low[axis]);
        mesh.normals.push(normal[axis]);
      }
    }
    mesh.indices.push(start, start + 1, start + 2, start, start + 2, start + 3);
  }
}

/** An eighth of a sphere between three directions in right-handed order. */
function sphereEighth(centre, n, m, o, segments, vertex, indices) {
  const rows = [];
  for (let row = 0; row <= segments; row++) {
    const line = [];
    for (let column = 0; column <= segments - row; column++) {
      const weights = [segments - row - column, column, row];
      // Along the rims the angles must be those of the strips beside them: sines of equal steps, not of chords.
      const bent = [0, 1, 2].map((axis) => {
        const [a, b, c] = weights.map((weight) => Math.sin((weight / segments) * (Math.PI / 2)));
        return a * n[axis] + b * m[axis] + c * o[axis];
      });
      const length = Math.hypot(...bent);
      line.push(vertex(centre, bent.map((value) => value / length)));
    }
    rows.push(line);
  }
  for (let row = 0; row < segments; row++) {
    for (let column = 0; column < segments - row; column++) {
      indices.push(rows[row][column], rows[row][column + 1], rows[row + 1][column]);
      if (column + 1 < segments - row) indices.push(rows[row][column + 1], rows[row + 1][column + 1], rows[row + 1][column]);
    }
  }
}

/**
 * The edges of a set of cells as pairs of points: where its surface is not flat.
 * @param {Triple[]} cells
 * @param {Triple} [half]
 * @returns {number[]}
 */
export function edgeLines(cells, half = [0.5, 0.5, 0.5]) {
  const filled = new Grid(cells);
  const seen = new Set();
  const lines = [];
  for (const cell of cells) {
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      for (const [su, sv] of [[0, 0], [0, 1], [1, 0], [1, 1]]) {
        const base = cell.slice();
        base[u] += su;
        base[v] += sv;
        const key = `${axis}:${base}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const around = [[-1, -1], [0, -1], [0, 0], [-1, 0]].map(([du, dv]) => {
          const near = base.slice();
          near[u] += du;
          near[v] += dv;
          return filled.has(...near);
        });
        const count = around.filter(Boolean).length;
        if (count === 4 || (count === 2 && around[0] !== around[2])) continue;
        const low = base.map((x, i) => x - half[i] + (i === u && su ? 2 * half[i] - 1 : i === v && sv ? 2 * half[i] - 1 : 0));
        const high = low.slice();
        high[axis] += 2 * half[axis];
        lines.push(...low, ...high);
      }
    }
  }
  return lines;
}
