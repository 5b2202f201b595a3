// The table of what a reply and a resolution need, for docs/threads.md. It is found by asking the policy itself: whatever
// can be taken from a thread that nothing stands against, and then stands against it, is needed.
import { classifications, type Classification } from "../src/threads/thread-payloads.ts";
import { judgeThread, type PolicyFacts } from "../src/threads/policy.ts";
import { completeFacts, elsewhere } from "./complete-policy.ts";

type Take = (facts: PolicyFacts) => PolicyFacts;

const without =
  (...names: ("fixSummary" | "evidence" | "rationale" | "commitSha")[]): Take =>
  (facts) => ({ ...facts, fix: { ...facts.fix, ...Object.fromEntries(names.map((name) => [name, undefined])) } });
const thread =
  (edit: Partial<NonNullable<PolicyFacts["thread"]>>): Take =>
  (facts) => ({ ...facts, thread: { ...facts.thread!, ...edit } });
const bothOf =
  (...takes: Take[]): Take =>
  (facts) =>
    takes.reduce((left, take) => take(left), facts);
const notOutdated = thread({ isOutdated: false });

/** In the order in which they are told; those of several parts count only where no part is needed by itself. */
const takes: readonly { says: string; parts: readonly Take[] }[] = [
  { says: "`fixSummary`", parts: [without("fixSummary")] },
  { says: "`evidence`", parts: [without("evidence")] },
  { says: "`rationale`", parts: [without("rationale")] },
  { says: "GitHub's `isOutdated` or `evidence`", parts: [notOutdated, without("evidence")] },
  { says: "`commitSha`", parts: [without("commitSha")] },
  {
    says: "its commit on the pull request after the comment, where it names one",
    parts: [(facts) => ({ ...facts, commit: "before-comment" })],
  },
  {
    says: "commented code that has changed since, or `whyUnchanged`",
    parts: [(facts) => ({ ...facts, code: "unchanged" })],
  },
  {
    says: "`verification` that passed at the head or at the fix",
    parts: [(facts) => ({ ...facts, fix: { ...facts.fix, verification: [] } })],
  },
  {
    says: "the class in `autoResolveClassifications`, or a person's `--allow-resolve` with a `--reason`",
    parts: [(facts) => ({ ...facts, settings: { ...facts.settings, autoResolveClassifications: [] } })],
  },
  {
    says: "a person's `--allow-resolve-invalid`",
    parts: [(facts) => ({ ...facts, flags: { ...facts.flags, allowResolveInvalid: false } })],
  },
  {
    says: "checks that passed for the head",
    parts: [(facts) => ({ ...facts, check: { ...facts.check!, head: elsewhere } })],
  },
  { says: "a stored triage of the same class", parts: [(facts) => ({ ...facts, triage: null })] },
  { says: "the head at which the threads were read", parts: [(facts) => ({ ...facts, readHead: elsewhere })] },
  { says: "no comment by a person since", parts: [thread({ laterComment: true, sinceTriage: true })] },
  {
    says: "a person's own flag where another person took part",
    parts: [
      bothOf(thread({ otherHumans: true }), (facts) => ({ ...facts, flags: { ...facts.flags, by: "automatic" } })),
    ],
  },
];

const ways = ["reply", "resolve"] as const;
type Way = (typeof ways)[number];

/** Markdown: one row for each class, and below it what every resolution needs. */
export function policyTable(): string {
  const every = neededByEvery();
  const rows = classifications.map((of) => `| \`${of}\` | ${ways.map((way) => cell(of, way, every)).join(" | ")} |`);
  return [
    "| class | a reply needs | a resolution needs |",
    "| --- | --- | --- |",
    ...rows,
    "",
    `Every resolution also needs ${every.join("; ")}.`,
  ].join("\n");
}

function neededByEvery(): string[] {
  const all = classifications.filter((of) => may(of, "resolve", (facts) => facts)).map((of) => needs(of, "resolve"));
  return all[0]!.filter((one) => all.every((others) => others.includes(one)));
}

function cell(of: Classification, way: Way, every: readonly string[]): string {
  if (!may(of, way, (facts) => facts)) return "never";
  return needs(of, way)
    .filter((one) => way === "reply" || !every.includes(one))
    .join("; ");
}

function needs(of: Classification, way: Way): string[] {
  return takes.filter(({ parts }) => isNeeded(of, way, parts)).map(({ says }) => says);
}

function isNeeded(of: Classification, way: Way, parts: readonly Take[]): boolean {
  if (may(of, way, bothOf(...parts))) return false;
  return parts.length === 1 || parts.every((part) => may(of, way, part));
}

function may(of: Classification, way: Way, take: Take): boolean {
  return judgeThread(take(completeFacts(of)))[way].allowed;
}
