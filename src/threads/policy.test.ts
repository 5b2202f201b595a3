// Tests the policy: the main cases as examples, then every combination against independently written rules.
import { describe, expect, test } from "vitest";
import { classifications, type Classification, type ThreadFix, type Verification } from "./thread-payloads.ts";
import { judgeThread, rulingKind, type FixFlags, type PolicyFacts } from "./policy.ts";
import { completeFacts, elsewhere, head } from "../../scripts/complete-policy.ts";
import { isSameCommit } from "./policy/proof.ts";

type Edit = (facts: PolicyFacts) => PolicyFacts;

const fix =
  (edit: Partial<ThreadFix>): Edit =>
  (facts) => ({ ...facts, fix: { ...facts.fix, ...edit } });
const without =
  (...names: ("fixSummary" | "evidence" | "rationale" | "commitSha" | "checks")[]): Edit =>
  (facts) =>
    fix(Object.fromEntries(names.map((name) => [name, undefined])))(facts);
const thread =
  (edit: Partial<NonNullable<PolicyFacts["thread"]>>): Edit =>
  (facts) => ({ ...facts, thread: { ...facts.thread!, ...edit } });
const flags =
  (edit: Partial<FixFlags>): Edit =>
  (facts) => ({ ...facts, flags: { ...facts.flags, ...edit } });
const settings =
  (edit: Partial<PolicyFacts["settings"]>): Edit =>
  (facts) => ({ ...facts, settings: { ...facts.settings, ...edit } });
const set =
  (edit: Partial<PolicyFacts>): Edit =>
  (facts) => ({ ...facts, ...edit });
const ran = (result: Verification["result"], sha: string): Verification[] => [{ command: "npm test", result, sha }];
const noFlags = flags({ applyReplies: false, applyResolutions: false, allowResolveInvalid: false });
const automatic = flags({ by: "automatic" });
const overriding = (of: Classification) => flags({ allowResolve: { classes: [of], reason: "It is gone" } });
const checked = (edit: object) => set({ check: { ...completeFacts("valid").check!, ...edit } });
const reopened = (is: PolicyFacts["before"]["reopened"]) =>
  set({ before: { answered: false, resolved: false, reopened: is } });
const watched = (edit: object) => set({ watch: { at: 1, head, result: "passed", runs: 1, ...edit } });

type Case = [says: string, of: Classification, edits: Edit[], reply: string, resolve: string];
const cases: Case[] = [
  ["fixed, proven and asked for", "valid", [], "allowed", "allowed"],
  ["nothing is asked for", "valid", [noFlags], "not-asked", "not-asked"],
  ["only replies are", "valid", [flags({ applyResolutions: false })], "allowed", "not-asked"],
  ["only resolutions are", "valid", [flags({ applyReplies: false })], "not-asked", "allowed"],
  ["no summary of the fix", "valid", [without("fixSummary")], "missing", "allowed"],
  ["nothing was run", "valid", [fix({ verification: [] })], "missing", "missing"],
  [
    "it ran on another commit",
    "valid",
    [fix({ verification: ran("passed", elsewhere) })],
    "verification-elsewhere",
    "verification-elsewhere",
  ],
  [
    "it failed at the head",
    "valid",
    [fix({ verification: ran("failed", head) })],
    "verification-result",
    "verification-result",
  ],
  [
    "one of two was skipped",
    "valid",
    [fix({ verification: [...ran("passed", head), ...ran("skipped", head)] })],
    "verification-result",
    "verification-result",
  ],
  [
    "it failed before, and passes at the head",
    "valid",
    [fix({ verification: [...ran("failed", elsewhere), ...ran("passed", head)] })],
    "allowed",
    "allowed",
  ],
  [
    "it ran on the fix, which is in the head",
    "valid",
    [fix({ commitSha: elsewhere, verification: ran("passed", elsewhere) })],
    "allowed",
    "allowed",
  ],
  [
    "the fix is not in the head",
    "valid",
    [set({ commit: "not-reachable" })],
    "commit-not-reachable",
    "commit-not-reachable",
  ],
  ["no commit", "valid", [without("commitSha"), set({ commit: "not-reachable" })], "allowed", "missing"],
  ["the config allows no class", "valid", [settings({ autoResolveClassifications: [] })], "allowed", "allowed"],
  [
    "nor does it for a program",
    "valid",
    [settings({ autoResolveClassifications: [] }), automatic],
    "allowed",
    "class-not-allowed",
  ],
  [
    "the config asks for it",
    "valid",
    [noFlags, settings({ autoReply: true, autoResolve: true })],
    "allowed",
    "allowed",
  ],
  [
    "a person spoke in it, and the config asks",
    "valid",
    [noFlags, settings({ autoResolve: true }), thread({ otherHumans: true })],
    "not-asked",
    "another-human",
  ],
  [
    "a person spoke in it, and a program asks",
    "valid",
    [automatic, thread({ otherHumans: true })],
    "allowed",
    "another-human",
  ],
  ["a person spoke in it, and a person asks", "valid", [thread({ otherHumans: true })], "allowed", "allowed"],
  ["the token may not resolve", "valid", [thread({ canResolve: false })], "allowed", "cannot-resolve"],
  ["nor reply", "valid", [thread({ canReply: false })], "cannot-reply", "allowed"],
  ["resolved on GitHub", "valid", [thread({ isResolved: true })], "already-resolved", "already-resolved"],
  [
    "resolved by us",
    "valid",
    [set({ before: { answered: true, resolved: true, reopened: "no" } })],
    "resolved-before",
    "resolved-before",
  ],
  [
    "answered by us",
    "valid",
    [set({ before: { answered: true, resolved: false, reopened: "no" } })],
    "already-answered",
    "allowed",
  ],
  ["gone", "valid", [set({ thread: null })], "gone", "gone"],
  ["the reply says resolved", "valid", [set({ reply: "says-resolved" })], "says-resolved", "allowed"],
  [
    "triaged as a person's to decide",
    "valid",
    [set({ triage: { classification: "needs_human", requiresHumanDecision: false } })],
    "allowed",
    "triage-needs-human",
  ],
  [
    "triaged as one that a person decides",
    "valid",
    [set({ triage: { classification: "valid", requiresHumanDecision: true } })],
    "allowed",
    "triage-needs-human",
  ],
  [
    "triaged as a person's to decide, and a program would answer",
    "valid",
    [automatic, set({ triage: { classification: "needs_human", requiresHumanDecision: false } })],
    "triage-needs-human",
    "triage-needs-human",
  ],
  ["nobody triaged it", "valid", [set({ triage: null })], "allowed", "no-triage"],
  [
    "triaged as another class",
    "valid",
    [set({ triage: { classification: "stale", requiresHumanDecision: false } })],
    "allowed",
    "other-class",
  ],
  [
    "a person commented since",
    "valid",
    [thread({ laterComment: true, sinceTriage: true })],
    "later-comment",
    "later-comment",
  ],
  ["a person commented since the triage", "valid", [thread({ sinceTriage: true })], "allowed", "later-comment"],
  ["the head is another since", "valid", [set({ readHead: elsewhere })], "allowed", "new-head"],
  ["the head is named by its first digits", "valid", [set({ readHead: head.slice(0, 9) })], "allowed", "allowed"],
  ["reopened, and read since", "valid", [reopened("seen")], "allowed", "allowed"],
  ["reopened, and not read since", "valid", [reopened("unseen")], "allowed", "reopened"],
  ["reopened, read since, and a program asks", "valid", [reopened("seen"), automatic], "allowed", "reopened"],
  [
    "the commit is older than the comment",
    "valid",
    [set({ commit: "before-comment" })],
    "commit-before-comment",
    "commit-before-comment",
  ],
  ["the code is unchanged", "valid", [set({ code: "unchanged" })], "code-unchanged", "code-unchanged"],
  ["… already fixed", "already_fixed", [set({ code: "unchanged" })], "code-unchanged", "code-unchanged"],
  ["… stale", "stale", [set({ code: "unchanged" })], "code-unchanged", "code-unchanged"],
  ["… and nobody knows whether it is", "valid", [set({ code: "unknown" })], "code-unknown", "code-unknown"],
  [
    "… for a reason that the reply gives",
    "valid",
    [set({ code: "unchanged" }), fix({ whyUnchanged: "The caller does it" })],
    "allowed",
    "allowed",
  ],
  [
    "… for a reason that no reply gives",
    "valid",
    [set({ code: "unchanged" }), fix({ whyUnchanged: "The caller does it" }), flags({ applyReplies: false })],
    "not-asked",
    "unexplained",
  ],
  [
    "… for a reason that an earlier reply gave",
    "valid",
    [
      set({ code: "unchanged", before: { answered: true, resolved: false, reopened: "no" } }),
      fix({ whyUnchanged: "The caller does it" }),
    ],
    "already-answered",
    "allowed",
  ],
  [
    "… for a reason that a program gives",
    "valid",
    [set({ code: "unchanged" }), fix({ whyUnchanged: "The caller does it" }), automatic],
    "code-unchanged",
    "code-unchanged",
  ],
  [
    "… and no checks are wanted",
    "stale",
    [set({ code: "unchanged" }), settings({ requireChecksBeforeResolve: false })],
    "code-unchanged",
    "code-unchanged",
  ],
  ["the checks failed", "valid", [checked({ result: "failed" })], "allowed", "checks"],
  ["they timed out", "valid", [checked({ result: "timed-out" })], "allowed", "checks"],
  ["they were skipped", "valid", [checked({ result: "skipped" })], "allowed", "checks"],
  ["no command was run", "valid", [checked({ commands: [] })], "allowed", "checks"],
  ["they ran on changed files", "valid", [checked({ dirty: true })], "allowed", "checks"],
  ["they ran on another commit", "valid", [checked({ head: elsewhere })], "allowed", "checks"],
  ["no state, and the payload's word", "valid", [set({ check: null })], "allowed", "allowed"],
  ["no state, and no word", "valid", [set({ check: null }), without("checks")], "allowed", "checks"],
  [
    "a word that nothing at the head bears out",
    "valid",
    [set({ check: null }), fix({ commitSha: elsewhere, verification: ran("passed", elsewhere) })],
    "allowed",
    "checks",
  ],
  ["they passed, and the payload says unknown", "valid", [fix({ checks: "unknown" })], "allowed", "checks"],
  ["GitHub's failed", "valid", [watched({ result: "failed" })], "allowed", "checks"],
  ["GitHub's are pending", "valid", [watched({ result: "pending" })], "allowed", "checks"],
  ["GitHub's were watched at another commit", "valid", [watched({ head: elsewhere })], "allowed", "checks"],
  ["GitHub has none", "valid", [watched({ result: "none" })], "allowed", "allowed"],
  [
    "no checks are wanted",
    "valid",
    [settings({ requireChecksBeforeResolve: false }), checked({ result: "failed" }), watched({ result: "failed" })],
    "allowed",
    "allowed",
  ],
  ["already fixed", "already_fixed", [], "allowed", "allowed"],
  [
    "verified at a commit that is not in the head",
    "already_fixed",
    [fix({ verification: ran("passed", elsewhere) }), without("commitSha"), set({ commit: "not-reachable" })],
    "verification-elsewhere",
    "verification-elsewhere",
  ],
  ...(["already_fixed", "stale"] as const).flatMap((of): Case[] => [
    [
      `${of} by a commit that is older than the comment`,
      of,
      [set({ commit: "before-comment" })],
      "commit-before-comment",
      "commit-before-comment",
    ],
    [
      `${of} by a commit that is not in the head`,
      of,
      [set({ commit: "not-reachable" })],
      "commit-not-reachable",
      "commit-not-reachable",
    ],
  ]),
  ["without evidence", "already_fixed", [without("evidence")], "missing", "missing"],
  [
    "the config does not name it",
    "already_fixed",
    [settings({ autoResolveClassifications: ["valid"] })],
    "allowed",
    "class-not-allowed",
  ],
  ...(
    [
      ["a person overrides the list", [], "allowed"],
      ["a person overrides it for another class", [overriding("stale")], "class-not-allowed"],
      ["a program overrides the list", [automatic], "class-not-allowed"],
      ["the config asks, whatever a person overrides", [noFlags, settings({ autoResolve: true })], "class-not-allowed"],
    ] as const
  ).map(([says, edits, resolve]): (typeof cases)[number] => [
    says,
    "already_fixed",
    [settings({ autoReply: true, autoResolveClassifications: [] }), overriding("already_fixed"), ...edits],
    "allowed",
    resolve,
  ]),
  ["the payload asks for no resolution", "valid", [fix({ resolveRequested: false })], "allowed", "not-asked"],
  ["stale", "stale", [], "allowed", "allowed"],
  ["outdated is evidence enough to resolve", "stale", [without("evidence")], "missing", "allowed"],
  ["nothing was run on a stale thread", "stale", [fix({ verification: [] })], "missing", "missing"],
  [
    "… even if the repository wants no checks",
    "stale",
    [fix({ verification: [] }), settings({ requireChecksBeforeResolve: false })],
    "missing",
    "missing",
  ],
  ["evidence is enough where it is not outdated", "stale", [thread({ isOutdated: false })], "allowed", "allowed"],
  ["neither", "stale", [thread({ isOutdated: false }), without("evidence")], "missing", "not-outdated"],
  [
    "the config does not name stale",
    "stale",
    [settings({ autoResolveClassifications: [] })],
    "allowed",
    "class-not-allowed",
  ],
  ["invalid, and a person allows it", "invalid", [], "allowed", "allowed"],
  ["invalid, and nobody does", "invalid", [flags({ allowResolveInvalid: false })], "allowed", "invalid-not-allowed"],
  ["invalid, and a program does", "invalid", [automatic], "allowed", "invalid-not-allowed"],
  [
    "invalid, allowed, and the config asks",
    "invalid",
    [flags({ applyResolutions: false }), settings({ autoResolve: true })],
    "allowed",
    "invalid-not-allowed",
  ],
  ["invalid, and nothing was run", "invalid", [fix({ verification: [] })], "allowed", "missing"],
  ["invalid without a rationale", "invalid", [without("rationale")], "missing", "missing"],
  ["a person's to decide", "needs_human", [], "needs-human", "needs-human"],
  [
    "whatever the config names",
    "needs_human",
    [settings({ autoReply: true, autoResolve: true, autoResolveClassifications: classifications })],
    "needs-human",
    "needs-human",
  ],
];

test.each(cases)("%s (%s)", (_, of, edits, reply, resolve) => {
  const ruled = judgeThread(edits.reduce((facts, edit) => edit(facts), completeFacts(of)));
  expect([ruled.reply.rule.rule, ruled.resolve.rule.rule]).toEqual([reply, resolve]);
  for (const one of [ruled.reply, ruled.resolve]) expect(one.allowed).toBe(one.rule.rule === "allowed");
});

test("the reason for an exception is part of the ruling, and nothing else has one", () => {
  const unlisted = settings({ autoResolveClassifications: [] });
  const facts = overriding("stale")(completeFacts("stale"));
  expect(judgeThread(unlisted(facts)).resolve.rule).toEqual({ rule: "allowed", by: "person", because: "It is gone" });
  expect(judgeThread(facts).resolve.rule).toEqual({ rule: "allowed", by: "person" });
  expect(judgeThread(unlisted(facts)).reply.rule).toEqual({ rule: "allowed", by: "person" });
});

test("the other states of checks and of a verification block, too", () => {
  for (const result of ["failed", "skipped", "timed-out", "unknown"] as const) {
    expect(judgeThread(fix({ checks: result })(completeFacts("valid"))).resolve.allowed).toBe(false);
    expect(judgeThread(fix({ verification: ran(result, head) })(completeFacts("stale"))).resolve.allowed).toBe(false);
  }
});

test("result of a ruling", () => {
  const kinds = (edit: Edit) => {
    const { reply, resolve } = judgeThread(edit(completeFacts("valid")));
    return [rulingKind(reply), rulingKind(resolve)];
  };
  expect(kinds((facts) => facts)).toEqual(["do", "do"]);
  expect(kinds(noFlags)).toEqual(["not-asked", "not-asked"]);
  expect(kinds(thread({ isResolved: true }))).toEqual(["done", "done"]);
  expect(kinds(set({ commit: "not-reachable" }))).toEqual(["blocked", "blocked"]);
});

test("a commit is known by seven digits or more of its name", () => {
  expect(isSameCommit(head, head)).toBe(true);
  expect(isSameCommit(head.slice(0, 7), head)).toBe(true);
  expect(isSameCommit(head.toUpperCase(), head.slice(0, 12))).toBe(true);
  expect(isSameCommit(head.slice(0, 6), head)).toBe(false);
  expect(isSameCommit("", head)).toBe(false);
  expect(isSameCommit(elsewhere, head)).toBe(false);
});

const both = [false, true] as const;
const pairs = both.flatMap((a) => both.map((b) => [a, b] as const));

/** Each payload, and the actions it is sufficient evidence for, written by hand. */
const proofs: {
  name: string;
  edits: Edit[];
  replies: readonly Classification[];
  resolves: readonly Classification[];
}[] = [
  {
    name: "everything, at the head",
    edits: [],
    replies: ["valid", "already_fixed", "stale", "invalid"],
    resolves: ["valid", "already_fixed", "stale", "invalid"],
  },
  {
    name: "everything, at the fix",
    edits: [fix({ commitSha: elsewhere, verification: ran("passed", elsewhere) })],
    replies: ["valid", "already_fixed", "stale", "invalid"],
    resolves: ["valid", "already_fixed", "stale", "invalid"],
  },
  {
    name: "a commit that is not there",
    edits: [set({ commit: "not-reachable" })],
    replies: ["invalid"],
    resolves: ["invalid"],
  },
  {
    name: "run elsewhere",
    edits: [fix({ verification: ran("passed", elsewhere) })],
    replies: ["invalid"],
    resolves: [],
  },
  { name: "a failure", edits: [fix({ verification: ran("failed", head) })], replies: ["invalid"], resolves: [] },
  {
    name: "words alone",
    edits: [fix({ verification: [] }), without("commitSha"), set({ commit: "not-reachable" })],
    replies: ["invalid"],
    resolves: [],
  },
  { name: "no words", edits: [without("fixSummary", "evidence", "rationale")], replies: [], resolves: ["valid"] },
  {
    name: "nothing",
    edits: [
      without("fixSummary", "evidence", "rationale", "commitSha"),
      fix({ verification: [] }),
      set({ commit: "not-reachable" }),
    ],
    replies: [],
    resolves: [],
  },
];
const checkings: { edits: Edit[]; good: boolean }[] = [
  { edits: [], good: true },
  { edits: [set({ watch: null })], good: true },
  { edits: [set({ check: null }), without("checks")], good: false },
  { edits: [checked({ head: elsewhere })], good: false },
  { edits: [checked({ dirty: true })], good: false },
  { edits: [checked({ result: "failed" })], good: false },
  { edits: [watched({ result: "pending" })], good: false },
  { edits: [checked({ result: "failed" }), settings({ requireChecksBeforeResolve: false })], good: true },
];
const triages: ((of: Classification) => PolicyFacts["triage"])[] = [
  (of) => ({ classification: of, requiresHumanDecision: false }),
  () => null,
  () => ({ classification: "needs_human", requiresHumanDecision: false }),
  () => ({ classification: "valid", requiresHumanDecision: true }),
];

describe("every combination", () => {
  test("rulings follow the rules, and nothing forbidden is done", () => {
    const seen = { rows: 0, replies: 0, resolutions: 0 };
    const wrong: string[] = [];
    for (const of of classifications)
      for (const proof of proofs)
        for (const checking of checkings) {
          const proven = [...proof.edits, ...checking.edits].reduce((facts, edit) => edit(facts), completeFacts(of));
          for (const row of rowsOf(proven)) {
            seen.rows++;
            const { reply, resolve } = judgeThread(row);
            if (reply.allowed) seen.replies++;
            if (resolve.allowed) seen.resolutions++;
            if (reply.allowed !== mayReply(row, proof)) wrong.push(`reply ${of} ${proof.name} ${JSON.stringify(row)}`);
            if (resolve.allowed !== mayResolve(row, proof, checking.good))
              wrong.push(`resolve ${of} ${proof.name} ${JSON.stringify(row)}`);
          }
        }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(seen.rows).toBe(5 * 8 * 8 * 4 * 4 * 4 * 4 * 2 * 2 * 2 * 2 * 2);
    expect(seen.replies).toBeGreaterThan(1000);
    expect(seen.resolutions).toBeGreaterThan(1000);
  });
});

function* rowsOf(proven: PolicyFacts): Generator<PolicyFacts> {
  for (const triage of triages)
    for (const [applyReplies, applyResolutions] of pairs)
      for (const [allowResolveInvalid, person] of pairs)
        for (const [autoReply, autoResolve] of pairs)
          for (const listed of both)
            for (const isResolved of both)
              for (const isOutdated of both)
                for (const otherHumans of both)
                  for (const may of both)
                    yield {
                      ...proven,
                      triage: triage(proven.fix.classification),
                      flags: {
                        applyReplies,
                        applyResolutions,
                        allowResolveInvalid,
                        by: person ? "person" : "automatic",
                      },
                      settings: {
                        ...proven.settings,
                        autoReply,
                        autoResolve,
                        autoResolveClassifications: listed ? classifications : [],
                      },
                      thread: {
                        ...proven.thread!,
                        isResolved,
                        isOutdated,
                        otherHumans,
                        canReply: may,
                        canResolve: may,
                      },
                    };
}

type Proven = (typeof proofs)[number];

function mayReply(row: PolicyFacts, proof: Proven): boolean {
  const { thread: on, flags: given } = row;
  const { classification } = row.fix;
  const byPerson = given.by === "person" && given.applyReplies;
  if (isForPeople(row) && !byPerson) return false;
  return (
    (given.applyReplies || row.settings.autoReply) &&
    !on!.isResolved &&
    on!.canReply &&
    proof.replies.includes(classification)
  );
}

function isForPeople({ triage }: PolicyFacts): boolean {
  return triage?.requiresHumanDecision === true || triage?.classification === "needs_human";
}

function mayResolve(row: PolicyFacts, proof: Proven, checksPassed: boolean): boolean {
  const { classification } = row.fix;
  const byPerson = row.flags.by === "person" && row.flags.applyResolutions;
  if (!(row.flags.applyResolutions || row.settings.autoResolve)) return false;
  if (classification === "needs_human" || row.triage === null || isForPeople(row)) return false;
  if (row.thread!.otherHumans && !byPerson) return false;
  if (row.thread!.isResolved || !row.thread!.canResolve || !checksPassed) return false;
  if (classification === "invalid")
    return byPerson && row.flags.allowResolveInvalid && proof.resolves.includes("invalid");
  if (!(classification === "valid" && byPerson) && row.settings.autoResolveClassifications.length === 0) return false;
  // GitHub's own state replaces evidence, but no verification.
  const outdated = classification === "stale" && row.thread!.isOutdated && proof.name === "no words";
  return outdated || proof.resolves.includes(classification);
}
