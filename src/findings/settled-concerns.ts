// What people asked to have verified, with what the goal reviewer found out about it (CHG-7). What nobody verified stays open.
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
