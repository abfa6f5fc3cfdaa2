// The graph of a plan: machines up to the step are there, the step's own stands out, the rest waits faintly.
import { h } from "vue";

export default {
  props: {
    svg: { type: String, required: true },
    whole: { type: Boolean, default: true }, // as small as it takes to see all of it
    step: { type: Number, default: 0 },
  },
  emits: ["step"],
  watch: {
    step() { this.show(true); },
    svg() { this.$nextTick(() => this.show(false)); },
  },
  methods: {
    show(follow) {
      for (const machine of this.$el.querySelectorAll("[data-step]")) {
        const number = Number(machine.dataset.step);
        machine.classList.toggle("pw-later", number > this.step);
        machine.classList.toggle("pw-now", number === this.step);
        machine.setAttribute("tabindex", number === this.step ? "0" : "-1");
        machine.setAttribute("aria-pressed", String(number === this.step));
        if (number === this.step && follow) this.follow(machine);
      }
      for (const belt of this.$el.querySelectorAll("[data-belt]")) {
        const number = Number(belt.dataset.belt) + 1;
        belt.classList.toggle("pw-later", number > this.step);
        belt.classList.toggle("pw-now", number === this.step);
      }
    },
    follow(machine, atOnce = false) {
      if (!machine) return;
      const room = this.$el.getBoundingClientRect();
      const box = machine.getBoundingClientRect();
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.$el.scrollTo({
        left: this.$el.scrollLeft + box.left + box.width / 2 - room.left - room.width / 2,
        top: this.$el.scrollTop + box.top + box.height / 2 - room.top - room.height / 2,
        behavior: still || atOnce ? "auto" : "smooth",
      });
    },
    chosen(event) {
      const machine = event.target.closest("[data-step]");
      if (machine) this.$emit("step", { step: Number(machine.dataset.step) });
    },
    key(event) {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (way) {
        event.preventDefault();
        this.$emit("step", { step: this.step + way });
        setTimeout(() => this.$el.querySelector('[tabindex="0"]')?.focus(), 150);
      }
    },
  },
  mounted() {
    this.show(false);
    this.$nextTick(() => this.follow(this.$el.querySelector(".pw-now"), true));
  },
  render() {
    return h("div", {
      class: ["pw-plan", this.whole ? "pw-whole" : ""], innerHTML: this.svg, onClick: this.chosen, onKeydown: this.key,
      tabindex: 0, role: "region", "aria-label": "Machines of the plan",
    });
  },
};
