// Reviews by models through the real command line and SDKs, with simulated vendors.
import { afterEach, describe, expect, test } from "vitest";
import { reviewers } from "../src/findings/reviewers/index.ts";
import { openRepository, review } from "../src/index.ts";
import { draftSchema, type DraftJson } from "../src/review/publishers/json-schema.ts";
import type { ScriptedRequest } from "../src/standin/models/story.ts";
import {
  findingOf,
  openDesk,
  threeModels,
  unitOf,
  type Desk,
  type DeskOptions,
  type Says,
} from "./support/with-models.ts";

const before = `export function charge(items) {
  for (let i = 0; i < items.length; i++) pay(items[i]);
}
`;
const after = before.replace("items.length;", "items.length - 1;");
const flawed = "  for (let i = 0; i < items.length - 1; i++) pay(items[i]);";
const message = "fix: charge every item once\n\nPayments of Zanzibar were doubled. Must not break refunds.";
const commits = [
  { message: "feat: start", files: { "src/charge.js": before, "src/refund.js": "export const refund = () => {};\n" } },
  { message, files: { "src/charge.js": after } },
];
const lastItem = findingOf({ path: "src/charge.js", line: 2, quote: flawed });

let desks: Desk[] = [];
afterEach(async () => {
  await Promise.all(desks.map((one) => one.close()));
  desks = [];
});

async function desk(says: Says, more: Partial<DeskOptions> = {}): Promise<Desk> {
  const opened = await openDesk({ commits, says, ...more });
  desks.push(opened);
  return opened;
}

function draftIn(out: string): DraftJson {
  return draftSchema.parse(JSON.parse(out));
}

const textOf = ({ system, turns }: ScriptedRequest) => [system, ...turns.map(({ text }) => text)].join("\n");

describe("a model that reads the change", () => {
  test("reports what no check can see, and its cost", async () => {
    const { run, models } = await desk((unit) => (unit === "code-reviewer" ? { findings: [lastItem] } : undefined));
    const ran = await run("review", "--verbose");
    expect(ran.said).toContain("1 high: The last item is never charged src/charge.js:2 code-reviewer, confidence 8/10");
    expect(ran.said).toContain("2 changed lines, all read by reviewers");
    expect(ran.said).toMatch(/code-reviewer 1 finding · \dk tokens \(\dk cached\)/);
    expect(ran.err).toMatch(/Estimated +about \d+k tokens, about 0\.\d\d dollars/);
    expect(models.asked.map(unitOf).toSorted()).toEqual([
      "code-reviewer",
      "comment-analyzer",
      "goal-reviewer",
      "security-reviewer",
      "silent-failure-hunter",
    ]);
  });

  test("a finding with a wrong quote is shown, and not posted", async () => {
    const invented = { ...lastItem, quote: "  return items.total;" };
    const { run } = await desk((unit) => (unit === "code-reviewer" ? { findings: [invented] } : undefined));
    const [finding] = draftIn((await run("review", "--json")).out).findings;
    expect(finding).toMatchObject({ outcome: "advisory", confidence: 4 });
    expect(finding!.marks.map(({ why }) => why.kind)).toContain("quote-not-found");
  });

  test("the same defect from two reviewers is one finding that names both", async () => {
    const again = {
      ...lastItem,
      kind: "off-by-one",
      title: "The loop skips the last item, so it is never charged",
      explanation: "For a list of one item nothing is paid: the bound is off by one.",
    };
    const { run } = await desk((unit) =>
      unit === "code-reviewer"
        ? { findings: [lastItem] }
        : unit === "security-reviewer"
          ? { findings: [again] }
          : undefined,
    );
    const { findings } = draftIn((await run("review", "--json")).out);
    expect(findings.map(({ sources }) => sources.toSorted())).toEqual([["code-reviewer", "security-reviewer"]]);
  });

  test("can read the two trees, and nothing else", async () => {
    const { run, models } = await desk((unit, { turns }) => {
      if (unit !== "code-reviewer" || turns.some(({ role }) => role === "tool")) return undefined;
      const reads = ["src/refund.js", "../../../etc/passwd", "/etc/passwd", ".git/config"].map((path) => ({
        name: "read_lines",
        input: { path, side: "head", start: 1, end: 5 },
      }));
      return { is: "calls", calls: reads };
    });
    await run("review");
    const answers = models.asked
      .flatMap(({ turns }) => turns.filter(({ role }) => role === "tool").map(({ text }) => text))
      .join("\n");
    expect(answers).toContain("export const refund");
    expect(answers).not.toMatch(/root:|repositoryformatversion/);
  });
});

test("secrets that a check finds are redacted before any model sees the change", async () => {
  // Made here: a token in a file of this repository would be one.
  const secret = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5".slice(0, 36)}`;
  const config = `export const token = "${secret}";\n`;
  const { run, models } = await desk(
    (unit, { turns }) =>
      unit === "code-reviewer" && !turns.some(({ role }) => role === "tool")
        ? {
            is: "calls",
            calls: [{ name: "read_lines", input: { path: "src/config.js", side: "head", start: 1, end: 1 } }],
          }
        : undefined,
    { commits: [commits[0]!, { message: "feat: config", files: { "src/config.js": config } }] },
  );
  const { said } = await run("review");
  expect(said).toContain("non-code");
  expect(models.asked.length).toBeGreaterThan(4);
  expect(models.asked.map((asked) => JSON.stringify(asked.body)).join("\n")).not.toContain(secret);
});

describe("the author's description", () => {
  test("reaches no reviewer that is to judge the code alone", async () => {
    const { run, models } = await desk(() => undefined);
    await run("review", "--second-opinion", "--full-pass");
    const sees = models.asked.filter((asked) => textOf(asked).includes("Zanzibar")).map(unitOf);
    const blind = reviewers.filter((one) => one.sees === "code").map(({ id }) => id);
    expect(blind).toContain("security-reviewer");
    expect(sees.filter((unit) => blind.includes(unit))).toEqual([]);
    expect(sees).toContain("goal-reviewer");
    expect(models.asked.map(unitOf)).toEqual(expect.arrayContaining(["security-reviewer"]));
  });

  test("is held against the code: the goal's verdict and each concern, with the lines that show it", async () => {
    const shows = {
      path: "src/charge.js",
      side: "head",
      line: 2,
      quote: flawed,
      says: "the last item is left out",
    } as const;
    const { run } = await desk((unit) =>
      unit === "goal-reviewer"
        ? {
            goal: {
              what: ["Charges all items but the last"],
              why: null,
              goal: "Charge once",
              verdict: "not-achieved",
              evidence: [shows],
            },
            concerns: [
              { id: "V1", status: "failed", how: "refunds of the last item find no charge", evidence: [shows] },
            ],
          }
        : undefined,
    );
    const draft = draftIn((await run("review", "--json")).out);
    expect(draft.summary).toMatchObject({ verdict: "not-achieved", what: ["Charges all items but the last"] });
    expect(draft.summary.says).toContain("src/charge.js:2");
    expect(draft.concerns).toMatchObject([{ id: "V1", status: "failed" }]);
    expect(draft.decision.event).toBe("REQUEST_CHANGES");
  });

  test("a verdict without evidence does not count", async () => {
    const { run } = await desk((unit) =>
      unit === "goal-reviewer"
        ? {
            goal: { what: [], why: null, goal: "Charge once", verdict: "achieved", evidence: [] },
            concerns: [{ id: "V1", status: "verified", how: "looks good", evidence: [] }],
          }
        : undefined,
    );
    const draft = draftIn((await run("review", "--json")).out);
    expect(draft.summary.verdict).toBeNull();
    expect(draft.concerns[0]!.status).toBe("open");
  });
});

describe("where every pass needs a verdict", () => {
  test("a pass without a verdict is a gap, and clean needs evidence", async () => {
    const { run } = await desk((unit) =>
      unit === "code-reviewer"
        ? {
            findings: [lastItem],
            verdicts: [
              { pass: "performance", says: "n/a", evidence: "no loop grows" },
              { pass: "diff-specific", says: "clean", evidence: "" },
            ],
          }
        : unit === "security-reviewer"
          ? { verdicts: [{ pass: "security", says: "clean", evidence: "no input reaches it (src/charge.js:2)" }] }
          : undefined,
    );
    const { said } = await run("review", "--full-pass", "--verbose");
    expect(said).toContain("correctness findings 1 found");
    expect(said).toContain("security clean no input reaches it (src/charge.js:2)");
    expect(said).toContain("performance n/a no loop grows");
    expect(said).toMatch(/diff-specific gap: no verdict/);
  });
});

describe("a second opinion", () => {
  const minor = findingOf({
    path: "src/charge.js",
    line: 1,
    quote: "export function charge(items) {",
    kind: "unhandled-case",
    severity: "medium",
    title: "An empty basket is not refused",
    explanation: "charge([]) does nothing and says nothing.",
  });
  const script =
    (verdict: string): Says =>
    (unit, asked) => {
      if (unit === "code-reviewer") return { findings: [lastItem] };
      if (unit === "second-opinion") return { findings: [minor] };
      if (unit !== "arbiter") return undefined;
      const ids = [...new Set([...textOf(asked).matchAll(/^## Dispute (\S+)$/gm)].map(([, id]) => id))];
      return {
        is: "json",
        value: { answer: ids.map((id) => `ARB ${id} ${verdict} — the code at that place says so`).join("\n") },
      };
    };

  test("disputes go to a third model once, by id and quote, never with the whole change", async () => {
    const { run, models } = await desk(script("REAL_BUG"), { config: threeModels });
    const draft = draftIn((await run("review", "--second-opinion", "--json")).out);
    expect(draft.crossModel).toMatchObject({
      counts: { agreement: 0, "first-only": 1, "second-only": 1 },
      arbiter: "google/gemini-2.5-pro",
    });
    expect(draft.crossModel!.disputes.map(({ outcome }) => outcome)).toMatchObject([
      { verdict: "REAL_BUG" },
      { verdict: "REAL_BUG" },
    ]);
    const arbiters = models.asked.filter((asked) => unitOf(asked) === "arbiter");
    expect(arbiters).toHaveLength(1);
    expect(textOf(arbiters[0]!)).toContain(flawed.trim());
    expect(models.asked.find((asked) => unitOf(asked) === "second-opinion")!.vendor).toBe("openai-responses");
  });

  test("a false positive becomes advisory; a grave one stays posted, marked as disputed", async () => {
    const { run } = await desk(script("FALSE_POSITIVE"), { config: threeModels });
    const draft = draftIn((await run("review", "--second-opinion", "--json")).out);
    expect(draft.findings.map(({ severity, outcome }) => `${severity} ${outcome}`)).toEqual([
      "high listed",
      "medium advisory",
    ]);
    expect(draft.findings[0]!.marks.map(({ why }) => why.kind)).toContain("disputed");
    expect((await run("review", "--second-opinion", "--verbose")).said).toContain(
      "disputed high severity: confirm before removing it",
    );
  });

  test("without a third model every dispute is shown as not arbitrated, and nothing changes", async () => {
    const config = threeModels.replace(/  - use: google[^]*$/, "");
    const { run } = await desk(script("FALSE_POSITIVE"), { config });
    const { said } = await run("review", "--second-opinion", "--verbose");
    expect(said).toContain("not arbitrated (no third model is configured)");
  });
});

describe("an editor", () => {
  const slow = findingOf({
    path: "src/charge.js",
    line: 2,
    quote: flawed,
    kind: "slow-path",
    severity: "medium",
    category: "performance",
    title: "Payments are made one by one",
    explanation: "A thousand items take a thousand round trips.",
  });
  const edits: Says = (unit, asked) => {
    if (unit === "code-reviewer") return { findings: [lastItem, slow] };
    if (unit !== "editor") return undefined;
    const ids = [...textOf(asked).matchAll(/^## Finding (\S+)$/gm)].map((match) => match[1]!);
    const findings = ids.map((id) => ({ id, verdict: "noise", reason: "Nothing here is hot." }));
    return { is: "json", value: { findings, causes: [] } };
  };

  test("takes out what is noise, nothing grave, and the recording replays it", async () => {
    const { run } = await desk(edits);
    const first = await run("review", "--json");
    const { id, findings, reports, decision } = draftIn(first.out);
    expect(findings.map(({ title, outcome }) => [title, outcome])).toEqual([
      // A high finding keeps its comment: a model alone takes nothing grave out.
      [lastItem.title, "inline"],
      [slow.title, "advisory"],
    ]);
    expect(findings[1]!.marks.at(-1)!.says).toBe("the editor calls it noise (Nothing here is hot.)");
    expect(reports.find(({ unit }) => unit === "editor")).toMatchObject({ status: "ran", by: "reviewer" });
    expect(decision.event).toBe("REQUEST_CHANGES");
    expect((await run("replay", id, "--json")).out).toBe(first.out);
  });

  test("that fails changes nothing and is no gap; one that is turned off is not asked", async () => {
    const fails: Says = (unit, asked) => (unit === "editor" ? { is: "text", text: "no" } : edits(unit, asked));
    const failed = draftIn((await (await desk(fails)).run("review", "--json")).out);
    expect(failed.findings.map(({ outcome }) => outcome)).toEqual(["inline", "listed"]);
    expect(failed.reports.find(({ unit }) => unit === "editor")!.status).toBe("failed");
    expect(JSON.stringify(failed.decision)).not.toContain("editor");

    const off =
      "models:\n  - use: anthropic/claude-sonnet-4-5\n    baseUrl: STANDIN/anthropic\nreviewers:\n  editor: off\n";
    const { run, models } = await desk(edits, { config: off });
    await run("review");
    expect(models.asked.map(unitOf)).not.toContain("editor");
  });
});

describe("spending limits", () => {
  test("an estimate over the limit stops the review before any request", async () => {
    const { run, models } = await desk(() => undefined);
    const ran = await run("review", "--max-cost", "0.001");
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toMatch(/This review would cost about 0\.\d\d dollars; the limit is 0\.001/);
    expect(models.asked).toEqual([]);
  });

  test("a reached monthly limit is named by every skipped reviewer, and nothing is called clean", async () => {
    const { run, models } = await desk(() => undefined, {
      config: `models:\n  - use: anthropic/claude-sonnet-4-5\n    baseUrl: STANDIN/anthropic\nspending:\n  perMonth: 0\n`,
    });
    const { said } = await run("review");
    expect(said).toContain("Not covered: 5 reviewers did not run because the spending limit is reached");
    expect((await run("review", "--verbose")).said).toMatch(/was not called: the\s+spending limit is reached/);
    expect(models.asked).toEqual([]);
  });

  test("--no-models makes no requests, whatever the config says", async () => {
    const { run, models } = await desk(() => undefined);
    expect((await run("review", "--no-models")).said).toContain("reviewers need a model");
    expect(models.asked).toEqual([]);
  });
});

describe("a review that was recorded", () => {
  test("is run again without a model, and is the same to the byte", async () => {
    const { run, models } = await desk((unit) => (unit === "code-reviewer" ? { findings: [lastItem] } : undefined));
    const first = await run("review", "--json");
    const asked = models.asked.length;
    const id = draftIn(first.out).id;
    expect((await run("replay")).out).toContain(id);
    const again = await run("replay", id, "--json");
    expect(again.out).toBe(first.out);
    expect(again).toMatchObject({
      code: 0,
      err: `The replay of ${id} is the same, byte for byte. No model was asked.\n`,
    });
    expect(models.asked).toHaveLength(asked);
  });

  test("a missing recording, or one whose commits are gone, is reported", async () => {
    const { run } = await desk(() => undefined);
    expect(await run("replay", "nonsense")).toMatchObject({
      code: 2,
      err: expect.stringContaining("No review") as string,
    });
    const id = draftIn((await run("review", "--json")).out).id;
    const other = await desk(() => undefined, { commits: [{ message: "x", files: { x: "x\n" } }] });
    const ran = await run("replay", id, "--repo", other.repository.path);
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("are no longer in") as string });
  });
});

test("the library asks models too, and tells of every call", async () => {
  const { models: vendor, repository: made } = await desk((unit) =>
    unit === "code-reviewer" ? { findings: [lastItem] } : undefined,
  );
  const repository = openRepository(made.path);
  const calls: string[] = [];
  try {
    const draft = await review(repository, "HEAD^..HEAD", {
      models: {
        models: [{ use: "anthropic/claude-sonnet-4-5", baseUrl: vendor.url("anthropic") }],
        env: { ANTHROPIC_API_KEY: "a-key" },
        called: ({ unit }) => calls.push(unit),
      },
    });
    expect(draft.judged.map(({ finding }) => finding.title)).toContain("The last item is never charged");
    expect(calls.length).toBe(vendor.asked.length);
  } finally {
    repository.close();
  }
});
