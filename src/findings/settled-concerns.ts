// Combines the author's concerns with the goal reviewer's results. Unverified ones stay open.
import type { Change, Concern } from "../change/change.ts";
import type { Report } from "./report.ts";

export function settledConcerns(
  { concerns }: Pick<Change, "concerns">,
  reports: readonly Pick<Report, "concerns" | "status">[],
): Concern[] {
  const answers = new Map(
    reports
      .filter(({ status }) => status === "ran")
      .flatMap((report) => (report.concerns ?? []).map((one) => [one.id, one])),
  );
  return concerns.map((concern) => {
    const answer = answers.get(concern.id);
    return answer === undefined ? concern : { ...concern, status: answer.status, how: answer.how };
  });
}
