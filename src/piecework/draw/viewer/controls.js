/**
 * What a person sets: view, explosion, fold, layers, steps, and how each piece looks. All of it is plain HTML that
 * works with the keyboard, and talks to the viewer through the same handle as everyone else.
 */

const ICONS = {
  play: '<path class="full" d="M4 2.5v11l9-5.5z"/>',
  pause: '<path class="full" d="M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z"/>',
  back: '<path d="M10 3L5 8l5 5"/>',
  on: '<path d="M6 3l5 5-5 5"/>',
  home: '<path d="M2.5 8a5.5 5.5 0 1 0 1.7-4M4.2 1.5V4.2H6.9"/>',
  nearer: '<path d="M8 3v10M3 8h10"/>',
  farther: '<path d="M3 8h10"/>',
  full: '<path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"/>',
};

const MODES = { show: "Show", outline: "Outline", hide: "Hide", isolate: "Only this" };

function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function iconButton(icon, label, onclick) {
  const button = make("button", { type: "button", title: label, onclick });
  button.setAttribute("aria-label", label);
  setIcon(button, icon);
  return button;
}

function setIcon(button, icon) {
  button.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true">${ICONS[icon]}</svg>`;
}

function slider(text, { min = 0, max, step, value, input, shown }) {
  const range = make("input", { type: "range", min, max, step, value });
  const output = make("output", {}, shown(value));
  const label = make("label", { className: "slide" }, make("span", {}, text), range, output);
  range.addEventListener("input", () => input(Number(range.value)));
  label.set = (now, most = Number(range.max)) => {
    range.max = most;
    range.value = now;
    output.textContent = shown(now);
    range.setAttribute("aria-valuetext", shown(now));
  };
  label.set(value, max);
  return label;
}

const percent = (value) => `${Math.round(value * 100)} %`;

/** The buttons that float over the picture. */
export function cornerButtons(viewer) {
  const buttons = make("div", { className: "corner" });
  buttons.append(
    iconButton("nearer", "Zoom in", () => viewer.orbit(0, 0, 1.25)),
    iconButton("farther", "Zoom out", () => viewer.orbit(0, 0, 1 / 1.25)),
    iconButton("home", "First view", () => viewer.resetView()),
  );
  for (const button of buttons.children) button.classList.add("turns");
  if (document.fullscreenEnabled) buttons.append(iconButton("full", "Full screen", () => viewer.fullScreen()));
  return buttons;
}

/** The bar below the picture. `refresh` brings it up to date with the viewer. */
export function controlBar(viewer) {
  const bar = make("div", { className: "bar" });
  const views = make("div", { className: "segments", role: "group" });
  views.setAttribute("aria-label", "View");
  const viewButtons = Object.entries(viewer.viewNames()).map(([view, name]) => {
    const button = make("button", { type: "button", onclick: () => viewer.setView(view) }, name);
    button.dataset.view = view;
    views.append(button);
    return button;
  });
  if (viewButtons.length > 1) bar.append(views);
  const explode = slider("Explode", { max: 1, step: 0.01, value: 0, shown: percent, input: (t) => viewer.setExplode(t) });
  explode.dataset.control = "explode";
  const fold = slider("Fold", { max: 1, step: 0.01, value: 1, shown: percent, input: (t) => viewer.setFold(t) });
  fold.dataset.control = "fold";
  const layers = slider("Layers", {
    min: 1, max: 1, step: 1, value: 1, shown: (n) => String(n), input: (n) => viewer.setLayers(n),
  });
  layers.dataset.control = "layers";
  const steps = slider("Step", {
    max: 1, step: 1, value: 1, shown: (n) => `${Math.floor(n)} of ${viewer.steps}`, input: (n) => viewer.setStep(n),
  });
  steps.dataset.control = "step";
  const play = iconButton("play", "Play the assembly", () => viewer.play(!viewer.playing));
  play.dataset.control = "play";
  const back = iconButton("back", "One step back", () => viewer.setStep(Math.ceil(viewer.state.step) - 1));
  const on = iconButton("on", "One step on", () => viewer.stepOn());
  const assembly = make("div", { className: "group", style: "flex: 2 1 260px" }, play, back, on, steps);
  bar.append(explode, ...(viewer.scene.fold ? [fold] : []), layers, assembly);
  const refresh = () => {
    for (const button of viewButtons) button.setAttribute("aria-pressed", String(button.dataset.view === viewer.view));
    explode.set(viewer.state.explode);
    explode.style.display = viewer.scene.solution ? "" : "none";
    fold.set(viewer.state.fold);
    fold.style.display = viewer.view === "flat" ? "none" : "";
    layers.style.display = viewer.layers > 1 && viewer.view === "solid" ? "" : "none";
    layers.set(Math.min(viewer.state.layers, viewer.layers), viewer.layers);
    assembly.style.display = viewer.steps ? "" : "none";
    steps.set(Math.min(viewer.state.step, viewer.steps), viewer.steps);
    setIcon(play, viewer.playing ? "pause" : "play");
    play.setAttribute("aria-label", viewer.playing ? "Pause" : "Play the assembly");
    back.disabled = viewer.state.step <= 0;
    on.disabled = viewer.state.step >= viewer.steps;
  };
  return { bar, refresh };
}

/** The colours of all copies, side by side. */
function stripes(colours) {
  const few = colours.slice(0, 4);
  const stops = few.map((colour, number) => `${colour} ${(100 * number) / few.length}% ${(100 * (number + 1)) / few.length}%`);
  return few.length > 1 ? `linear-gradient(90deg, ${stops.join(", ")})` : few[0];
}

/** The pieces as buttons, and what can be done with the chosen one. */
export function pieceList(viewer) {
  const list = make("div", { className: "pieces", role: "group" });
  list.setAttribute("aria-label", "Pieces");
  const chosen = make("div", { className: "chosen", hidden: true });
  const name = make("strong");
  const segments = make("div", { className: "segments", role: "group" });
  segments.setAttribute("aria-label", "How the piece is shown");
  const modeButtons = Object.entries(MODES).map(([mode, text]) => {
    const button = make("button", { type: "button", onclick: () => viewer.setPiece(viewer.chosen, mode) }, text);
    button.dataset.mode = mode;
    segments.append(button);
    return button;
  });
  const all = make("button", { type: "button", onclick: () => viewer.showAll() }, "Show all");
  chosen.append(make("span", {}, "Piece ", name), segments, all);
  const buttons = viewer.scene.pieces.map((piece) => {
    const swatch = make("span", { className: "swatch" });
    swatch.style.background = stripes(piece.colours ?? [piece.colour]);
    const copies = piece.copies === 1 ? "" : ` × ${Array.isArray(piece.copies) ? piece.copies.join("–") : piece.copies}`;
    const button = make("button", { type: "button", onclick: () => viewer.choose(piece.name) }, swatch, piece.name + copies);
    button.dataset.piece = piece.name;
    list.append(button);
    return button;
  });
  const refresh = () => {
    chosen.hidden = viewer.chosen === null;
    name.textContent = viewer.chosen ?? "";
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.piece === viewer.chosen));
      button.dataset.mode = viewer.modeOf(button.dataset.piece);
    }
    for (const button of modeButtons)
      button.setAttribute("aria-pressed", String(viewer.chosen !== null && viewer.modeOf(viewer.chosen) === button.dataset.mode));
  };
  return { list, chosen, refresh };
}
