// Applies earlier rounds: a finding that is already posted is not repeated, and one that an earlier round missed is
// held back unless it is grave.
import type { ReviewHistory } from "../../change/change.ts";
import type { SeenHunks } from "../../change/hunk-patch.ts";
import { isLive } from "../carry.ts";
import { reachesAuthor, atLeast, type Finding, type JudgedFinding, type Mark } from "../finding.ts";

/** `judged` is what the other gates left of it: only what would be posted can be late. */
export function pastGate(judged: JudgedFinding, past: ReviewHistory, seen: SeenHunks): Mark[] {
  const { finding } = judged;
  const known = past.findings.find((one) => isLive(one) && one.identity === finding.identity);
  // However grave: it is on the page already.
  if (known?.state === "open") return [{ by: "past", why: { kind: "already-posted" }, outcome: "suppressed" }];
  if (known)
    return judged.severity === "critical" ? [] : [{ by: "past", why: { kind: "dismissed" }, outcome: "suppressed" }];
  if (!reachesAuthor(judged) || isGrave(judged) || !isLate(finding, seen)) return [];
  return [{ by: "past", why: { kind: "late" }, outcome: "held" }];
}

function isGrave({ finding, severity }: JudgedFinding): boolean {
  return severity === "critical" || (finding.proof === "proven" && atLeast(severity, "high"));
}

/**
 * Whether an earlier round could have said it. That the config or this program has changed since is no excuse: the author
 * hears of it now, after having been told what is wrong.
 */
function isLate(finding: Finding, seen: SeenHunks): boolean {
  if (!seen.known) return false;
  const touched = finding.evidence
    .flatMap(({ path, side, start, end }) =>
      Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => seen.line(path, side, start + index)),
    )
    .filter((line) => line !== null);
  return touched.length === 0 || restsOnMore(finding) ? seen.nothingNew : touched.every(Boolean);
}

/** What a check proves of two places, or of something that is not there, can be brought about far from the lines it quotes. */
function restsOnMore({ claim, proof }: Finding): boolean {
  return proof === "proven" && (claim === "absent" || claim === "mismatch" || claim === "unreachable");
}
