import { languageFor } from "./languages.ts";
import { scan } from "./scan.ts";
import { cases } from "../../../test/support/cases.ts";

/** Each character by its part: `.` code, `c` comment, `s` string, `q` quote, `r` regular expression. */
function partsIn(path: string, text: string): string {
  return [...scan(text, languageFor(path)!).parts].map((kind) => ".csqr"[kind]).join("");
}

cases("%s: %s", partsIn, [
  ["a.ts", "a / b / c // d", "..........cccc"],
  ["a.ts", "x = /[/]\"/g; 'y'", "....rrrrrrr..qsq"],
  ["a.ts", "`a${b + `c`}d`", "qs......qsq.sq"],
  ["a.ts", "`a${b}c${d}e", "qs....s....s"],
  ["a.ts", "'open\n'x'", "qssss.qsq"],
  ["a.ts", "<T>(x) / 'a'", ".........qsq"],
  ["a.tsx", `<p id="a">it's // {/*b*/ 'c'}</p>; 'd'`, "......qsq..........ccccc.qsq.......qsq"],
  ["a.vue", "<p>it's</p>\n<script>\nx = /'/; 'y'\n</script>", ".....qsssss..............rrr..qsq.........."],
]);
