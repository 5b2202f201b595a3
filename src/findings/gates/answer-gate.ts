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

/** The findings of all reports; a reviewer that confirms one is a source of it. */
export function withConfirmations(reports: readonly Report[]): Finding[] {
  const answers = answersIn(reports);
  return reports
    .flatMap((report) => report.findings)
    .map((finding) => {
      const confirming = (answers.get(finding.id) ?? []).filter(({ verdict }) => verdict === "confirmed");
      if (confirming.length === 0) return finding;
      // It is a fault of the code then, whatever the check took it for.
      return { ...finding, sources: [...finding.sources, ...new Set(confirming.map(({ by }) => by))], root: "CODE" };
    });
}

export function answerGate({ id }: Finding, answers: ReadonlyMap<string, readonly GivenAnswer[]>): Mark[] {
  return (answers.get(id) ?? []).map(({ finding: _finding, verdict, ...answer }) => ({
    by: "answer",
    why: { kind: verdict, ...answer },
  }));
}
