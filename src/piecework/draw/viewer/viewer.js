/**
 * The viewer of puzzles and surfaces: `mount(element, scene, { THREE, OrbitControls })`.
 *
 * One module without a framework, for the page, for notebooks and for files that work from disk. Scenes are plain
 * data, made by `piecework.draw.scene`. three.js is handed in, so that every host brings its own copy; without it, or
 * without WebGL, the flat view is shown.
 */

import { bodiesOf, layerSpan, looksOf, stepsOf } from "./bodies.js";
import { controlBar, cornerButtons, pieceList } from "./controls.js";
import { FlatView } from "./flat.js";
import { SolidView, canDrawSolids } from "./solid.js";
import { STYLE } from "./style.js";

const SECONDS_A_STEP = 0.75;

class Viewer {
  constructor(element, scene, options) {
    this.options = options;
    this.scene = scene;
    this.element = element;
    this.reducedMotion = options.reducedMotion ?? matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.modes = new Map();
    this.isolated = null;
    this.chosen = null;
    this.playing = false;
    this.state = { explode: 0, fold: 1, step: Infinity, layers: Infinity };
    this.solids = Boolean(options.THREE) && canDrawSolids();
    this.view = this.solids ? (options.view ?? (scene.dimension === 2 ? "flat" : "solid")) : "flat";
    this._build();
    this._watchTheme();
    this._show();
  }

  _build() {
    this.host = document.createElement("div");
    this.host.className = "piecework-viewer";
    this.host.style.height = "100%";
    const shadow = this.host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    shadow.adoptedStyleSheets = [sheet];
    this.root = document.createElement("div");
    this.root.className = "viewer";
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", this.options.label ?? `Viewer: ${this.scene.title || "puzzle"}`);
    this.stage = document.createElement("div");
    this.stage.className = "stage";
    this.layerOf = {};
    for (const view of ["solid", "flat"]) {
      this.layerOf[view] = document.createElement("div");
      this.layerOf[view].className = "layer";
      this.stage.append(this.layerOf[view]);
    }
    this.news = document.createElement("div");
    this.news.className = "seen";
    this.news.setAttribute("aria-live", "polite");
    this.root.append(this.stage, this.news);
    shadow.append(this.root);
    this.element.append(this.host);
    this._controls();
    this.root.addEventListener("keydown", (event) => this._key(event));
  }

  _controls() {
    for (const part of this.parts ?? []) part.remove();
    this.refreshers = [];
    this.parts = [];
    if (this.solids) this.parts.push(cornerButtons(this));
    if (this.parts.length) this.stage.append(this.parts[0]);
    if (this.options.controls === false) return;
    const { bar, refresh } = controlBar(this);
    const pieces = pieceList(this);
    this.root.append(bar, pieces.list, pieces.chosen);
    this.parts.push(bar, pieces.list, pieces.chosen);
    this.refreshers.push(refresh, pieces.refresh);
  }

  _watchTheme() {
    this.darkness = matchMedia("(prefers-color-scheme: dark)");
    this.onDarkness = () => this.theme === "auto" && this._paint();
    this.darkness.addEventListener("change", this.onDarkness);
    this.theme = this.options.theme ?? "auto";
    this._paint(false);
  }

  _paint(redraw = true) {
    const dark = this.theme === "dark" || (this.theme === "auto" && this.darkness.matches);
    this.root.classList.toggle("dark", dark);
    this.dark = dark;
    if (redraw) this._show();
  }

  get steps() {
    return stepsOf(this.scene);
  }

  get layers() {
    const [first, last] = layerSpan(this.scene);
    return last - first + 1;
  }

  viewNames() {
    const flat = this.scene.kind === "surface" ? "Net" : this.scene.dimension === 2 ? "Flat" : "Layers";
    return this.solids ? { solid: "3D", flat } : { flat };
  }

  _painter() {
    this.painters ??= {};
    if (!this.painters[this.view]) {
      const label = `${this.scene.title || "Puzzle"}, ${this.view === "solid" ? "in space: arrow keys turn it, plus and minus zoom" : "flat"}`;
      const made = { ...this.options, label, reducedMotion: this.reducedMotion, onPick: (number) => this._picked(number) };
      const Kind = this.view === "solid" ? SolidView : FlatView;
      this.painters[this.view] = new Kind(this.layerOf[this.view], this.scene, made);
    }
    return this.painters[this.view];
  }

  /** Build the bodies anew (other cells, another theme), and draw. */
  _show() {
    for (const [view, layer] of Object.entries(this.layerOf)) layer.hidden = view !== this.view;
    this.stage.dataset.view = this.view;
    const painter = this._painter();
    painter.scene = this.scene;
    painter.setTheme(this.dark ? "dark" : "light");
    const bodies = bodiesOf(this.scene, this.view === "solid" ? this.state.layers : Infinity);
    // On a board the pieces lie beside it; beside the layers of a solid they would have no place.
    const flat = (body) => !body.hint && !(body.loose && this.scene.dimension === 3);
    this.bodies = this.view === "flat" ? bodies.filter(flat) : bodies;
    if (this.view === "solid") painter.resize();
    painter.setBodies(this.bodies);
    this._update();
  }

  _update() {
    const missing = this.state.step < this.steps && !this.state.explode;
    const looks = looksOf(this.bodies, this.modes, this.isolated, { missing, unfolded: this.state.fold < 1 });
    const solved = Boolean(this.scene.solution);
    const state = { ...this.state, step: solved ? this.state.step : Infinity, explode: solved ? this.state.explode : 0 };
    this._painter().update(state, looks, this.chosen);
    for (const refresh of this.refreshers) refresh();
  }

  _picked(number) {
    const body = number === null ? null : this.bodies[number];
    this.choose(body && !body.fixed ? body.name : null);
  }

  _key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, button")) return;
    if (event.key === " " && this.steps) this.play(!this.playing);
    else if (event.key === "]") this.stepOn();
    else if (event.key === "[") this.setStep(Math.ceil(Math.min(this.state.step, this.steps)) - 1);
    else if (event.key === "Escape" && (this.chosen !== null || this.isolated)) this.showAll();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // -- what others may call

  /** Another solution of the same puzzle, or null for none. Colours and hidden pieces stay. */
  setSolution(solution) {
    const first = !this.scene.solution && solution;
    this.play(false);
    this.scene = { ...this.scene, solution };
    this.state.step = this.steps;
    if (Boolean(first) || !solution) for (const painter of Object.values(this.painters ?? {})) painter.size = null;
    this._show();
    if (first && !this.reducedMotion && this.view === "solid") this._glide(0, this.steps, 1.1);
  }

  /** Another puzzle altogether. */
  setScene(scene) {
    this.play(false);
    const before = this.scene;
    this.scene = scene;
    this.modes.clear();
    this.isolated = this.chosen = null;
    this.state = { ...this.state, step: stepsOf(scene), layers: Infinity };
    for (const painter of Object.values(this.painters ?? {})) painter.dispose();
    this.painters = {};
    if (before.dimension !== scene.dimension && this.solids) this.view = scene.dimension === 2 ? "flat" : "solid";
    this._controls();
    this._show();
  }

  setView(view) {
    if (view === "solid" && !this.solids) return;
    this.view = view;
    this._show();
  }

  setExplode(amount) {
    this.state.explode = Math.min(1, Math.max(0, amount));
    this._update();
  }

  /** 0 is the flat net, 1 the folded body. */
  setFold(amount) {
    this.state.fold = Math.min(1, Math.max(0, amount));
    this._update();
  }

  /** So many layers are left, counted from the bottom; null for all. */
  setLayers(count) {
    this.state.layers = count === null || count >= this.layers ? Infinity : Math.max(1, count);
    this._show();
  }

  /** So many steps are done. */
  setStep(step) {
    this.play(false);
    this.state.step = Math.min(this.steps, Math.max(0, step));
    this._update();
  }

  /** The next piece comes in. */
  stepOn() {
    this.play(false);
    const now = Math.min(this.state.step, this.steps);
    const next = Math.min(this.steps, Math.floor(now) + 1);
    if (this.reducedMotion || this.view === "flat") this.setStep(next);
    else this._glide(now, next, SECONDS_A_STEP);
  }

  /** Start or stop the assembly, from the beginning if it was complete. */
  play(on = true) {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.pause);
    if (!on || !this.steps) {
      const was = this.playing;
      this.playing = false;
      if (was) this._update();
      return;
    }
    const now = Math.min(this.state.step, this.steps);
    const start = now >= this.steps ? 0 : now;
    this.playing = true;
    this.news.textContent = "Assembly plays";
    if (this.reducedMotion) this._tick(Math.floor(start));
    else this._glide(start, this.steps, SECONDS_A_STEP * (this.steps - start));
  }

  /** Without motion: one step after the other, each at once. */
  _tick(step) {
    this.state.step = step;
    this.playing = step < this.steps;
    this._update();
    if (this.playing) this.pause = setTimeout(() => this._tick(step + 1), 900);
  }

  _glide(from, to, seconds) {
    const begin = performance.now();
    const tick = (now) => {
      const part = Math.min(1, Math.max(0, (now - begin) / (1000 * seconds)));
      this.state.step = from + (to - from) * part;
      if (part >= 1) this.playing = false;
      this._update();
      if (part < 1) this.frame = requestAnimationFrame(tick);
    };
    this.state.step = from;
    this.frame = requestAnimationFrame(tick);
  }

  /** How a piece looks: show, outline, hide, or isolate (only this one). */
  setPiece(name, mode) {
    if (mode === "isolate") this.isolated = this.isolated === name ? null : name;
    else {
      this.isolated = null;
      this.modes.set(name, mode);
    }
    this.news.textContent = `Piece ${name}: ${mode}`;
    this._update();
  }

  modeOf(name) {
    return this.isolated === name ? "isolate" : (this.modes.get(name) ?? "show");
  }

  showAll() {
    this.modes.clear();
    this.isolated = this.chosen = null;
    this._update();
  }

  /** Mark a piece as the one that the buttons are about; again, or null, for none. */
  choose(name) {
    this.chosen = this.chosen === name ? null : name;
    this.options.onChoose?.(this.chosen);
    this._update();
  }

  orbit(right, up, nearer) {
    this.painters?.solid?.orbit(right, up, nearer);
  }

  resetView() {
    this._painter().resetView();
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.host.requestFullscreen?.().catch(() => {});
  }

  /** "light", "dark", or "auto": as the system says. */
  setTheme(theme) {
    this.theme = theme;
    this._paint();
  }

  /** The picture as it is now: a promise of a data: address. */
  png({ background = null } = {}) {
    return this._painter().png(background);
  }

  dispose() {
    this.play(false);
    this.darkness.removeEventListener("change", this.onDarkness);
    for (const painter of Object.values(this.painters ?? {})) painter.dispose();
    this.host.remove();
  }
}

/**
 * Show a scene in an element.
 * @param {HTMLElement} element
 * @param {object} scene what `piecework.draw.scene` makes
 * @param {{THREE?: object, OrbitControls?: Function, view?: "solid"|"flat", theme?: "light"|"dark"|"auto",
 *   controls?: boolean, label?: string, reducedMotion?: boolean, onChoose?: (name: string|null) => void}} [options]
 */
export function mount(element, scene, options = {}) {
  return new Viewer(element, scene, options);
}
