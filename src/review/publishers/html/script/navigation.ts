// Contains the client script for navigation between findings by link and key, the theme, the help, and printing.
import { scriptWords } from "../../../words/report-texts.ts";

export const navigationScript = `
async function go(index) {
  const finding = data.findings[index];
  if (!finding) return;
  const [, , , at, piece] = finding;
  if (!visible.includes(index)) return;
  mark(index);
  if (!shell(at).isConnected) { revealed.add(at); apply(); }
  const file = shell(at);
  file.open = true;
  await layOut(file);
  await layOutPiece(file, piece);
  const card = $("finding-" + index);
  // Somebody went on while it came, or it did not come.
  if (!card || current !== index) return;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "center" });
  // Sizes above it were guesses until now.
  requestAnimationFrame(() => card.scrollIntoView({ block: "center" }));
  writeAddress();
}

function mark(index) {
  current = index;
  if (visible.indexOf(index) >= room.findings) { room.findings = visible.indexOf(index) + step.findings; showFindings(); }
  for (const [at, one] of rows) {
    const link = one.querySelector("a");
    if (at === index) { link.setAttribute("aria-current", "true"); nearest(one); }
    else link.removeAttribute("aria-current");
  }
}

/** In view within the list, without moving the page. */
function nearest(one) {
  const box = $("findings");
  const [a, b] = [one.getBoundingClientRect(), box.getBoundingClientRect()];
  if (a.top < b.top) box.scrollTop -= b.top - a.top + 8;
  else if (a.bottom > b.bottom) box.scrollTop += a.bottom - b.bottom + 8;
}

/** From where one is, even if that finding is filtered out by now. */
function next(by) {
  if (visible.length === 0) return;
  const after = by > 0 ? visible.find((index) => index > current) : visible.findLast((index) => index < current);
  go(after ?? (by > 0 || current < 0 ? visible.at(-1) : visible[0]));
}

/** From the file that has the focus, or else from the first one in view. */
function nextFile(by) {
  const files = [...document.querySelectorAll("#files-list .file")].filter((one) => !one.hidden && one.checkVisibility());
  const focused = files.findIndex((one) => one.contains(document.activeElement));
  const inView = files.findIndex((one) => one.getBoundingClientRect().bottom > 80);
  const file = files[focused >= 0 ? focused + by : by > 0 ? inView : inView - 1];
  if (!file) return;
  file.open = true;
  file.querySelector("summary").focus({ preventScroll: true });
  file.scrollIntoView();
}

function nextInList(link, by) {
  const links = [...document.querySelectorAll("#list li a")];
  links[links.indexOf(link) + by]?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href*="#finding-"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(Number(link.hash.slice(9)));
});
`;

/** The report has no frame, so it handles the theme itself. */
export const reportThemeScript = `
const themes = ["auto", "light", "dark"];
function setTheme(theme) {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  $("theme").textContent = words.themes[theme];
}
function nextTheme() {
  const theme = themes[(themes.indexOf(root.dataset.theme ?? "auto") + 1) % 3];
  setTheme(theme);
  try { localStorage.setItem("crosscheck-theme", theme); } catch {}
}
$("theme").addEventListener("click", nextTheme);
try { const kept = localStorage.getItem("crosscheck-theme"); if (themes.includes(kept)) setTheme(kept); } catch {}
`;

export const siteThemeScript = `
const nextTheme = () => $("theme").click();
`;

/** The form for a finding of a draft that waits, with what it is folded into. */
export const editScript = `
function editFinding() {
  const form = $("edit-" + current) ?? document.querySelector(".gate .edits");
  if (!form) return;
  for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  form.scrollIntoView({ block: "center" });
  (form.querySelector("button") ?? form).focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.edit");
  if (!link) return;
  event.preventDefault();
  current = Number(link.hash.slice(6));
  editFinding();
});

/** The layout of code is remembered for the reviews to come. */
for (const link of document.querySelectorAll("[data-layout]"))
  link.addEventListener("click", () => { document.cookie = "crosscheck-diff=" + link.dataset.layout + "; path=/; max-age=31536000; samesite=strict"; });
`;

/** Copies what an agent is told of a finding; of a whole review it is asked for. */
export const copyScript = `
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-from]");
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const label = button.lastChild;
  const says = label.textContent;
  try {
    const text = button.dataset.copy ?? (await (await fetch(button.dataset.copyFrom)).text());
    await navigator.clipboard.writeText(text);
    label.textContent = ${JSON.stringify(scriptWords.copied)};
  } catch {
    // Without a clipboard, as on a plain http address, the text itself is shown where it has one.
    if (button.href) location.href = button.href;
    else label.textContent = ${JSON.stringify(scriptWords.notCopied)};
  }
  setTimeout(() => { label.textContent = says; }, 2000);
});
`;

export const keyboardScript = `
const help = $("help");
$("open-help").addEventListener("click", () => help.showModal());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const typing = event.target.matches?.("textarea, select, input:not([type=checkbox], [type=radio])");
  if (event.key === "Escape" && event.target === search) { search.value = ""; search.blur(); refilter(); return; }
  if (typing) return;
  const inList = event.target.closest?.("#list li a");
  const act = {
    j: () => next(1),
    k: () => next(-1),
    n: () => nextFile(1),
    p: () => nextFile(-1),
    ...(typeof editFinding === "function" && { e: editFinding }),
    "/": () => { $("filters").open = true; search.focus(); search.select(); },
    t: nextTheme,
    "?": () => help.showModal(),
    ...(inList && { ArrowDown: () => nextInList(inList, 1), ArrowUp: () => nextInList(inList, -1) }),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

/** On paper, what is in the page is unfolded; afterwards it is as it was. */
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")].filter((one) => !one.matches(".file") || one.querySelector(".body > *"));
  for (const one of opened) one.open = true;
});
addEventListener("afterprint", () => { for (const one of opened) one.open = false; });
`;
