// Parses the result of an earlier replay and rejects anything else.
import * as z from "zod";
import { findingOutcomes, severities } from "../../findings/finding.ts";
import { UserError } from "../../errors.ts";
import type { Backtest } from "./backtest-result.ts";

const side = z.enum(["base", "head"]);
const finding = z.object({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  check: z.string(),
  kind: z.string(),
  severity: z.enum(severities),
  outcome: z.enum(findingOutcomes),
  path: z.string(),
  line: z.number(),
  side,
  title: z.string(),
  explanation: z.string(),
  quotes: z.array(z.object({ path: z.string(), line: z.number(), side, text: z.string() })),
  around: z.array(z.object({ line: z.number(), text: z.string() })),
  again: z.enum(["changed", "kept", "too-soon"]),
});
const change = z.object({
  sha: z.string(),
  subject: z.string(),
  when: z.number(),
  files: z.number(),
  lines: z.number(),
  ms: z.number(),
  checks: z.record(z.string(), z.object({ ms: z.number(), failed: z.string().nullable() })),
  findings: z.array(finding),
});
const backtest = z.object({
  repository: z.string(),
  head: z.string(),
  checks: z.array(z.string()),
  unproven: z.array(z.string()),
  changes: z.array(change),
  unread: z.array(z.object({ sha: z.string(), why: z.string() })),
  memory: z.number(),
});

export function readBacktests(text: string, name: string): Backtest[] {
  const remedy = "Give a file that `crosscheck backtest --json` wrote.";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(`${name} is not JSON`, remedy);
  }
  const read = z.union([backtest.transform((one) => [one]), z.array(backtest)]).safeParse(value);
  if (read.success) return read.data;
  throw new UserError(`${name} is not what a backtest wrote`, remedy);
}
