/**
 * The flat picture, drawn as SVG: a board, the layers of a solid side by side, or the net of a surface.
 *
 * Every body is one outlined shape a layer, so pieces can be told apart without their colours; names stand on them.
 * This view needs no WebGL, and is what is shown where there is none.
 */

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 40;
const GAP = 1.4;
const INSET = 0.035;
const CORNER = 0.16;
/** Cells of a target that are drawn one by one. */
const MOST_SINGLE = 3000;

/** The closed outlines of unit squares [x, y]: lists of corners, the inside to the right of the way. */
export function outlines(squares) {
  const filled = new Set(squares.map(([x, y]) => `${x},${y}`));
  const has = (x, y) => filled.has(`${x},${y}`);
  /** The sides that are left to walk, by the corner where they start. */
  const sides = new Map();
  const side = (x, y, dx, dy) => {
    const key = `${x},${y}`;
    if (!sides.has(key)) sides.set(key, []);
    sides.get(key).push([dx, dy]);
  };
  for (const [x, y] of squares) {
    if (!has(x, y - 1)) side(x, y, 1, 0);
    if (!has(x + 1, y)) side(x + 1, y, 0, 1);
    if (!has(x, y + 1)) side(x + 1, y + 1, -1, 0);
    if (!has(x - 1, y)) side(x, y + 1, 0, -1);
  }
  const loops = [];
  for (const key of sides.keys()) {
    while (sides.get(key)?.length) {
      const start = key.split(",").map(Number);
      let [x, y] = start;
      let [dx, dy] = sides.get(key).pop();
      const loop = [];
      do {
        const before = [dx, dy];
        loop.push({ x, y, into: before });
        x += dx;
        y += dy;
        const next = sides.get(`${x},${y}`) ?? [];
        if (x === start[0] && y === start[1] && !next.length) break;
        // Where squares touch at a corner, turning right keeps to the same square.
        const right = [-dy, dx];
        const chosen = next.findIndex((way) => way[0] === right[0] && way[1] === right[1]);
        [dx, dy] = next.splice(chosen >= 0 ? chosen : 0, 1)[0];
      } while (x !== start[0] || y !== start[1]);
      loops.push(loop);
    }
  }
  return loops.map(cornersOf);
}

/** Only the places where the way bends, each with the directions before and after it. */
function cornersOf(loop) {
  return loop
    .map((place, number) => ({ x: place.x, y: place.y, before: loop.at(number - 1).into, after: place.into }))
    .filter(({ before, after }) => before[0] !== after[0] || before[1] !== after[1]);
}

/** A path around squares, drawn a little inside of them and with rounded corners. */
export function outlinePath(squares, { inset = INSET, corner = CORNER, unit = UNIT } = {}) {
  const text = (value) => (value * unit).toFixed(1).replace(/\.0$/, "");
  return outlines(squares)
    .map((loop) => {
      const inner = loop.map(({ x, y, before, after }) => ({
        // The inside is to the right: (dx, dy) has (-dy, dx) on its right in a plane with y down.
        x: x + inset * (-before[1] - after[1]),
        y: y + inset * (before[0] + after[0]),
        before,
        after,
      }));
      const steps = inner.map(({ x, y, before, after }, number) => {
        const from = [x - corner * before[0], y - corner * before[1]];
        const to = [x + corner * after[0], y + corner * after[1]];
        const start = `${number ? "L" : "M"}${text(from[0])} ${text(from[1])}`;
        return `${start}Q${text(x)} ${text(y)} ${text(to[0])} ${text(to[1])}`;
      });
      return `${steps.join("")}Z`;
    })
    .join("");
}

const INK_LIMIT = 0.36;

/** Black or white, whichever reads better on a colour (WCAG relative luminance). */
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > INK_LIMIT * 0.5 ? "#111418" : "#ffffff";
}

function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export class FlatView {
  constructor(host, scene, { onPick, label }) {
    Object.assign(this, { host, scene, onPick });
    this.svg = element("svg", { xmlns: SVG, role: "img", "aria-label": label, class: "flat" });
    host.append(this.svg);
  }

  /** Where a body's squares are: one list for every layer it has a part in. */
  _squares(body) {
    if (body.net) return [body.net];
    const layers = [];
    for (const [x, y, z] of body.cells) (layers[z - this.low[2]] ??= []).push([x - this.low[0], y - this.low[1]]);
    return layers;
  }

  setBodies(bodies) {
    this.bodies = bodies;
    this.svg.replaceChildren();
    const cells = bodies.flatMap((body) => (body.net ? body.net.map(([x, y]) => [x, y, 0]) : body.cells));
    this.low = [0, 1, 2].map((axis) => cells.reduce((least, cell) => Math.min(least, cell[axis]), 0));
    const span = [0, 1, 2].map((axis) => cells.reduce((most, cell) => Math.max(most, cell[axis]), 0) - this.low[axis] + 1);
    const layers = this.scene.dimension === 2 || this.scene.kind === "surface" ? 1 : span[2];
    const across = layersInARow(layers, span[0] + GAP, span[1] + GAP, this.host.clientWidth / this.host.clientHeight || 1.5);
    const width = across * (span[0] + GAP) - GAP;
    const rows = Math.ceil(layers / across);
    const label = layers > 1 ? 0.8 : 0;
    const height = rows * (span[1] + GAP + label) - GAP;
    const margin = 0.25 * UNIT;
    this.svg.setAttribute("viewBox", `${-margin} ${-margin} ${width * UNIT + 2 * margin} ${height * UNIT + 2 * margin}`);
    this.middle = [span[0] / 2, span[1] / 2];
    const origins = Array.from({ length: layers }, (_, layer) => [
      (layer % across) * (span[0] + GAP),
      Math.floor(layer / across) * (span[1] + GAP + label) + label,
    ]);
    if (layers > 1) {
      origins.forEach(([x, y], layer) => {
        const name = layer === 0 ? "top layer" : layer === layers - 1 ? "bottom layer" : `layer ${layer + 1}`;
        this.svg.append(element("text", { x: x * UNIT, y: (y - 0.25) * UNIT, class: "caption" }, name));
      });
    }
    this.drawn = bodies.map((body, number) => this._body(body, number, origins));
  }

  _body(body, number, origins) {
    const group = element("g", { class: `body ${body.fixed ?? "piece"}` });
    group.append(element("title", {}, body.title ?? body.name ?? ""));
    const parts = [];
    this._squares(body).forEach((squares, layer) => {
      const [left, top] = origins[body.net ? 0 : layer] ?? [0, 0];
      const outer = element("g", { transform: `translate(${left * UNIT} ${top * UNIT})` });
      const inner = element("g", { class: "moves" });
      // A bare tile reaches from hinge to hinge, half a cell beyond its middle.
      const style = !body.fixed ? {} : body.net ? { inset: -0.46, corner: 0.3 } : { inset: 0.02, corner: 0.1 };
      // A target shows its cells one by one.
      const shapes = body.fixed && !body.board && !body.net && squares.length <= MOST_SINGLE ? squares.map((square) => [square]) : [squares];
      const path = shapes.map((each) => outlinePath(each, style)).join("");
      inner.append(element("path", { d: path, ...(body.colour ? { fill: body.colour } : {}) }));
      const mark = body.mark ?? "";
      if (mark && [...mark].length <= 3) {
        const [x, y] = labelPlace(squares);
        const size = UNIT * ([...mark].length > 1 ? 0.34 : 0.42);
        const at = { x: (x + 0.5) * UNIT, y: (y + 0.5) * UNIT, "font-size": size, fill: inkOn(body.colour) };
        inner.append(element("text", { class: "name", ...at }, mark));
      }
      outer.append(inner);
      group.append(outer);
      const centre = [0, 1].map((axis) => squares.reduce((sum, square) => sum + square[axis] + 0.5, 0) / squares.length);
      parts.push({ inner, centre });
    });
    if (!body.fixed) group.addEventListener("click", () => this.onPick(number));
    this.svg.append(group);
    return { group, parts };
  }

  update(state, looks, chosen = null) {
    this.bodies.forEach((body, number) => {
      const { group, parts } = this.drawn[number];
      const arrived = body.step === undefined || state.step > body.step;
      group.dataset.look = arrived ? looks[number] : "hide";
      group.classList.toggle("chosen-piece", chosen !== null && body.name === chosen && !body.fixed);
      for (const { inner, centre } of parts) {
        const [x, y] = centre.map((value, axis) => (value - this.middle[axis]) * 0.35 * state.explode * UNIT);
        inner.style.transform = body.fixed ? "" : `translate(${x}px, ${y}px)`;
      }
    });
    // Pieces that move apart need room: the picture grows about its middle.
    const grown = 1 + 0.35 * state.explode;
    this.svg.style.setProperty("--grown", String(1 / grown));
    this.host.dispatchEvent(new CustomEvent("drawn", { bubbles: true, composed: true }));
  }

  setTheme() {}
  resetView() {}
  resize() {}

  /** The picture as a document of its own: what the style sheet says is written into it. */
  source() {
    const copy = this.svg.cloneNode(true);
    const [, , width, height] = copy.getAttribute("viewBox").split(" ").map(Number);
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    const originals = [this.svg, ...this.svg.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((node, number) => {
      const style = getComputedStyle(originals[number]);
      for (const key of ["fill", "stroke", "stroke-width", "opacity", "font-family", "text-anchor", "display", "transform"])
        node.style.setProperty(key, style.getPropertyValue(key));
    });
    return new XMLSerializer().serializeToString(copy);
  }

  async png(background) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(this.source())}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    const scale = Math.min(3, 2400 / Math.max(image.width, image.height));
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    const context = canvas.getContext("2d");
    if (background) {
      context.fillStyle = background;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/png");
  }

  dispose() {
    this.svg.remove();
  }
}

/** How many layers stand side by side so that the whole comes near the shape of a screen. */
function layersInARow(layers, width, height, wanted) {
  let best = layers;
  for (let across = 1; across <= layers; across++) {
    const ratio = (across * width) / (Math.ceil(layers / across) * height);
    const now = (best * width) / (Math.ceil(layers / best) * height);
    if (Math.abs(Math.log(ratio / wanted)) <= Math.abs(Math.log(now / wanted))) best = across;
  }
  return best;
}

/** The square in which a name is drawn: the one nearest to the middle of all. */
function labelPlace(squares) {
  const middle = [0, 1].map((axis) => squares.reduce((sum, square) => sum + square[axis], 0) / squares.length);
  const far = ([x, y]) => (x - middle[0]) ** 2 + (y - middle[1]) ** 2;
  return squares.reduce((best, square) => (far(square) < far(best) - 1e-9 ? square : best));
}
