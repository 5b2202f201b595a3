// Defines the report by which a workflow that ran the tests of a change tells another one which of them fail.
import * as z from "zod";
import type { Report } from "../report.ts";
import type { FailedTest } from "./evidence.ts";

const longest = { path: 1000, name: 1000, message: 4000 };
const most = { failures: 20, frames: 50 };

const path = z.string().min(1).max(longest.path);

export const reportedTestsSchema = z.strictObject({
  version: z.literal(1),
  pull: z.int().min(1),
  head: z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/),
  failures: z
    .array(
      z.strictObject({
        name: z.string().max(longest.name),
        file: path.nullable(),
        message: z.string().max(longest.message).nullable(),
        frames: z.array(z.strictObject({ path, line: z.int().min(1) })).max(most.frames),
        onBase: z.enum(["passed", "absent"]),
      }),
    )
    .max(most.failures),
});
export type ReportedTests = z.infer<typeof reportedTestsSchema>;

export function reportTests(pull: number, head: string, reports: readonly Report[]): ReportedTests {
  const failed = reports.flatMap(({ tests }) => tests?.tests ?? []).flatMap((of) => of.failed);
  const fresh = failed.filter(({ since }) => since === "new").slice(0, most.failures);
  return { version: 1, pull, head, failures: fresh.map(reportFailure) };
}

function reportFailure({ test, onBase }: FailedTest): ReportedTests["failures"][number] {
  const { name, file, message, frames } = test;
  return {
    name: name.slice(0, longest.name),
    file,
    message: message?.slice(0, longest.message) ?? null,
    frames: frames.slice(0, most.frames),
    onBase: onBase === "passed" ? "passed" : "absent",
  };
}
