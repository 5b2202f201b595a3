// Decides what a payload proves about a thread, and what the checks prove about the head.
import type { PolicyFacts } from "../policy.ts";
import type { ThreadFix, Verification } from "../thread-payloads.ts";
import type { CheckTrouble, NeededEvidence, PolicyRule, Requester } from "./policy-rules.ts";

/** Shorter prefixes are ambiguous. */
const shortest = 7;

export function isSameCommit(a: string, b: string): boolean {
  const [short, long] = [a.toLowerCase(), b.toLowerCase()].toSorted((x, y) => x.length - y.length);
  return short!.length >= shortest && long!.startsWith(short!);
}

export function missingEvidence(fix: ThreadFix, needed: readonly NeededEvidence[]): PolicyRule | null {
  const what = needed.filter((name) => !has(fix, name));
  return what.length === 0 ? null : { rule: "missing", what };
}

function has(fix: ThreadFix, name: NeededEvidence): boolean {
  return name === "verification" ? fix.verification.length > 0 : (fix[name] ?? "").trim() !== "";
}

export function verificationTrouble(facts: PolicyFacts): PolicyRule | null {
  const counted = countedVerification(facts);
  return counted.length === 0 ? { rule: "verification-elsewhere" } : notPassed(counted);
}

/** Results at the head or at the fix commit; those of other commits prove nothing. */
function countedVerification(facts: PolicyFacts): Verification[] {
  return facts.fix.verification.filter(({ sha }) => isOfHead(sha, facts) || isOfFix(sha, facts));
}

function notPassed(verification: readonly Verification[]): PolicyRule | null {
  for (const { command, result } of verification)
    if (result !== "passed") return { rule: "verification-result", command, result };
  return null;
}

function isOfHead(sha: string | null, { head, readHead }: PolicyFacts): boolean {
  const at = sha ?? readHead;
  return at !== null && isSameCommit(at, head);
}

function isOfFix(sha: string | null, { fix, commit }: PolicyFacts): boolean {
  return sha !== null && fix.commitSha !== undefined && commit === "after-comment" && isSameCommit(sha, fix.commitSha);
}

export function commitTrouble({ fix, commit }: PolicyFacts): PolicyRule | null {
  if (fix.commitSha === undefined || commit === "after-comment") return null;
  const rule = commit === "before-comment" ? "commit-before-comment" : "commit-not-reachable";
  return { rule, commit: fix.commitSha };
}

/**
 * A fix must change the commented code. If a person asks, an explanation in the payload is enough, and the reply
 * repeats it.
 */
export function codeTrouble({ code, fix }: PolicyFacts, by: Requester): PolicyRule | null {
  if (code === "changed") return null;
  if (by === "person" && (fix.whyUnchanged ?? "").trim() !== "") return null;
  return { rule: code === "unchanged" ? "code-unchanged" : "code-unknown" };
}

/** Null: the repository requires no checks, or they passed for this head and nothing contradicts that. */
export function checksTrouble(facts: PolicyFacts): PolicyRule | null {
  if (!facts.settings.requireChecksBeforeResolve) return null;
  const trouble = payloadSaysNo(facts) ?? checkTrouble(facts) ?? watchTrouble(facts);
  return trouble && { rule: "checks", trouble };
}

function payloadSaysNo({ fix: { checks } }: PolicyFacts): CheckTrouble | null {
  return checks === undefined || checks === "passed" ? null : { why: "payload-result", result: checks };
}

/** Stored results are stronger evidence: the payload's claim counts only if there are none. */
function checkTrouble(facts: PolicyFacts): CheckTrouble | null {
  const { check, head } = facts;
  if (check === null) return payloadTrouble(facts);
  if (check.head !== head) return { why: "check-elsewhere", head: check.head };
  if (check.dirty) return { why: "check-dirty" };
  if (check.result !== "passed") return { why: "check-result", result: check.result };
  return check.commands.length === 0 ? { why: "check-result", result: "skipped" } : null;
}

/** "Passed" alone names no commit: something must have passed at this head. */
function payloadTrouble(facts: PolicyFacts): CheckTrouble | null {
  const { checks, verification } = facts.fix;
  if (checks !== "passed") return { why: "no-evidence" };
  const here = verification.filter(({ sha }) => isOfHead(sha, facts));
  if (here.length === 0) return { why: "payload-elsewhere" };
  const not = notPassed(here);
  return not?.rule === "verification-result" ? { why: "payload-result", result: not.result } : null;
}

/** Without watched checks, nothing can contradict. */
function watchTrouble({ watch, head }: PolicyFacts): CheckTrouble | null {
  if (watch === null) return null;
  if (watch.head !== head) return { why: "watch-elsewhere", head: watch.head };
  return watch.result === "passed" || watch.result === "none" ? null : { why: "watch-result", result: watch.result };
}
