// Assembles the page's client script, as text: it runs in a browser, outside this project's types; test/browser tests
// it. It renders on demand, filters, navigates between findings, and keeps the state in the URL.
import { reportFilesScript, siteFilesScript, filterListsScript, filterStateScript } from "./script/filtering.ts";
import { fetchPiecesScript, codeSearchScript } from "./script/fetch-pieces.ts";
import { renderPiecesScript, piecesFromDataScript } from "./script/render-pieces.ts";
import {
  copyScript,
  editScript,
  keyboardScript,
  navigationScript,
  reportThemeScript,
  siteThemeScript,
} from "./script/navigation.ts";

const start = `
for (const box of boxes) box.addEventListener("change", refilter);
onlyFound.addEventListener("change", refilter);
search.addEventListener("input", refilter);
addEventListener("hashchange", () => {
  const finding = readAddress();
  apply();
  if (finding >= 0) go(finding);
});
if (matchMedia("(max-width: 60rem)").matches) $("filters").open = false;
const first = readAddress();
apply();
if (first >= 0) go(first);
else if (data.start >= 0) go(data.start);
`;

const whole = (...parts: readonly string[]) => `"use strict";(() => {${parts.join("")}})();`;

/** For the report: everything is in the page's data. */
export const reportScript = whole(
  filterStateScript,
  filterListsScript,
  reportFilesScript,
  piecesFromDataScript,
  renderPiecesScript,
  navigationScript,
  reportThemeScript,
  copyScript,
  keyboardScript,
  start,
);

/** For a dashboard page: missing parts are fetched from the server, and the frame handles the theme. */
export const siteScript = whole(
  filterStateScript,
  filterListsScript,
  siteFilesScript,
  fetchPiecesScript,
  renderPiecesScript,
  navigationScript,
  codeSearchScript,
  siteThemeScript,
  editScript,
  keyboardScript,
  start,
);
