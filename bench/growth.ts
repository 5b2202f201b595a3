// Whether everything that reads an attacker's text takes time in proportion to it. Shapes are found by hand and by fuzzing.
//   node bench/growth.ts [--seed N]
// Four times the text may take at most ten times as long; quadratic work takes sixteen times.
import { parseArgs } from "node:util";
import fc from "fast-check";
import { findConcerns } from "../src/change/concerns.ts";
import { parseIntent } from "../src/change/intent.ts";
import { linkedIssue } from "../src/change/linked-issue.ts";
import { parseDiff } from "../src/change/parse-diff.ts";
import { secretsInFile } from "../src/findings/checks/non-code/secrets-in-file.ts";
import { languageFor } from "../src/findings/text/languages.ts";
import { scan } from "../src/findings/text/scan.ts";
import { sanitizeOutgoing } from "../src/review/sanitize-outgoing.ts";
import { validateSummary } from "../src/review/summary-validator.ts";
import { oneLine } from "../src/review/words/text.ts";
import { finish } from "./measure.ts";

const { values } = parseArgs({ options: { seed: { type: "string", default: String(Date.now() % 1e9) } } });
const most = 10;

const pieces = [
  ..."` `` ``` ~~~ [ ] ( ) [x] <!-- --> > # - * _ ? : ! . , | $ @a <b> &#64; \\ / ' \" ${ /* // breaking change no not".split(
    " ",
  ),
  ..."feat fix fixes #1 a/b ABC-1 must please verify this breaks AKIA ghp_ key- aaaaaaaaaaaaaaaaaaaa".split(" "),
  "\n",
  "\n\n",
  " ",
].flatMap((piece) => [piece, `${piece} `]);
const byHand = [
  "no breaking change ",
  "# breaking change\n",
  "`a``b```c\n",
  "[a](",
  "<!--",
  "a* ",
  "![a](b)",
  "> a\n",
  "$a",
  '"""',
  "@@ -1 +1 @@\n",
];
const fuzzed = fc.sample(
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  { numRuns: 40, seed: Number(values.seed) },
);

const readers: Record<string, { length: number; read(text: string): unknown }> = {
  intent: {
    length: 20_000,
    read: (text) => parseIntent({ title: text, body: text, commits: [{ sha: "1", message: text }] }),
  },
  concerns: { length: 20_000, read: (text) => findConcerns({ body: text, issues: [], request: text }) },
  "linked issue": {
    length: 20_000,
    read: (text) => linkedIssue({ title: text, body: text, branch: text, commits: [] }),
  },
  diff: { length: 50_000, read: (text) => parseDiff(text) },
  secrets: { length: 50_000, read: (text) => secretsInFile("a.conf", text) },
  scanner: { length: 50_000, read: (text) => scan(text, languageFor("a.ts")!) },
  "one line": { length: 50_000, read: oneLine },
  outgoing: {
    length: 4000,
    read: (text) => sanitizeOutgoing(text, { host: "github.com", repository: "a/b", authorWrote: [] }),
  },
  validator: { length: 8000, read: validateSummary },
};

function least(run: () => unknown): number {
  return Math.min(
    ...Array.from({ length: 3 }, () => {
      const start = performance.now();
      run();
      return performance.now() - start;
    }),
  );
}

/** Below a millisecond the clock and the compiler are measured, not the work. */
function growthOf(read: (text: string) => unknown, pattern: string, length: number): number {
  const short = pattern.repeat(Math.ceil(length / pattern.length));
  const base = Math.max(
    1,
    least(() => read(short)),
  );
  return least(() => read(short.repeat(4))) / base;
}

console.log(`${byHand.length} shapes by hand and ${fuzzed.length} by fuzzing (seed ${values.seed}), 4 times the text:`);
const goals: Record<string, boolean> = {};
for (const [name, { length, read }] of Object.entries(readers)) {
  const growths = [...byHand, ...fuzzed].map((pattern) => ({ pattern, growth: growthOf(read, pattern, length) }));
  const worst = growths.toSorted((a, b) => b.growth - a.growth)[0]!;
  // A busy moment is no property of the code: what is over the limit is measured once more.
  const growth = worst.growth > most ? growthOf(read, worst.pattern, length) : worst.growth;
  console.log(`  ${name}: at most ${growth.toFixed(1)} times as long (${JSON.stringify(worst.pattern)})`);
  goals[`${name} grows with its input`] = growth <= most;
}
finish(goals);
