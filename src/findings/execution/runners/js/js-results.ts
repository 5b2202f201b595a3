// Shares the reading of results between the JavaScript runners.
import { reportFolder, type CommandEnd } from "../../sandbox-runner.ts";
import type { TestResult, TestReading } from "../../runner.ts";
import { endOfOutput } from "../reports/plain-text.ts";

/** Repeated test names of a file get ` (2)`; the order is that of the file, so it is stable. */
function numberRepeatedNames(results: readonly TestResult[]): TestResult[] {
  const seen = new Map<string, number>();
  return results.map((result) => {
    const key = `${result.file ?? ""}\n${result.name}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? result : { ...result, name: `${result.name} (${count})`.trim() };
  });
}

const longestName = 2000;

/** Joins the names of groups and test. */
export function joinNames(names: readonly string[]): string {
  return names.join(" > ").slice(0, longestName);
}

export function reportOf(end: CommandEnd, name: string): string | null {
  const text = end.reports.find(({ path }) => path === `${reportFolder}/${name}`)?.text;
  return text === undefined || text.trim() === "" ? null : text;
}

export function parseJsonReport(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Output shown for a run without results. */
const longestEnd = 1500;

export function unreadableTests(end: CommandEnd): TestReading {
  const said = endOfOutput(end.output, longestEnd);
  const parts = [end.why, end.is === "ended" ? `It ended with code ${end.code ?? "none"} and no results.` : null, said];
  return {
    is: "unreadable",
    why: parts.filter((part) => part !== null && part !== "").join("\n") || "It said nothing.",
  };
}

/** A failed run without a failed test is unreadable: its results do not explain it. */
export function readingOfResults(results: readonly TestResult[], end: CommandEnd): TestReading {
  const isSilentFailure = end.code !== 0 && !results.some(({ status }) => status === "failed");
  return isSilentFailure ? unreadableTests(end) : { is: "results", results: numberRepeatedNames(results) };
}

export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function asMs(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
