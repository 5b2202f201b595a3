// Contains the client script for the dashboard: fetches pieces of files when they are unfolded or scroll near, and
// jumps to lines found by the server's search.

export const fetchPiecesScript = `
/** What is on its way, so that nothing is asked for twice. */
const coming = new Map();
/** The links that stood where pieces are now, to be put back when the file is folded. */
const links = new WeakMap();

function bring(link) {
  if (!coming.has(link)) coming.set(link, load(link).finally(() => coming.delete(link)));
  return coming.get(link);
}

async function load(link) {
  link.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { "hx-request": "true" } });
    // Who must sign in again is led elsewhere, and that is no piece.
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    const piece = element(await answer.text());
    showCards(piece);
    const first = piece.firstElementChild;
    link.replaceWith(piece);
    return first;
  } catch {
    link.textContent = words.notLoaded;
    return null;
  } finally {
    link.removeAttribute("aria-busy");
  }
}

const linkTo = (file, at) => file.querySelector('.more[data-piece="' + at + '"]');

async function layOut(file) {
  const link = linkTo(file, 0);
  if (!link) return;
  links.set(file, link);
  await bring(link);
}

async function layOutPiece(file, at) {
  await layOut(file);
  const link = linkTo(file, at);
  return link ? await bring(link) : null;
}

function folded(file) {
  if (links.has(file)) file.replaceChildren(file.firstElementChild, links.get(file));
}

const near = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    if (target.open) layOut(target);
  }
}, { rootMargin: "600px 0px" });

function unfolded(file) {
  near.observe(file);
}
for (const file of shells.values()) if (file.open) near.observe(file);
`;

export const codeSearchScript = `
/** A line that the server found: its file is unfolded, the piece with it laid out, and it has the focus. */
async function goToLine([at, piece, side, line]) {
  if (shell(Number(at)).hidden) { search.value = ""; onlyFound.checked = false; refilter(); }
  const file = shell(Number(at));
  file.open = true;
  await layOutPiece(file, Number(piece));
  const row = [...file.querySelectorAll("table.diff tr")].find(({ cells }) => cells.length > 2 && cells[side === "head" ? cells.length - 2 : 0].textContent === line);
  row?.closest(".far:not(.shown)")?.previousElementSibling.querySelector("button").click();
  for (const one of document.querySelectorAll("tr.hit")) one.classList.remove("hit");
  const target = row ?? file;
  row?.classList.add("hit");
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center" });
  requestAnimationFrame(() => target.scrollIntoView({ block: "center" }));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-hit]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goToLine(link.dataset.hit.split("."));
});
`;
