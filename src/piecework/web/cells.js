// A grid of cells to click, drag over, or walk with the arrow keys; solids show their layers side by side.
//
// It knows no puzzle: each cell holds one character, `looks` says what the characters look like and are called,
// and what changes is told to the server, which sends the new cells back. While a stroke is drawn the cells
// are coloured at once, here, and a brush is taken up at once, so that a slow server is not felt.
import { h } from "vue";

const STEPS = { ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0],
  PageUp: [0, 0, -1], PageDown: [0, 0, 1] };

export default {
  props: {
    layers: { type: Array, required: true }, // layers[z][y] is a row of characters
    looks: { type: Object, required: true }, // character -> { name, text?, fixed?, colour? }
    brush: { type: String, default: "#" }, // the first one
    off: { type: String, default: "." },
    press: { type: Boolean, default: false }, // tell of single cells, and let the server say what becomes of them
    label: { type: String, default: "" },
    side: { type: Number, default: 28 },
    captions: { type: Array, default: () => [] },
  },
  emits: ["paint", "press"],
  data() {
    return { focus: "", stroke: null, pending: {}, held: this.brush };
  },
  watch: {
    layers() {
      if (!this.stroke) this.pending = {};
    },
  },
  methods: {
    use(brush) {
      this.held = brush;
    },
    mark(x, y, z) {
      return this.pending[`${x},${y},${z}`] ?? this.layers[z]?.[y]?.[x] ?? " ";
    },
    active(x, y, z) {
      const look = this.looks[this.mark(x, y, z)];
      return Boolean(look) && !look.fixed;
    },
    begin(x, y, z) {
      this.focus = `${x},${y},${z}`;
      if (this.press) return this.$emit("press", { cell: [x, y, z] });
      const mark = this.mark(x, y, z) === this.held ? this.off : this.held;
      this.stroke = { mark, cells: [], last: [x, y, z] };
      this.touch(x, y, z);
    },
    touch(x, y, z) {
      if (!this.stroke || !this.active(x, y, z)) return;
      const key = `${x},${y},${z}`;
      if (key in this.pending && this.stroke.cells.some((cell) => cell.join() === key)) return;
      this.stroke.cells.push([x, y, z]);
      this.pending = { ...this.pending, [key]: this.stroke.mark };
    },
    end() {
      if (!this.stroke) return;
      const { cells, mark } = this.stroke;
      this.stroke = null;
      this.$emit("paint", { cells, mark });
      // If nothing comes of it, the cells show again what the server knows.
      const shown = this.pending;
      setTimeout(() => { if (this.pending === shown) this.pending = {}; }, 1500);
    },
    down(event, x, y, z) {
      if (event.button) return;
      event.target.releasePointerCapture?.(event.pointerId); // a finger, too, shall enter other cells
      this.begin(x, y, z);
    },
    move(event) {
      if (!this.stroke) return;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
      if (!under || !this.$el.contains(under)) return;
      const [x, y, z] = under.dataset.cell.split(",").map(Number);
      // A quick hand skips cells between two events: what lies between them was meant, too.
      const [a, b, c] = this.stroke.last ?? [x, y, z];
      const steps = c === z ? Math.max(Math.abs(x - a), Math.abs(y - b), 1) : 1;
      for (let step = 1; step <= steps; step++) {
        this.touch(Math.round(a + ((x - a) * step) / steps), Math.round(b + ((y - b) * step) / steps), z);
      }
      this.stroke.last = [x, y, z];
    },
    key(event, x, y, z) {
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        this.begin(x, y, z);
        this.end();
        return;
      }
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      let [a, b, c] = [x + step[0], y + step[1], z + step[2]];
      while (this.layers[c]?.[b]?.[a] !== undefined && !this.active(a, b, c)) {
        [a, b, c] = [a + step[0], b + step[1], c + step[2]];
      }
      if (this.layers[c]?.[b]?.[a] === undefined) return;
      this.focus = `${a},${b},${c}`;
      this.$nextTick(() => this.$el.querySelector(`[data-cell="${a},${b},${c}"]`)?.focus());
    },
    cell(x, y, z, first) {
      const mark = this.mark(x, y, z);
      const look = this.looks[mark];
      const key = `${x},${y},${z}`;
      if (!look) return h("span", { key, class: "pw-cell pw-none" });
      const style = look.colour ? { "--colour": look.colour } : {};
      const shared = { key, style, "data-mark": mark, class: ["pw-cell", look.colour ? "pw-coloured" : ""] };
      if (look.fixed) return h("span", { ...shared, "aria-hidden": "true" }, look.text);
      const layer = this.layers.length > 1 ? `, layer ${z + 1}` : "";
      return h("button", {
        ...shared,
        type: "button",
        "data-cell": key,
        tabindex: (this.focus ? this.focus === key : first) ? 0 : -1,
        "aria-label": `column ${x + 1}, row ${y + 1}${layer}: ${look.name}`,
        onPointerdown: (event) => this.down(event, x, y, z),
        onKeydown: (event) => this.key(event, x, y, z),
        onFocus: () => { this.focus = key; },
      }, look.text);
    },
  },
  mounted() {
    this.up = () => this.end();
    window.addEventListener("pointerup", this.up);
    window.addEventListener("pointercancel", this.up);
  },
  unmounted() {
    window.removeEventListener("pointerup", this.up);
    window.removeEventListener("pointercancel", this.up);
  },
  render() {
    const [a, b, c] = this.focus.split(",").map(Number);
    if (this.focus && !this.active(a, b, c)) this.focus = "";
    let first = true;
    const layers = this.layers.map((rows, z) => {
      const cells = rows.flatMap((row, y) => [...row].map((_, x) => {
        const node = this.cell(x, y, z, first && this.active(x, y, z));
        if (first && this.active(x, y, z)) first = false;
        return node;
      }));
      const columns = rows[0]?.length ?? 1;
      const grid = h("div", { class: "pw-cells-grid", style: { "--columns": columns } }, cells);
      const caption = this.captions[z] ?? (this.layers.length > 1 ? `layer ${z + 1}` : "");
      return h("div", { class: "pw-cells-layer", key: z }, caption ? [h("span", { class: "pw-cells-caption" }, caption), grid] : [grid]);
    });
    return h("div", {
      class: "pw-cells", role: "group", "aria-label": this.label, style: { "--side": `${this.side}px` },
      onPointermove: this.move,
    }, layers);
  },
};
