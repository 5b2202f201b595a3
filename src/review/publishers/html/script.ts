// The page's own script, as text: it runs in a browser, where this project's types do not reach; test/browser holds it.
// It lays out what is asked for, filters, moves between findings, and keeps what is chosen in the address.
import { lists, state } from "./script/filtering.ts";
import { layingOut } from "./script/laying-out.ts";
import { keyboard, moving } from "./script/moving.ts";

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
`;

export const script = `"use strict";(() => {${state}${lists}${layingOut}${moving}${keyboard}${start}})();`;
