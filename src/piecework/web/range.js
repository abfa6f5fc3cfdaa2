// A slider as browsers have it. It keeps its own value, so that what the server sends does not pull it out of
// the hand that moves it.
import { h } from "vue";

export default {
  props: { value: Number, min: Number, max: Number, step: Number, label: String },
  emits: ["change"],
  data() { return { now: this.value, held: false }; },
  watch: {
    value(value) { if (!this.held) this.now = value; },
  },
  methods: {
    moved(event) {
      this.now = Number(event.target.value);
      this.$emit("change", this.now);
      this.held = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => { this.held = false; }, 400);
    },
  },
  render() {
    return h("input", {
      type: "range", class: "pw-range", min: this.min, max: this.max, step: this.step, value: this.now,
      "aria-label": this.label, onInput: this.moved,
    });
  },
};
