// The layers of a shape as rings, each part a sector to press or to walk to with the arrow keys.
// The pictures come from the server; only the sectors above them are ours, so focus stays where it is.
import { h } from "vue";

export default {
  props: {
    rings: { type: Array, required: true }, // { art, caption, sectors: [{ path, name }] }
    defs: { type: String, default: "" },
  },
  emits: ["press"],
  data: () => ({ at: [0, 0] }),
  methods: {
    key(event, layer, column) {
      const around = this.rings[layer].sectors.length;
      const step = { ArrowRight: [0, 1], ArrowLeft: [0, around - 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] }[event.key];
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        this.$emit("press", { layer, column });
      } else if (step) {
        event.preventDefault();
        const next = [layer + step[0], (column + step[1]) % around];
        if (!this.rings[next[0]]) return;
        this.at = next;
        this.$nextTick(() => this.$el.querySelector(`[data-at="${next}"]`)?.focus());
      }
    },
    sector(sector, layer, column) {
      const here = this.at[0] === layer && this.at[1] === column;
      return h("path", {
        key: column, d: sector.path, class: "pw-sector", role: "button", "data-at": `${layer},${column}`,
        tabindex: here ? 0 : -1, "aria-label": sector.name,
        onClick: () => { this.at = [layer, column]; this.$emit("press", { layer, column }); },
        onKeydown: (event) => this.key(event, layer, column),
        onFocus: () => { this.at = [layer, column]; },
      }, [h("title", sector.name)]);
    },
  },
  render() {
    if (this.at[0] >= this.rings.length || this.at[1] >= this.rings[0].sectors.length) this.at = [0, 0];
    return h("div", { class: "pw-rings", role: "group", "aria-label": "Layers of the shape" },
      this.rings.map((ring, layer) => h("figure", { class: "pw-ring", key: layer }, [
        h("svg", { viewBox: "-52 -52 104 104" }, [
          h("g", { innerHTML: this.defs + ring.art, "aria-hidden": "true" }),
          ...ring.sectors.map((sector, column) => this.sector(sector, layer, column)),
        ]),
        h("figcaption", ring.caption),
      ])));
  },
};
