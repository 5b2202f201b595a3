// Defines the texts of a pull request's phase: the state of its conversations, why, and what to do next.
import type { Evidence, NextStep } from "../lifecycle.ts";
import type { Phase, PhaseReason, ThreadState } from "../thread-state.ts";
import { painter, type Style } from "../../review/publishers/paint.ts";
import { wrap } from "../../review/publishers/wrap.ts";
import { count, oneLine } from "../../review/words/text.ts";

export interface ShownStatus {
  pull: string;
  /** In the format of `--pr`. */
  name: string;
  state: ThreadState;
  evidence: Evidence;
  next: NextStep;
}

const phaseWords: Record<Phase, string> = {
  review_triage: "threads are being triaged",
  fixing_review_findings: "findings are being fixed",
  verified: "every thread is resolved, and the checks passed for this commit",
  blocked: "a person has to decide",
  final_reported: "done, and reported",
};

const phaseStyles: Record<Phase, Style[]> = {
  review_triage: ["yellow"],
  fixing_review_findings: ["yellow"],
  verified: ["bold", "green"],
  blocked: ["bold", "red"],
  final_reported: ["bold", "green"],
};

export function phaseReasonText({ state, evidence }: Pick<ShownStatus, "state" | "evidence">): string {
  const { why, scan, phase } = state;
  if (why === null) return "Its threads have not been scanned.";
  switch (why.kind) {
    case "unresolved":
      return why.threads === 0
        ? "No selected thread is unresolved, but some unresolved threads were not selected."
        : `${count(why.threads, "thread")} ${why.threads === 1 ? "is" : "are"} unresolved.`;
    case "to-fix":
      return `${count(why.threads, "unresolved thread")} ${why.threads === 1 ? "needs" : "need"} a fix.`;
    case "human-decision":
      return `${count(why.threads.length, "thread")} ${why.threads.length === 1 ? "needs" : "need"} a person's decision: ${placesOf(why.threads, state)}.`;
    case "incomplete-scan":
      return "The last scan ended before all threads were fetched.";
    case "failed":
      return `${scan?.is === "failed" ? "The last scan failed" : "GitHub rejected a request"}${why.what === "" ? "" : `: ${oneLine(why.what)}`}.`;
    case "all-resolved":
      return phase === "verified"
        ? "All threads are resolved, and the checks passed for this head."
        : `All threads are resolved, but the checks have not passed for this head: ${evidenceText(evidence)}.`;
    case "reported":
      return "It was verified, and then reported as final.";
  }
}

function placesOf(threads: Extract<PhaseReason, { kind: "human-decision" }>["threads"], { scan }: ThreadState): string {
  const most = 5;
  const places = threads.slice(0, most).map((id) => {
    const thread = scan?.threads.find(({ threadId }) => threadId === id);
    return thread?.path == null ? id : `${thread.path}${thread.line === null ? "" : `:${thread.line}`}`;
  });
  const more = threads.length > most ? [`and ${threads.length - most} more`] : [];
  return [...places, ...more].map(oneLine).join(", ");
}

const missing: Record<Extract<Evidence, { is: "missing" }>["why"], string> = {
  none: "was not run",
  "other-head": "was last run on another commit",
  dirty: "ran on a working tree with changes that are not in the commit",
  skipped: "did not run every command",
  pending: "has not seen all of GitHub's checks finish",
};

function evidenceText(evidence: Evidence): string {
  if (evidence.is === "passed") return "the checks passed";
  if (evidence.is === "failed")
    return evidence.what === "check" ? "`crosscheck check` failed" : "checks on GitHub failed";
  return `\`crosscheck ${evidence.what}\` ${missing[evidence.why]}`;
}

/** The command to run, if there is one, and its purpose. */
export function nextStepText({ next, name }: Pick<ShownStatus, "next" | "name">): {
  command: string | null;
  says: string;
} {
  const run = (command: string, says: string) => ({ command: `crosscheck ${command} --pr ${name}`, says });
  switch (next) {
    case "scan":
      return run("comments --include-outdated", "scan its threads");
    case "scan-more":
      return run("comments --include-outdated --max-threads 1000", "fetch all of its threads");
    case "scan-whole":
      return run("comments --include-outdated", "scan every unresolved thread, without filters");
    case "decide":
      return run("comments --include-outdated", "after a person has decided in those threads");
    case "try-again":
      return run("fix-comments --payload FILE", "fix what GitHub rejected, then try again; nothing is posted twice");
    case "triage":
      return run("comments --triage auto", "classify each thread");
    case "fix":
      return run("check", "after the fixes are committed, to prove them");
    case "answer":
      return run("fix-comments --payload FILE", "answer the threads, and resolve what is proven");
    case "check":
      return run("check", "run the checks on the head");
    case "mend-checks":
      return run("check", "after fixing what failed and committing it");
    case "watch":
      return run("watch", "wait for GitHub's checks");
    case "report":
      return run("status --final", "report it as done");
    case "nothing":
      return { command: null, says: "nothing left to do" };
  }
}

export function statusText(status: ShownStatus, { colour, width }: { colour: boolean; width: number }): string {
  const paint = painter(colour);
  const { phase } = status.state;
  const { command, says } = nextStepText(status);
  const rows: [label: string, text: string, ...styles: Style[]][] = [
    ["Pull", oneLine(status.pull)],
    phase === null ? ["Phase", "not started"] : ["Phase", `${phase}: ${phaseWords[phase]}`, ...phaseStyles[phase]],
    ["Why", phaseReasonText(status)],
    ["Next", command === null ? says : `${command}  (${says})`, "cyan"],
  ];
  const column = 7;
  return rows
    .flatMap(([label, text, ...styles]) =>
      wrap(text, Math.max(40, width - column)).map(
        (line, index) => `${paint((index === 0 ? label : "").padEnd(column), "bold")}${paint(line, ...styles)}\n`,
      ),
    )
    .join("");
}

export function statusJson(status: ShownStatus) {
  const { command, says } = nextStepText(status);
  const { phase, why, scan } = status.state;
  return {
    version: 1,
    pull: status.pull,
    phase,
    why,
    says: phaseReasonText(status),
    head: scan?.head ?? null,
    evidence: status.evidence,
    next: { step: status.next, command, says },
  };
}
