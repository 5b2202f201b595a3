// A pull request as large as one wishes, for tests and benches: files of several languages and kinds, some of them noise,
// and flaws that checks know sprinkled over them.
import type { DraftJson } from "../../src/review/publishers/json-schema.ts";
import type { Standin } from "../../src/standin/github/standin.ts";
import type { Pull } from "../../src/standin/github/state.ts";

type Files = Record<string, string>;

export interface LargePull {
  base: Files;
  /** What the pull request makes of them; null takes one away. */
  head: Record<string, string | null>;
  /** How many flaws were put in. */
  flaws: number;
}

const flawEvery = 20;

/** Every file has `lines` changed lines, give or take a few: half of them are new files, the others are edited or go. */
export function largePull(files: number, lines: number): LargePull {
  const base: Files = {
    // Whichever kinds are still unproven: what these find is to be posted.
    ".crosscheck.yml": "checks:\n  comment-hygiene: on\n  silent-failure: on\n  dependency-chain: on\n",
    "README.md": "# Shop\n\nSee `src/part0/gone0.ts`.\n",
    ".github/workflows/ci.yml": workflow("build"),
  };
  const head: LargePull["head"] = { ".github/workflows/ci.yml": workflow("compile") };
  let flaws = 1;
  for (let index = 0; index < files - 1; index++) {
    const made = fileOf(index, lines);
    if (made.before !== null) base[made.path] = made.before;
    head[made.path] = made.after;
    if (made.flawed) flaws++;
  }
  return { base, head, flaws };
}

interface Made {
  path: string;
  before: string | null;
  after: string | null;
  flawed: boolean;
}

function fileOf(index: number, lines: number): Made {
  const folder = `src/part${index % 40}`;
  const flaw = index % flawEvery === 0 ? flawTexts[(index / flawEvery) % flawTexts.length]! : null;
  const added = (path: string, text: string): Made => ({ path, before: null, after: text, flawed: false });
  if (index % 500 === 3) return added(`docs/part${index % 40}/picture${index}.png`, `\0${index}`);
  switch (index % 10) {
    case 1:
      return added(`${folder}/job${index}.py`, python(index, lines));
    case 2:
      return added(`${folder}/job${index}.go`, go(index, lines));
    case 3:
      return added(`docs/part${index % 40}/page${index}.md`, prose(index, lines));
    case 4:
      return added(`${folder}/wire${index}.generated.ts`, script(index, lines, "wire", null));
    case 6:
    case 7: {
      // Three lines in ten stay: an edit takes one away and puts one in for each of the others.
      const half = Math.ceil(lines / 2 / 0.7);
      const [before, after] = [script(index, half, "old", null), script(index, half, "new", null)];
      return { path: `${folder}/edited${index}.ts`, before, after, flawed: false };
    }
    case 8:
      return {
        path: `${folder}/gone${index}.ts`,
        before: script(index, lines, "gone", null),
        after: null,
        flawed: false,
      };
    case 9:
      return { path: `${folder}/data${index}.json`, before: null, after: data(index, lines), flawed: false };
    default: {
      const text = script(index, lines, "work", flaw === null ? null : flaw(index));
      return { path: `${folder}/work${index}.ts`, before: null, after: text, flawed: flaw !== null };
    }
  }
}

const flawTexts: readonly ((index: number) => readonly string[])[] = [
  () => ["  debugger;"],
  (index) => ["  try {", `    input.trim${index}();`, `  } catch (error${index}) {}`],
  (index) => [`  // remove this before merging ${index}`],
  (index) => ["<<<<<<< HEAD", `  input += ${index};`, "=======", ">>>>>>> side"],
];

/** Functions of ten lines; the flaw stands in the first. */
function script(index: number, lines: number, name: string, flaw: readonly string[] | null): string {
  const text: string[] = [];
  for (let at = 0; text.length < lines; at++) {
    text.push(`export function ${name}${index}x${at}(input: string): string {`);
    if (at === 0 && flaw !== null) text.push(...flaw);
    for (let step = 0; step < 6; step++)
      text.push(`  input = input.replace("${name}${step}", "${index * step + at}");`);
    text.push("  return input;", "}", "");
  }
  return `${text.slice(0, lines).join("\n")}\n`;
}

function python(index: number, lines: number): string {
  const text = Array.from({ length: lines }, (_, at) =>
    at % 5 === 0 ? `def job_${index}_${at}(value):` : at % 5 === 4 ? "" : `    value = value + ${at * index}`,
  );
  return `${text.join("\n")}\n`;
}

function go(index: number, lines: number): string {
  const text = Array.from({ length: lines - 1 }, (_, at) => `var Job${index}x${at} = "${at * index}"`);
  return `package part\n${text.join("\n")}\n`;
}

function prose(index: number, lines: number): string {
  const text = Array.from({ length: lines }, (_, at) =>
    at === 0 ? `# Page ${index}` : at % 2 === 1 ? "" : `Sentence ${at} of page ${index} says what the part does.`,
  );
  return `${text.join("\n")}\n`;
}

function data(index: number, lines: number): string {
  const text = Array.from({ length: lines - 3 }, (_, at) => `  "key${at}": ${at * index},`);
  return `{\n${text.join("\n")}\n  "last": 0\n}\n`;
}

/** A job that needs one that is there, or not. */
function workflow(needs: string): string {
  return `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n  test:\n    needs: ${needs}\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n`;
}

/** What a review left on the stand-in, and what was asked for it. */
export interface Trace {
  requests: readonly { method: string; path: string; status: number | null }[];
  reviews: number;
  details: number;
  onLines: number;
  /** The length of every text that was posted; never less than what GitHub counts, which is characters. */
  bodies: readonly number[];
}

export function traceOf({ state, requests }: Standin, pull: Pull, since: number): Trace {
  const reviews = state.reviews.filter((one) => one.pull === pull.id);
  const onLines = state.reviewComments.filter((one) => one.pull === pull.id);
  const details = state.issueComments.filter((one) => one.number === pull.number);
  return {
    requests: requests.slice(since),
    reviews: reviews.length,
    details: details.length,
    onLines: onLines.length,
    bodies: [...reviews, ...onLines, ...details].map(({ body }) => body.length),
  };
}

export interface Sums {
  files: { total: number; withLines: number; withoutLines: number };
  lines: { total: number; byReviewers: number; byChecks: number; unread: number; counted: number; leftOut: number };
}

/** What was read and what was left out, from the draft for programs. */
export function sumsOf({ change, triage, coverage }: DraftJson): Sums {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    files: {
      total: change.files.length,
      withLines: new Set(coverage.hunks.map(({ path }) => path)).size,
      withoutLines: coverage.withoutLines.length,
    },
    lines: {
      total: change.additions + change.deletions,
      byReviewers: coverage.byReviewers,
      byChecks: coverage.byChecksOnly,
      unread: coverage.unread,
      counted: sum(change.files.map(({ effectiveLines }) => effectiveLines)),
      leftOut: sum(triage.leftOut.map(({ lines }) => lines)),
    },
  };
}

export function addUp({ files, lines }: Sums): boolean {
  return (
    files.withLines + files.withoutLines === files.total &&
    lines.byReviewers + lines.byChecks + lines.unread === lines.total &&
    lines.counted + lines.leftOut === lines.total
  );
}
