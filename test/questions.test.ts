// Forty questions on eight sample pull requests. A scripted model knows the answers: each prompt has what its question
// needs, and whatever an answer quotes is where it says.
import { afterAll, beforeAll, expect, test } from "vitest";
import { changes, repositories } from "../src/app/playground/samples/index.ts";
import type { SampleChange, SampleFiles } from "../src/app/playground/samples/sample.ts";
import { openModelStandin } from "../src/standin/models/open.ts";
import type { ModelStandin, ScriptedReply, ScriptedRequest } from "../src/standin/models/story.ts";
import type { Pull } from "../src/standin/github/state.ts";
import { openShop, type Shop } from "./support/conversation-story.ts";
import { runsEverything } from "./support/property-runs.ts";

interface Quote {
  from: "head" | "base" | "shown";
  path: string;
  line: number;
  text: string;
}

interface Question {
  sample: Sample;
  /** Sections of the prompt, each with a text that it must contain. */
  needs: readonly (readonly [label: string, text: string])[];
  knows: readonly Quote[];
  /** What the model looks up before it answers. */
  looksUp?: { path: string };
}

interface Sample {
  change: SampleChange;
  pull: Pull;
  files: { base: SampleFiles; head: SampleFiles };
  /** The first changed file, with its first line that is only there before, and only there after. */
  path: string;
  removed: Quote | null;
  added: Quote;
}

const config = "execution:\n  tests: false\n  lint: false\n";
const wrong: Quote = { from: "head", path: "README.md", line: 1, text: "# something that stands nowhere" };
const flawed = changes.filter(({ fix }) => fix !== null);
/** Two while somebody works. */
const sampleCount = runsEverything ? flawed.length : 2;
const samples: Sample[] = [];
const questions: Question[] = [];
let shop: Shop;
let vendor: ModelStandin;

beforeAll(async () => {
  shop = await openShop({ reviews: true });
  await openSamples();
  vendor = await openModelStandin({ key: "a-key", script: answerFromKnowledge });
  const model = { use: "anthropic/claude-sonnet-4-5", baseUrl: vendor.url("anthropic") };
  await shop.models({ models: [model], askModelsFor: "anyone" }, { ANTHROPIC_API_KEY: "a-key" });
  for (const sample of samples) askAbout(sample);
  await shop.until(() => shop.answers().length >= questions.length || shop.said("failed").length > 0);
}, 300_000);

afterAll(async () => {
  await vendor?.close();
  await shop?.close();
});

async function openSamples(): Promise<void> {
  const { github } = shop;
  const opened = new Map<string, Awaited<ReturnType<typeof github.repository>>>();
  const filesOf = ({ repository }: SampleChange): SampleFiles => ({
    ...repositories.find(({ name }) => name === repository)!.files,
    ".crosscheck.yml": config,
  });
  for (const change of flawed.slice(0, sampleCount)) {
    const name = `sample-${change.repository}`;
    const base = filesOf(change);
    const head = Object.fromEntries(
      Object.entries({ ...base, ...change.files }).filter((entry): entry is [string, string] => entry[1] !== null),
    );
    if (!opened.has(name)) opened.set(name, await github.repository("acme", name, [{ message: "feat", files: base }]));
    const repository = opened.get(name)!;
    await github.push(repository, change.id, [{ message: change.title, files: change.files }], {
      from: "main",
      by: "ada",
    });
    const pull = await github.openPull(repository, "ada", { title: change.title, head: change.id, body: change.body });
    github.appToken(repository, "ci", { checks: "write" });
    const run = { name: "unit tests", headSha: pull.head.oid, status: "completed", conclusion: "failure" } as const;
    github.checkRun(repository, "ci", run);
    samples.push({ change, pull, files: { base, head }, ...firstChange(change, base, head) });
  }
  await shop.until(() => shop.said("posted").length === samples.length || shop.said("failed").length > 0);
}

function firstChange(change: SampleChange, base: SampleFiles, head: SampleFiles) {
  const [path] = Object.keys(change.files) as [string];
  const only = (from: "base" | "head", one = "", other = ""): Quote | null => {
    const others = new Set(other.split("\n"));
    const lines = one.split("\n");
    const at = lines.findIndex((line) => line.trim().length > 8 && !others.has(line));
    return at === -1 ? null : { from, path, line: at + 1, text: lines[at]! };
  };
  return { path, removed: only("base", base[path], head[path]), added: only("head", head[path], base[path])! };
}

function askAbout(sample: Sample): void {
  const { change, pull, path, removed, added, files } = sample;
  const { github } = shop;
  const thread = github.state.threads.find((one) => one.pull === pull.id);
  const ask = (question: Omit<Question, "sample">) => `(Q${questions.push({ sample, ...question })})`;
  const diff = [
    [`file ${path}`, `+${added.line}|${added.text}`],
    ...(removed === null ? [] : [[`file ${path}`, `-${removed.line}|${removed.text}`] as const]),
  ] as const;

  const why = { from: "shown", line: 0, ...(change.body === "" ? title(change) : reason(change)) } as const;
  const words = [["title", change.title] as const, [why.path, why.text] as const];
  github.comment(pull, "ada", `@crosscheck ${ask({ needs: words, knows: [why] })} why is this change made?`);

  const shown = [added, ...(removed === null ? [] : [removed])];
  const files2 = ask({ needs: [["changed files", path], ...diff], knows: shown });
  github.comment(pull, "ada", `@crosscheck ${files2} what does it do to ${path}, and what stood there before?`);

  const result: Quote = { from: "shown", path: "checks on GitHub", line: 0, text: "unit tests: failed" };
  const open =
    thread === undefined
      ? []
      : [["findings", "open: "] as const, [`review of ${pull.head.oid.slice(0, 7)}`, "finding"] as const];
  const details = ["details of the last review", "**Coverage:**"] as const;
  const state = ask({ needs: [[result.path, result.text], ...open, details], knows: [result] });
  github.comment(pull, "eve", `What is left to do?\n\n@crosscheck ${state} what is open, and do the tests pass?`);

  const other = Object.keys(files.head).find((one) => one.endsWith("README.md"))!;
  const line: Quote = { from: "head", path: other, line: 3, text: files.head[other]!.split("\n")[2]! };
  const elsewhere = ask({ needs: [["title", change.title]], knows: [line], looksUp: { path: other } });
  github.comment(pull, "eve", `@crosscheck ${elsewhere} what does the README say about it?`);

  const commented = thread?.path ?? path;
  const code = [`code now, ${commented}`, commented === path ? added.text : ""] as const;
  const users = commented.endsWith("pricing.ts") ? [["uses of applyDiscount", "src/api/checkout.ts:"] as const] : [];
  if (thread !== undefined) {
    const needs = [["the finding", '"explanation"'] as const, code, ...users, ...diff];
    github.reply(thread, "ada", `@crosscheck ${ask({ needs, knows: [added] })} is that so, and who uses it?`);
  } else {
    const about = ask({ needs: [code, ...users, ["the diff above the thread", added.text], ...diff], knows: [added] });
    const place = { path, line: added.line, side: "RIGHT", startLine: null, startSide: null } as const;
    void github.review(pull, "ada", { comments: [{ ...place, body: `@crosscheck ${about} is that right?` }] });
  }
}

function title({ title: text }: SampleChange) {
  return { path: "title", text };
}

function reason({ body }: SampleChange) {
  return { path: "description", text: body.split(/(?<=[.;])/)[0]! };
}

function promptOf({ turns }: ScriptedRequest): string {
  return turns.map(({ text }) => text).join("\n");
}

function numberIn(text: string): number {
  const own = text.slice(text.lastIndexOf(" begin question of "));
  return Number(/\(Q(\d+)\)/.exec(own)?.[1]);
}

/** Everything that is known of the question, and something that stands nowhere. */
function answerFromKnowledge(asked: ScriptedRequest): ScriptedReply {
  const number = numberIn(promptOf(asked));
  const { knows, looksUp } = questions[number - 1]!;
  if (looksUp && !asked.turns.some(({ role }) => role === "tool"))
    return { is: "calls", calls: [{ name: "read_lines", input: { ...looksUp, side: "head", start: 1, end: 5 } }] };
  const points = [...knows, wrong].map((quote) => ({ text: `Answer ${number}.`, quote }));
  return { is: "json", value: { points } };
}

function sectionOf(prompt: string, label: string): string {
  return [...prompt.matchAll(/ begin (.+)>>>\n([^]*?)\n<<<\w+ end \1>>>/g)]
    .filter(([, name]) => name === label)
    .map(([, , text]) => text)
    .join("\n");
}

const fileQuote = /`([^`\n]+):(\d+)`( before the change)?\n\n```\w*\n([^]*?)\n```/g;
const textQuote = /From the (.+):\n\n```\w*\n([^]*?)\n```/g;

/** What the posted answer quotes that is not there. */
function misquoted(answer: string, { files }: Sample, prompt: string): string[] {
  const ofFiles = [...answer.matchAll(fileQuote)].filter(([, path = "", line, before, text = ""]) => {
    const lines = (before ? files.base : files.head)[path]?.split("\n") ?? [];
    return lines[Number(line) - 1]?.trim() !== text.trim();
  });
  const ofTexts = [...answer.matchAll(textQuote)].filter(
    ([, label = "", text = ""]) => !sectionOf(prompt, label).includes(text),
  );
  return [...ofFiles, ...ofTexts].map(([quote]) => quote);
}

test("five questions about each of eight samples are answered once each", () => {
  expect([flawed.length, questions.length, shop.said("failed")]).toEqual([8, 5 * sampleCount, []]);
  const answered = shop.answers().map((text) => Number(/Answer (\d+)\./.exec(text)?.[1]));
  expect(answered.toSorted((a, b) => a - b)).toEqual(questions.map((_, at) => at + 1));
});

test("each prompt has what its question needs, and tools to look up the rest", () => {
  const lacking = questions.flatMap(({ needs, sample }, at) => {
    const asked = vendor.asked.find((one) => numberIn(promptOf(one)) === at + 1);
    if (asked === undefined) return [`Q${at + 1}: not asked`];
    const lacks = needs.filter(([label, text]) => !sectionOf(promptOf(asked), label).includes(text));
    const tools = ["read_lines", "search", "list", "callers"].filter((tool) => !asked.tools.includes(tool));
    return [...lacks.map(([label]) => label), ...tools].map((what) => `Q${at + 1} on ${sample.change.id}: ${what}`);
  });
  expect(lacking).toEqual([]);
});

test("every quote of every answer holds, and what is quoted wrongly is left out", () => {
  const wrongs = shop.answers().flatMap((answer) => {
    const number = Number(/Answer (\d+)\./.exec(answer)?.[1]);
    const { sample, knows } = questions[number - 1]!;
    const asked = vendor.asked.findLast((one) => numberIn(promptOf(one)) === number)!;
    const quotes = [...answer.matchAll(fileQuote), ...answer.matchAll(textQuote)].length;
    return [
      ...misquoted(answer, sample, promptOf(asked)).map((quote) => `Q${number}: ${quote}`),
      ...(quotes === knows.length ? [] : [`Q${number} on ${sample.change.id}: ${quotes} quotes of ${knows.length}`]),
      ...(answer.includes("One statement was left out") ? [] : [`Q${number}: nothing was left out`]),
    ];
  });
  expect(wrongs).toEqual([]);
});
