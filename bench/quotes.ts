// How well the quote gate tells true quotes from false ones, on lines drawn from real repositories.
//   node bench/quotes.ts REPOSITORY[@COMMIT] REPOSITORY[@COMMIT] REPOSITORY[@COMMIT] ...
// Accepted must be all true quotes, also reindented, with CRLF, or up to three lines off; refused at least 99 in 100 false ones.
import { execFileSync } from "node:child_process";
import { checkQuote, drift, normalise, type QuotedFile } from "../src/findings/quote.ts";
import { finish } from "./measure.ts";

const repositories = process.argv.slice(2);
if (repositories.length < 3) {
  console.log("skipped: no data (name three or more git repositories, each as PATH or PATH@COMMIT)");
  process.exit(0);
}

const wanted = 1000;
const source = /\.(ts|tsx|js|jsx|py|go|rs|java|rb|php|cs|c|cc|cpp|h|sh|sql|vue|svelte)$/;

/** The same draw on every run. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}
const numbers = random(42);
const below = (limit: number) => Math.floor(numbers.next().value * limit);

interface Drawn {
  file: QuotedFile;
  line: number;
  text: string;
}

function draw(repository: string, count: number): Drawn[] {
  const [path = "", commit = "HEAD"] = repository.split("@");
  const git = (...args: string[]) =>
    execFileSync("git", ["--git-dir", path, ...args], { maxBuffer: 1e9 }).toString("utf8");
  const oid = git("rev-parse", commit).trim();
  const files = git("ls-tree", "-r", "--name-only", oid)
    .split("\n")
    .filter((name) => source.test(name));
  console.log(`${path.split("/").slice(-2).join("/")} at ${oid.slice(0, 12)}: ${files.length} source files`);
  const drawn: Drawn[] = [];
  while (drawn.length < count) {
    const lines = git("show", `${oid}:${files[below(files.length)]}`).split("\n");
    const telling = lines.flatMap((text, index) => (normalise(text) === "" ? [] : [index]));
    for (let take = 0; take < 5 && telling.length > 20 && drawn.length < count; take++) {
      const index = telling[below(telling.length)]!;
      drawn.push({ file: { lines }, line: index + 1, text: lines[index]! });
    }
  }
  return drawn;
}

const lines = repositories.flatMap((repository) => draw(repository, Math.ceil(wanted / repositories.length)));
const accepts = ({ file }: Drawn, line: number, text: string) =>
  checkQuote({ path: "x", side: "head", start: line, end: line, text }, file).is !== "missing";
/** Whether the text really stands within reach of the line: then accepting it is right. */
const standsNear = ({ file }: Drawn, line: number, text: string) =>
  file.lines.slice(Math.max(0, line - 1 - drift), line + drift).some((near) => normalise(near) === normalise(text));

const truths: Record<string, (one: Drawn) => [line: number, text: string]> = {
  verbatim: ({ line, text }) => [line, text],
  reindented: ({ line, text }) => [line, `\t\t${text.trim()}  `],
  "with CRLF": ({ line, text }) => [line, `${text}\r`],
  "blanks doubled": ({ line, text }) => [line, text.replaceAll(" ", "  ")],
  "up to 3 lines above": ({ line, text }) => [Math.max(1, line - 1 - below(3)), text],
  "up to 3 lines below": ({ line, text }) => [line + 1 + below(3), text],
};

function otherLine(one: Drawn): [number, string] | null {
  for (let tries = 0; tries < 50; tries++) {
    const text = one.file.lines[below(one.file.lines.length)]!;
    if (normalise(text) !== "" && !standsNear(one, one.line, text)) return [one.line, text];
  }
  return null;
}

function farAway(one: Drawn): [number, string] | null {
  for (let tries = 0; tries < 50; tries++) {
    const line = one.line + (below(2) === 0 ? -1 : 1) * (5 + below(40));
    if (line >= 1 && line <= one.file.lines.length && !standsNear(one, line, one.text)) return [line, one.text];
  }
  return null;
}

/** One token is replaced, dropped or doubled. */
function oneTokenEdited({ line, text }: Drawn): [number, string] | null {
  const tokens = text.match(/\w+|\s+|[^\w\s]/g) ?? [];
  const at = tokens.flatMap((token, index) => (token.trim() === "" ? [] : [index]));
  const chosen = at[below(at.length)];
  if (chosen === undefined) return null;
  const edits = [(token: string) => `${token}x`, () => "", (token: string) => `${token} ${token}`, () => "other"];
  return [line, tokens.toSpliced(chosen, 1, edits[below(edits.length)]!(tokens[chosen]!)).join("")];
}

const lies = {
  "swapped with another line": otherLine,
  "5 or more lines off, and not there": farAway,
  "edited in one token": oneTokenEdited,
};

let allTrue = true;
console.log(`true quotes, ${lines.length} lines each:`);
for (const [name, quote] of Object.entries(truths)) {
  const accepted = lines.filter((one) => accepts(one, ...quote(one))).length;
  allTrue &&= accepted === lines.length;
  console.log(`  ${name}: ${accepted} of ${lines.length} accepted`);
}
let mostFalse = true;
console.log("false quotes:");
for (const [name, quote] of Object.entries(lies)) {
  const made = lines.flatMap((one) => {
    const lie = quote(one);
    return lie === null ? [] : [{ one, lie }];
  });
  const refused = made.filter(({ one, lie }) => !accepts(one, ...lie)).length;
  mostFalse &&= refused >= 0.99 * made.length;
  console.log(`  ${name}: ${refused} of ${made.length} refused (${((100 * refused) / made.length).toFixed(1)}%)`);
}
const anyLine = lines
  .map((one) => ({ one, text: one.file.lines[below(one.file.lines.length)]! }))
  .filter(({ one, text }) => normalise(text) !== normalise(one.text));
const passed = anyLine.filter(({ one, text }) => accepts(one, one.line, text)).length;
console.log(
  `for scale: of ${anyLine.length} swaps with any other line, ${passed} stand within ${drift} lines of the place too (braces and their like) and are accepted`,
);
finish({ "every true quote accepted": allTrue, "99% of each kind of false quote refused": mostFalse });
