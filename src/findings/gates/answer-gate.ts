// Notes what reviewers answered about advisory findings of checks. A confirmation makes the reviewer a source; a
// refutation changes no outcome.
import type { Finding, Mark } from "../finding.ts";
import type { AdvisedAnswer, Report } from "../report.ts";

/** An answer with the reviewer that gave it. */
export type GivenAnswer = AdvisedAnswer & { by: string };

/** By the id of the finding. */
export function answersIn(reports: readonly Report[]): ReadonlyMap<string, readonly GivenAnswer[]> {
  const given = reports.flatMap(({ unit, answers = [] }) => answers.map((answer) => ({ ...answer, by: unit })));
  return Map.groupBy(given, ({ finding }) => finding);
}

/** The findings of all reports, and a copy of each that a reviewer confirms, as that reviewer's own. */
export function withConfirmations(reports: readonly Report[]): Finding[] {
  const findings = reports.flatMap((report) => report.findings);
  const answers = answersIn(reports);
  const confirmed = findings.flatMap((finding) =>
    (answers.get(finding.id) ?? [])
      .filter(({ verdict }) => verdict === "confirmed")
      // It is a fault of the code then, whatever the check took it for.
      .map(({ by }): Finding => ({ ...finding, sources: [by], root: "CODE" })),
  );
  return [...findings, ...confirmed];
}

export function answerGate({ id }: Finding, answers: ReadonlyMap<string, readonly GivenAnswer[]>): Mark[] {
  return (answers.get(id) ?? []).map(({ finding: _finding, verdict, ...answer }) => ({
    by: "answer",
    why: { kind: verdict, ...answer },
  }));
}
