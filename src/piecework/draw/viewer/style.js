/** The viewer's own style sheet; it lives in a shadow root, so neither side disturbs the other. */
export const STYLE = `
:host { display: block; height: 100%; min-height: 0; }
.viewer {
  --ink: var(--pw-ink, #1c2430); --soft: var(--pw-muted, #5a6577); --line: var(--pw-line, #d9dfe7);
  --paper: var(--pw-surface, #ffffff); --back: var(--pw-sunken, #f3f5f8); --stage: var(--pw-sunken, #eef1f5);
  --accent: var(--pw-accent, #3056d3); --on-accent: var(--pw-on-accent, #ffffff); --sheet: #c9cfd8;
  display: flex; flex-direction: column; height: 100%; min-height: 0; color: var(--ink);
  font: 14px/1.4 var(--pw-font, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif);
}
.viewer.dark {
  --ink: var(--pw-ink, #e8edf4); --soft: var(--pw-muted, #a3afc0); --line: var(--pw-line, #313a47);
  --paper: var(--pw-surface, #171c24); --back: var(--pw-sunken, #12161d); --stage: var(--pw-sunken, #1a2029);
  --accent: var(--pw-accent, #8fb0ff); --on-accent: var(--pw-on-accent, #0d1320); --sheet: #4a5565;
}
.viewer .bar, .viewer .pieces, .viewer .chosen { flex: 0 0 auto; }
:host(:fullscreen) .viewer { background: var(--paper); padding: 16px; box-sizing: border-box; }
.stage {
  position: relative; flex: 1 1 auto; min-height: 220px; border-radius: 14px; overflow: hidden;
  background: radial-gradient(ellipse at 50% 30%, color-mix(in srgb, var(--stage) 60%, var(--paper)), var(--stage) 75%);
}
.stage > .layer { position: absolute; inset: 0; }
.stage > .layer[hidden] { display: none; }
canvas { display: block; width: 100%; height: 100%; outline: none; cursor: grab; }
canvas:active { cursor: grabbing; }
canvas:focus-visible { box-shadow: inset 0 0 0 3px var(--accent); border-radius: 14px; }
svg.flat { width: 100%; height: 100%; padding: 16px; box-sizing: border-box; transform: scale(var(--grown, 1)); }
svg.flat .piece path { stroke: rgb(0 0 0 / .38); stroke-width: 1.2; }
svg.flat .piece { cursor: pointer; }
svg.flat .chosen-piece path { stroke: var(--ink); stroke-width: 3; }
svg.flat .name { text-anchor: middle; dominant-baseline: central; font-weight: 600; pointer-events: none; }
svg.flat .caption { fill: var(--soft); font-size: 15px; }
svg.flat .target path, svg.flat .blocked path { fill: var(--sheet); }
svg.flat .board path { fill: color-mix(in srgb, var(--sheet) 55%, var(--paper)); stroke: var(--line); }
svg.flat .blocked path { fill: color-mix(in srgb, var(--ink) 55%, var(--paper)); }
svg.flat .optional path { fill: var(--paper); stroke: var(--soft); stroke-dasharray: 3 4; }
svg.flat [data-look=hide] { display: none; }
svg.flat [data-look=ghost] { opacity: .15; }
svg.flat [data-look=outline] path { fill: none; stroke: var(--ink); stroke-width: 1.6; }
svg.flat [data-look=outline] .name { fill: var(--ink); }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 18px; padding: 12px 2px 0; }
.group { display: flex; align-items: center; gap: 6px; }
label.slide { display: flex; align-items: center; gap: 10px; flex: 1 1 150px; color: var(--soft); }
label.slide > span { white-space: nowrap; }
label.slide output { min-width: 3.2em; color: var(--ink); font-variant-numeric: tabular-nums; text-align: right; }
input[type=range] { flex: 1 1 70px; min-width: 60px; width: 100%; height: 24px; margin: 0; accent-color: var(--accent); cursor: pointer; }
button {
  font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 9px;
  min-height: 34px; min-width: 34px; padding: 0 10px; cursor: pointer; display: inline-flex; align-items: center;
  justify-content: center; gap: 7px;
}
button:hover { border-color: var(--soft); }
button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:disabled { opacity: .45; cursor: default; }
button svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
button svg .full { fill: currentColor; stroke: none; }
.segments { display: inline-flex; }
.segments button { border-radius: 0; margin-left: -1px; }
.segments button:first-child { border-radius: 9px 0 0 9px; margin-left: 0; }
.segments button:last-child { border-radius: 0 9px 9px 0; }
.corner { position: absolute; right: 10px; top: 10px; display: flex; flex-direction: column; gap: 6px; }
.stage[data-view=flat] .turns { display: none; }
.corner button { background: color-mix(in srgb, var(--paper) 82%, transparent); }
.pieces { display: flex; flex-wrap: wrap; gap: 6px; padding-top: 12px; max-height: 116px; overflow-y: auto; }
.pieces button { min-height: 30px; padding: 0 9px 0 7px; }
.pieces .swatch { min-width: 16px; height: 14px; border-radius: 4px; box-shadow: inset 0 0 0 1px rgb(0 0 0 / .25); }
.pieces button[data-mode=hide] .swatch { opacity: .15; }
.pieces button[data-mode=hide] { color: var(--soft); text-decoration: line-through; }
.pieces button[data-mode=outline] .swatch { background: none !important; box-shadow: inset 0 0 0 2px currentColor; }
.pieces button[data-mode=isolate] { box-shadow: inset 0 0 0 2px var(--accent); }
.pieces button[aria-pressed=true] { background: var(--back); color: var(--ink); border-color: var(--accent); }
.chosen { display: flex; align-items: center; flex-wrap: wrap; gap: 10px; padding-top: 10px; color: var(--soft); }
.chosen[hidden] { display: none; }
.chosen strong { color: var(--ink); }
.seen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: no-preference) {
  svg.flat .moves { transition: transform .12s linear; }
  svg.flat .body { transition: opacity .2s; }
}
`;
