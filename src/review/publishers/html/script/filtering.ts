// Contains the client script for filters: keeps them in the URL and applies them to findings and files.

export const filterStateScript = `
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const { words, step } = data;
const root = document.documentElement;
root.classList.add("js");
const names = ["severity", "check", "outcome"];
const boxes = [...document.querySelectorAll("#filters fieldset input")];
const search = $("search");
const onlyFound = $("only-found");
let room = { ...step };
let current = -1;
let visible = [];
const revealed = new Set();

const fill = (text, n, all) => text.replace("{n}", n).replace("{all}", all);

/** Markup of ours, made when the page was: every text in it is escaped. */
function element(markup) {
  const leaseOwner = document.createElement("template");
  leaseOwner.innerHTML = markup;
  return leaseOwner.content;
}

function chosen(name) {
  const of = boxes.filter((box) => box.name === name);
  const on = of.filter((box) => box.checked).map((box) => box.value);
  return { all: on.length === of.length, on: new Set(on) };
}

function writeAddress() {
  const parts = new URLSearchParams();
  for (const name of names) {
    const { all, on } = chosen(name);
    if (!all) parts.set(name, [...on].join(","));
  }
  if (search.value.trim() !== "") parts.set("path", search.value.trim());
  if (onlyFound.checked) parts.set("files", "found");
  if (current >= 0) parts.set("finding", data.ids ? data.ids[current][0] : current);
  const text = parts.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  const hash = text === "" ? "" : "#" + text;
  if (hash !== location.hash) history.replaceState(null, "", hash === "" ? location.pathname + location.search : hash);
}

/** By its number in the list, or by its id or identity where links from elsewhere may name those; or -1. */
function findingOf(name) {
  if (data.ids) {
    const known = data.ids.findIndex((ids) => ids.includes(name));
    if (known >= 0) return known;
  }
  return /^\\d{1,6}$/.test(name) ? Number(name) : -1;
}

/** Gives the finding that the address names, or -1. A plain #finding-3 is a link from elsewhere. */
function readAddress() {
  const hash = location.hash.slice(1);
  if (/^finding-/.test(hash)) return findingOf(new URLSearchParams("n=" + hash.slice(8)).get("n"));
  if (hash !== "" && !hash.includes("=")) return -1;
  const parts = new URLSearchParams(hash);
  for (const box of boxes) {
    const on = parts.get(box.name);
    box.checked = on === null || on.split(",").includes(box.value);
  }
  search.value = parts.get("path") ?? "";
  onlyFound.checked = parts.get("files") === "found";
  if ([...parts.keys()].some((key) => key !== "finding")) $("filters").open = true;
  return parts.has("finding") ? findingOf(parts.get("finding")) : -1;
}
`;

export const filterListsScript = `
const shells = new Map([...document.querySelectorAll("#files-list .file")].map((one) => [Number(one.dataset.i), one]));
const rows = new Map([...document.querySelectorAll("#list li")].map((one) => [Number(one.dataset.i), one]));
const filesBox = $("files-list");

function shell(index) {
  if (!shells.has(index)) shells.set(index, element(data.files[index].h).firstElementChild);
  return shells.get(index);
}

function row(index) {
  if (!rows.has(index)) rows.set(index, element(data.findings[index][5]).firstElementChild);
  return rows.get(index);
}

function show(box, wanted) {
  if (wanted.length !== box.children.length || wanted.some((one, at) => one !== box.children[at])) box.replaceChildren(...wanted);
}

function more(button, text, left, by) {
  button.hidden = left <= 0;
  button.textContent = fill(text, Math.min(left, by), left);
}

function showFindings() {
  const shown = visible.slice(0, room.findings);
  for (const list of document.querySelectorAll("#list ol"))
    show(list, shown.filter((index) => data.findings[index][2] === list.dataset.outcome).map(row));
  const button = $("more-findings");
  if (button) {
    more(button, words.moreFindings, visible.length - shown.length, step.findings);
    $("none").hidden = visible.length > 0;
  }
  $("shown").textContent = data.findings.length > 0 ? fill(words.shown, visible.length, data.findings.length) : "";
}

function showCards(inside) {
  const on = new Set(visible);
  for (const slot of inside.querySelectorAll("[data-f]")) slot.hidden = !on.has(Number(slot.dataset.f));
}

function apply() {
  const parts = search.value.trim().toLowerCase().split(/\\s+/);
  const matches = (path) => parts.every((part) => path.includes(part));
  const [severity, check, outcome] = names.map(chosen);
  visible = data.findings.flatMap(([s, c, f, file], index) =>
    (severity.all || severity.on.has(s)) && (check.all || c.some((one) => check.on.has(one))) && (outcome.all || outcome.on.has(f)) && matches(data.files[file].p) ? [index] : []);
  showFindings();
  showFiles(matches);
  for (const one of shells.values()) showCards(one);
}

function refilter() {
  room = { ...step };
  apply();
  writeAddress();
}
`;

/** In a report: inserts the matching ones into the page, up to a limit. */
export const reportFilesScript = `
function showFiles(matches) {
  if (!filesBox) return;
  const wanted = [];
  data.files.forEach((file, index) => {
    if (matches(file.p) && (!onlyFound.checked || file.n > 0)) wanted.push(index);
  });
  const first = wanted.slice(0, room.files);
  const all = [...new Set([...first, ...wanted.filter((index) => revealed.has(index))])].sort((a, b) => a - b);
  show(filesBox, all.map(shell));
  more($("more-files"), words.moreFiles, wanted.length - all.length, step.files);
  $("no-file").hidden = wanted.length > 0;
}
`;

/** On the dashboard all of them are in the page. */
export const siteFilesScript = `
data.files = [...shells.values()].map((one) => ({
  p: one.querySelector(".path").textContent.toLowerCase(),
  n: one.querySelector(".flag") ? 1 : 0,
}));

function showFiles(matches) {
  if (!filesBox) return;
  let any = false;
  data.files.forEach((file, index) => {
    const on = matches(file.p) && (!onlyFound.checked || file.n > 0);
    const one = shells.get(index);
    if (one.hidden === on) one.hidden = !on;
    any ||= on;
  });
  for (const chunk of filesBox.children) chunk.hidden = [...chunk.children].every((one) => one.hidden);
  $("no-file").hidden = any;
}
`;
