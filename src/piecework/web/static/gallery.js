// The gallery in the browser: search, filters, and opening a file. The cards come from the server as they are;
// here they are only shown and hidden, so an answer never waits for anything. Listeners sit on the document,
// because the page's elements may come later than this module.

const LARGEST = 256 * 1024; // bytes of a puzzle file

const at = (id) => document.getElementById(id);

/** Show the cards that match what is typed and chosen, and say how many. */
function filter() {
  const cards = at("gl-cards");
  if (!cards) return;
  const words = at("gl-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = at("gl-kind").value;
  const level = at("gl-level").value;
  let shown = 0;
  for (const card of cards.children) {
    const fits =
      words.every((word) => card.dataset.words.includes(word)) &&
      (!kind || card.dataset.kind === kind) &&
      (!level || card.dataset.level === level);
    card.hidden = !fits;
    shown += fits;
  }
  at("gl-none").hidden = shown > 0;
  at("gl-count").textContent = shown === 1 ? "1 puzzle" : `${shown} puzzles`;
  const query = new URLSearchParams();
  if (words.length) query.set("q", at("gl-search").value);
  if (kind) query.set("kind", kind);
  if (level) query.set("level", level);
  history.replaceState(history.state, "", query.size ? `?${query}` : location.pathname);
}

/** What is wrong with a file, in words: one line a fault. */
function say(text) {
  const box = at("gl-error");
  box.textContent = text;
  box.hidden = !text;
}

/** Send a file to the server, and go to its page when it is a puzzle. */
async function open(file) {
  if (file.size > LARGEST) {
    say(`${file.name} is larger than the ${LARGEST / 1024} kB that a puzzle file may have.`);
    return;
  }
  say("");
  document.body.style.cursor = "progress";
  try {
    const answer = await fetch("/api/puzzles", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: await file.text() }),
    });
    const said = await answer.json().catch(() => ({}));
    if (answer.ok) {
      location.assign(`/puzzle/${encodeURIComponent(said.name)}`);
    } else {
      const why = typeof said.detail === "string" ? said.detail : "This is not a puzzle file.";
      say(`${file.name} cannot be opened.\n${why.replaceAll(/^puzzle:/gm, "line ")}`);
    }
  } catch (error) {
    say(`${file.name} cannot be opened: ${error.message}`);
  } finally {
    document.body.style.cursor = "";
  }
}

document.addEventListener("input", (event) => {
  if (["gl-search", "gl-kind", "gl-level"].includes(event.target.id)) filter();
});
document.addEventListener("change", (event) => {
  if (event.target.id === "gl-file" && event.target.files.length) {
    open(event.target.files[0]);
    event.target.value = "";
  }
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("gl-dragging");
});
for (const name of ["dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    if (name === "dragleave" && event.relatedTarget) return;
    document.body.classList.remove("gl-dragging");
  });
}
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
});

/** Take up what the address says, as soon as the elements are there. */
function begin() {
  if (!at("gl-cards")) {
    requestAnimationFrame(begin);
    return;
  }
  const query = new URLSearchParams(location.search);
  at("gl-search").value = query.get("q") ?? "";
  at("gl-kind").value = query.get("kind") ?? "";
  at("gl-level").value = query.get("level") ?? "";
  if (query.size) filter();
}
begin();
