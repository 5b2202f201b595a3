// How exactly titles are read, beside conventional-commits-parser 7.1.3, and how time grows with the text.
//   node bench/titles.ts [FOLDER]     (default ../shared/eval; `titles/titles.jsonl` in it holds the peer's reading)
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { breakingMentions } from "../src/change/breaking.ts";
import { findConcerns } from "../src/change/concerns.ts";
import { parseIntent } from "../src/change/intent.ts";
import { linkedIssue } from "../src/change/linked-issue.ts";
import { prose, withoutCodeSpans } from "../src/change/prose.ts";
import { finish, ratioOf } from "./measure.ts";

const { values, positionals } = parseArgs({ options: { eval: { type: "string" } }, allowPositionals: true });
const folder = positionals[0] ?? values.eval ?? "../shared/eval";

interface Row {
  title: string;
  body?: string;
  body_truncated?: boolean;
  parsed: { type: string | null; scope: string | null; breaking: boolean };
}
interface Reading {
  type: string | null;
  scope: string | null;
  breaking: boolean;
}

// Like with like: the peer has no phrases, so only the prefix's mark and the footer's words are compared.
function ours(row: Row): Reading & { phraseOnly: boolean } {
  const intent = parseIntent({ title: row.title, body: row.body ?? null, commits: [] });
  const marked =
    intent.conventional?.breaking === true ||
    isDeclared(withoutCodeSpans(row.title)) ||
    isDeclared(prose(row.body ?? ""));
  return {
    type: intent.conventional?.rawType ?? null,
    scope: intent.conventional?.scope ?? null,
    breaking: marked,
    phraseOnly: !marked && intent.breaking.length > 0,
  };
}

function isDeclared(text: string): boolean {
  return [...breakingMentions(text)].some((mention) => mention.declared);
}

/** Why a reading differs, who is right, and how to tell. The first that fits counts; each sees only the row. */
const prefixClasses: [name: string, fits: (row: Row, mine: Reading) => boolean][] = [
  ["ours right: leading tags are skipped", (row, mine) => row.title.startsWith("[") && mine.type !== null],
  [
    "ours right: `!` before the scope (both orders are accepted)",
    (row, mine) => mine.type !== null && row.title.startsWith(`${mine.type}!(`),
  ],
  [
    "ours right: blanks before the colon, or none after it",
    (row, mine) => mine.type !== null && row.parsed.type === null && /^[^:]*(?:\s:|:\S)/.test(row.title),
  ],
  [
    "ours right: the scope ends at its own parenthesis; the peer reads up to the last one",
    (row, mine) => mine.scope !== null && row.parsed.scope?.startsWith(`${mine.scope})`) === true,
  ],
  [
    "ours right: a prefix has a type before its parenthesis; the peer takes an empty one",
    (row) => row.title.startsWith("(") && row.parsed.type === null,
  ],
];
const breakingClasses: typeof prefixClasses = [
  [
    "ours right: the mark stands in a prefix that the peer did not read",
    (row, mine) => mine.breaking && mine.type !== row.parsed.type,
  ],
  [
    "ours by rule: BREAKING CHANGE in capitals without a colon, or not at the line's start",
    (row, mine) => mine.breaking && !peerFooter.test(row.body ?? ""),
  ],
  [
    "peer's footer in lower case: ours has it as a phrase",
    (row, mine) => !mine.breaking && phraseOnly.has(row) && peerFooter.test(row.body ?? ""),
  ],
  [
    "ours right: the footer stands in code, a quote or a comment",
    (row, mine) => !mine.breaking && peerFooter.test(row.body ?? "") && !peerFooter.test(prose(row.body ?? "")),
  ],
  [
    "the data's body was cut before the footer",
    (row, mine) => !mine.breaking && row.body_truncated === true && !peerFooter.test(row.body ?? ""),
  ],
];
const peerFooter = /^(?:\*\s+)?BREAKING[ -]CHANGE:/im;
const phraseOnly = new Set<Row>();

function classOf(row: Row, mine: Reading, classes: typeof prefixClasses): string {
  return classes.find(([, fits]) => fits(row, mine))?.[0] ?? "unexplained";
}

function compare(rows: readonly Row[]): Record<string, boolean> {
  const agreed = { type: 0, scope: 0, breaking: 0, all: 0 };
  const differing = new Map<string, string[]>();
  for (const row of rows) {
    const mine = ours(row);
    if (mine.phraseOnly) phraseOnly.add(row);
    const same = {
      type: mine.type === row.parsed.type,
      scope: mine.scope === row.parsed.scope,
      breaking: mine.breaking === row.parsed.breaking,
    };
    const prefix = same.type && same.scope;
    for (const key of ["type", "scope", "breaking"] as const) if (same[key]) agreed[key]++;
    if (prefix && same.breaking) agreed.all++;
    const reasons = [
      ...(prefix ? [] : [classOf(row, mine, prefixClasses)]),
      ...(same.breaking ? [] : [classOf(row, mine, breakingClasses)]),
    ];
    for (const reason of reasons) differing.set(reason, [...(differing.get(reason) ?? []), row.title]);
  }
  for (const [key, count] of Object.entries(agreed))
    console.log(`${key}: ${count} of ${rows.length} agree (${((100 * count) / rows.length).toFixed(2)}%)`);
  for (const [reason, titles] of differing) {
    console.log(`  ${titles.length} ${reason}`);
    for (const title of titles.slice(0, reason === "unexplained" ? 20 : 3)) console.log(`      ${title.slice(0, 100)}`);
  }
  console.log(`breaking by phrase alone, which the peer does not read: ${phraseOnly.size}`);
  return {
    "type, scope and breaking each agree on 99%": Object.values(agreed).every((count) => count >= 0.99 * rows.length),
    "every difference explained": !differing.has("unexplained"),
  };
}

// Each shape repeats something that a careless scanner reads again and again.
const shapes: Record<string, string | ((length: number) => string)> = {
  "plain prose": "This adds a cache for the parsed files. It must not break callers.\n",
  "backticks of one length": "` ",
  "unclosed backtick runs": "`a``b```c````d`````e\n",
  "backtick runs that grow": (length) =>
    Array.from({ length: Math.ceil(Math.sqrt(2 * length)) }, (_, index) => "`".repeat(index + 1)).join("a"),
  "opening brackets": "[",
  "bracket pairs": "[a](",
  "comment openings": "<!-- ",
  "closed comments": "<!-- a -->b",
  "half comments": "<!- -- ->",
  "denied mentions": "no breaking change ",
  "unanswered questions": "a breaking change? [ ] yes ",
  "headings without content": "# breaking change\n",
  "this breaks nothing": "this breaks nothing ",
  "one long word": "a",
  "unclosed fences": "```a`\n~~~\n```\n",
  "list marks": "- ",
  quotes: "> a\n",
  "blank runs": "breaking            \n",
  "closing words": "fixes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/",
  keys: "ABCDEFGHIJKLMNOP-",
  duties: "must not please verify ",
  "full stops": ". A",
};

const small = 100_000;
const factor = 10;
const mostGrowth = 12;

function milliseconds(run: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[3]!;
}

function readAll(title: string, body: string): void {
  parseIntent({ title, body, commits: [{ sha: "1", message: title }] });
  findConcerns({ body, issues: [], request: null });
  linkedIssue({ title, body, branch: null, commits: [] });
}

/** The short text is read as often as the long one is longer: the same work, so memory is no one's advantage. */
function growthOf(short: string, long: string): number {
  const ratio = ratioOf(
    () => readAll("x", long),
    () => {
      for (let run = 0; run < factor; run++) readAll("x", short);
    },
    7,
  );
  return ratio.value * factor;
}

function growth(): Record<string, boolean> {
  let worst = 0;
  let slowest = 0;
  let slowestTitle = 0;
  console.log(`body of ${small} and of ${small * factor} characters (intent, concerns and linked issue):`);
  for (const [name, shape] of Object.entries(shapes)) {
    const text = (length: number): string =>
      (typeof shape === "string" ? shape.repeat(Math.ceil(length / shape.length)) : shape(length)).slice(0, length);
    const [short, long, title] = [text(small), text(small * factor), text(10_000).replaceAll("\n", " ")];
    // Measured again when over: a busy machine slows one of them, growth that is not linear both.
    const once = growthOf(short, long);
    const times = once <= mostGrowth ? once : growthOf(short, long);
    const intent = milliseconds(() => parseIntent({ title: "x", body: long, commits: [] }));
    const titled = milliseconds(() => parseIntent({ title, body: null, commits: [] }));
    worst = Math.max(worst, times);
    slowest = Math.max(slowest, intent);
    slowestTitle = Math.max(slowestTitle, titled);
    console.log(
      `  ${name}: ${times.toFixed(1)} times as long; ` +
        `intent ${intent.toFixed(1)} ms for 1 MB, ${titled.toFixed(2)} ms for a 10,000-character title`,
    );
  }
  console.log(
    `slowest intent: 1 MB body ${slowest.toFixed(1)} ms, 10,000-character title ${slowestTitle.toFixed(2)} ms`,
  );
  return {
    [`10 times the body takes at most ${mostGrowth} times as long (worst ${worst.toFixed(1)})`]: worst <= mostGrowth,
  };
}

const file = join(folder, "titles/titles.jsonl");
if (!existsSync(file)) console.log("skipped: no data (give the eval folder)");
const rows = existsSync(file)
  ? readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Row)
  : [];
finish({ ...(rows.length > 0 ? compare(rows) : {}), ...growth() });
