// The viewer as an element of a page: properties in, events out; the viewer itself knows nothing of frameworks.
import { OrbitControls, THREE } from "nicegui-scene";
import { mount } from "piecework-viewer/viewer.js";

export default {
  template: `<div></div>`,
  props: {
    // As text, so that Vue does not wrap thousands of cells into things to be watched.
    scene: String,
    solution: String,
    view: String,
    controls: Boolean,
    label: String,
    fold: Number,
    explode: Number,
  },
  mounted() {
    const scene = JSON.parse(this.scene);
    if (this.solution) scene.solution = JSON.parse(this.solution);
    const options = { THREE, OrbitControls, controls: this.controls, theme: this.theme() };
    if (this.view) options.view = this.view;
    if (this.label) options.label = this.label;
    this.viewer = mount(this.$el, scene, { ...options, onChoose: (name) => this.$emit("choose", name) });
    this.$el.viewer = this.viewer;
    if (typeof this.fold === "number") this.viewer.setFold(this.fold);
    if (typeof this.explode === "number") this.viewer.setExplode(this.explode);
    this.themes = new MutationObserver(() => this.viewer.theme !== this.theme() && this.viewer.setTheme(this.theme()));
    this.themes.observe(document.body, { attributes: true, attributeFilter: ["class"] });
  },
  unmounted() {
    this.themes?.disconnect();
    this.viewer?.dispose();
  },
  watch: {
    scene(text) {
      const scene = JSON.parse(text);
      if (this.solution) scene.solution = JSON.parse(this.solution);
      this.viewer?.setScene(scene);
    },
    solution(text) {
      this.viewer?.setSolution(text ? JSON.parse(text) : null);
    },
    fold(amount) {
      this.viewer?.setFold(amount);
    },
    explode(amount) {
      this.viewer?.setExplode(amount);
    },
    view(view) {
      this.viewer?.setView(view);
    },
  },
  methods: {
    theme() {
      return document.body.classList.contains("body--dark") ? "dark" : "light";
    },
    play(on) {
      this.viewer.play(on);
    },
    step(number) {
      this.viewer.setStep(number);
    },
    piece(name, mode) {
      this.viewer.setPiece(name, mode);
    },
    async png() {
      return this.viewer.png({ background: this.theme() === "dark" ? "#171c24" : "#ffffff" });
    },
    /** Save the picture as it is on the screen. */
    async download(name) {
      const link = document.createElement("a");
      link.href = await this.png();
      link.download = name;
      link.click();
    },
  },
};
