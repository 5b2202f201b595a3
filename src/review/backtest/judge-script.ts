// Contains the client script of the judging page, as text. Answers stay in the page until they are saved to a file.
export const judgeScript = `"use strict";(() => {
const root = document.documentElement;
root.classList.add("js");
const cards = [...document.querySelectorAll("article")];
const known = new Set(cards.map((card) => card.dataset.id));
const says = new Set(["right", "wrong", "unclear"]);
const said = new Map();
let at = 0;
const show = (card) => {
  const answer = said.get(card.dataset.id);
  if (answer) card.dataset.said = answer; else delete card.dataset.said;
  for (const button of card.querySelectorAll("[data-says]"))
    button.setAttribute("aria-pressed", String(button.dataset.says === answer));
  document.getElementById("left").textContent = cards.length - said.size;
};
const go = (index) => {
  if (!cards[index]) return;
  at = index;
  cards[at].focus({ preventScroll: true });
  cards[at].scrollIntoView({ block: "start" });
};
const judge = (card, answer) => {
  if (said.get(card.dataset.id) === answer) said.delete(card.dataset.id);
  else said.set(card.dataset.id, answer);
  show(card);
};
for (const [index, card] of cards.entries())
  card.addEventListener("click", (event) => {
    at = index;
    const button = event.target.closest("[data-says]");
    if (button) judge(card, button.dataset.says);
  });
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
  const key = event.key.toLowerCase();
  const answer = { r: "right", w: "wrong", u: "unclear" }[key];
  if (key === "j") go(at + 1);
  else if (key === "k") go(at - 1);
  else if (answer && cards[at]) { judge(cards[at], answer); go(at + 1); }
});
document.getElementById("save").addEventListener("click", () => {
  const text = JSON.stringify({ judgements: Object.fromEntries(said) }, null, 2) + "\\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "judgements.json";
  link.click();
  URL.revokeObjectURL(link.href);
});
document.getElementById("open").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  try {
    const { judgements } = JSON.parse(await file.text());
    for (const [id, answer] of Object.entries(judgements)) if (known.has(id) && says.has(answer)) said.set(id, answer);
  } catch { alert("This is not a file of judgements."); }
  cards.forEach(show);
});
addEventListener("beforeunload", (event) => { if (said.size > 0) event.preventDefault(); });
})();`;
