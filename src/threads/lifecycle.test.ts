// Tests every transition between phases, by examples.
import { expect, test } from "vitest";
import {
  after,
  checked,
  checkOf,
  fixed,
  otherHead,
  outcomeOf,
  reported,
  resolved,
  scanned,
  scanOf,
  thread,
  triaged,
  triageOf,
  watched,
  watchOf,
} from "../../test/support/thread-story.ts";
import { evidenceOf, nextStep, type LifecycleEvent } from "./lifecycle.ts";
import type { Phase, PhaseReason } from "./thread-state.ts";
import type { ThreadId } from "./thread.ts";
import { cases } from "../../test/support/cases.ts";

const to = (phase: Phase | null, why: PhaseReason | null = { kind: "all-resolved" }) => [phase, why];
const nothing = to(null, null);
const open = (threads: number) => to("review_triage", { kind: "unresolved", threads });
const toFix = (threads: number) => to("fixing_review_findings", { kind: "to-fix", threads });
const person = (...ids: string[]) => to("blocked", { kind: "human-decision", threads: ids as ThreadId[] });
const failed = (what: string) => to("blocked", { kind: "failed", what });
const incomplete = to("blocked", { kind: "incomplete-scan" });
const verified = to("verified");
const unproven = to("review_triage");
const mend = to("fixing_review_findings");
const final = to("final_reported", { kind: "reported" });

const isOutdated = true;
const valid = triaged(triageOf("A", "valid"));
const human = triaged(triageOf("A", "needs_human"));
const whole = scanned([resolved]);
const later = scanned([resolved], { at: 300 });
const proven = [checked(), whole];
const noRight = fixed(outcomeOf("A", { resolution: "failed", why: "no right" }));
const noReply = fixed(outcomeOf("A", { reply: "failed", resolution: "skipped", why: "502" }));
const answered = (given: Parameters<typeof outcomeOf>[1]) => fixed(outcomeOf("A", given));

test.each<[story: string, events: LifecycleEvent[], standing: ReturnType<typeof to>]>([
  ["nothing happened", [], nothing],
  ["checks before any scan", [checked()], nothing],
  ["GitHub's checks before any scan", [watched()], nothing],
  ["a scan with unresolved threads", [scanned([thread("A"), thread("B"), resolved])], open(2)],
  ["unresolved, though the checks passed", [checked(), scanned([thread("A")])], open(1)],
  ["an outdated one counts", [checked(), scanned([thread("A", { isOutdated })])], open(1)],
  ["one is valid", [triaged(triageOf("A", "valid"), triageOf("B", "stale"))], toFix(1)],
  ["one needs a person", [triaged(triageOf("A", "valid"), triageOf("B", "needs_human"))], person("B")],
  ["under another class", [triaged(triageOf("A", "invalid", { requiresHumanDecision: true }))], person("A")],
  ["a person decided, and it is triaged again", [human, valid], toFix(1)],
  ["a person decided and resolved it", [checked(), human, whole], verified],
  [
    "a payload says needs_human",
    [valid, answered({ classification: "needs_human", resolution: "blocked" })],
    person("A"),
  ],
  ["a payload says otherwise of it", [human, answered({ resolution: "blocked" })], person("A")],
  ["an incomplete scan", [checked(), scanned([resolved], { is: "incomplete", whole: false })], incomplete],
  ["an incomplete scan that claims to be whole", [checked(), scanned([resolved], { is: "incomplete" })], incomplete],
  ["a failed scan", [checked(), scanned([], { is: "failed", why: "GitHub said no" })], failed("GitHub said no")],
  ["a scan that left some out", [checked(), scanned([resolved], { whole: false, leftOut: 3 })], open(0)],
  ["a whole scan, nothing unresolved, no evidence", [whole], unproven],
  ["and then the checks pass", [whole, checked()], verified],
  ["no thread at all", [checked(), scanned([])], verified],
  ["checks of another commit", [checked({ head: otherHead }), whole], unproven],
  ["checks of a dirty tree", [checked({ dirty: true }), whole], unproven],
  ["checks that were skipped", [checked({ result: "skipped" }), whole], unproven],
  ["checks that failed", [checked({ result: "failed" }), whole], mend],
  ["checks that took too long", [checked({ result: "timed-out" }), whole], mend],
  ["GitHub's checks agree", [checked(), watched(), whole], verified],
  ["GitHub has none", [checked(), watched({ result: "none" }), whole], verified],
  ["GitHub's checks failed", [checked(), watched({ result: "failed" }), whole], mend],
  ["GitHub's checks are pending", [checked(), watched({ result: "pending" }), whole], unproven],
  ["GitHub's checks were not waited for", [checked(), watched({ result: "timed-out" }), whole], unproven],
  ["GitHub's checks are of another commit", [checked(), watched({ head: otherHead }), whole], unproven],
  ["verified, and then the checks fail", [...proven, checked({ result: "failed" })], mend],
  ["verified, and then GitHub's fail", [...proven, watched({ result: "failed" })], mend],
  ["verified, and a thread is reopened", [...proven, scanned([thread("A")])], open(1)],
  ["verified, and the head moves", [...proven, scanned([resolved], { head: otherHead })], unproven],
  ["verified, and a filtered scan", [...proven, scanned([], { whole: false })], open(0)],
  ["valid, answered and resolved, evidence there", [checked(), valid, answered({})], verified],
  ["it was already resolved", [checked(), valid, answered({ resolution: "already" })], verified],
  ["resolved without evidence", [valid, answered({})], mend],
  ["answered, the resolution blocked", [valid, answered({ resolution: "blocked" })], toFix(1)],
  [
    "answered as invalid, not resolved",
    [checked(), triaged(triageOf("A", "invalid")), answered({ classification: "invalid", resolution: "blocked" })],
    open(1),
  ],
  ["a reply fails", [checked(), valid, noReply], failed("502")],
  ["a resolution fails", [checked(), valid, noRight], failed("no right")],
  ["one fails with no scan at all", [answered({ resolution: "failed", why: null })], failed("")],
  ["a failure stays while only checks are run", [valid, noRight, checked()], failed("no right")],
  ["a failure is made good", [checked(), valid, noRight, answered({ at: 210 })], verified],
  ["a later scan tells how it is", [checked(), valid, noRight, later], verified],
  [
    "resolved by us, then found reopened",
    [checked(), valid, answered({}), scanned([thread("A")], { at: 300 })],
    open(1),
  ],
  ["what was only planned", [checked(), scanned([thread("A")]), answered({ resolution: "planned" })], open(1)],
  ["reported from verified", [...proven, reported], final],
  ["reported twice", [...proven, reported, reported], final],
  ["reported, and looked at again: nothing is new", [...proven, reported, later, watched()], final],
  ["reported, then reopened", [...proven, reported, scanned([thread("A")])], open(1)],
  [
    "reported, then more commits that are proven too",
    [...proven, reported, checked({ head: otherHead }), scanned([resolved], { head: otherHead })],
    verified,
  ],
  ["reporting too early", [scanned([thread("A")]), reported], open(1)],
  ["reporting what is blocked", [scanned([], { is: "incomplete" }), reported], incomplete],
  ["reporting nothing", [reported], nothing],
])("%s", (_, events, standing) => {
  const state = after(events);
  expect([state.phase, state.why]).toEqual(standing);
});

cases<[LifecycleEvent[], ReturnType<typeof nextStep>]>(
  "the next step of story %#",
  (events) => nextStep(after(events)),
  [
    [[], "scan"],
    [[scanned([], { is: "failed" })], "scan"],
    [[scanned([], { is: "incomplete" })], "scan-more"],
    [[scanned([resolved], { whole: false })], "scan-whole"],
    [[triaged(triageOf("A", "needs_human"))], "decide"],
    [[scanned([thread("A")])], "triage"],
    [[triaged(triageOf("A", "stale"))], "answer"],
    [[triaged(triageOf("A", "valid"))], "fix"],
    [[triaged(triageOf("A", "valid")), checked()], "answer"],
    [[scanned([thread("A")]), fixed(outcomeOf("A", { resolution: "failed" }))], "try-again"],
    [[scanned([resolved])], "check"],
    [[scanned([resolved]), checked({ result: "failed" })], "mend-checks"],
    [[scanned([resolved]), checked(), watched({ result: "pending" })], "watch"],
    [[scanned([resolved]), checked()], "report"],
    [[scanned([resolved]), checked(), reported], "nothing"],
  ],
);

test("lists the missing evidence", () => {
  const scan = scanOf([]);
  expect(evidenceOf({ scan, check: null, watch: null })).toEqual({ is: "missing", what: "check", why: "none" });
  expect(evidenceOf({ scan, check: checkOf(), watch: watchOf({ result: "failed" }) })).toEqual({
    is: "failed",
    what: "watch",
  });
});
