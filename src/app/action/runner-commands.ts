// Writes the runner's workflow commands, outputs and job summary. The runner obeys any printed line that has the form of a
// command, so text from elsewhere must not start one.
import { appendFileSync } from "node:fs";
import type { WorkflowRunner } from "./action-inputs.ts";

export interface Annotation {
  level: "error" | "warning" | "notice";
  title: string;
  message: string;
  at?: { file: string; line: number; endLine: number };
}

export function annotationLine({ level, title, message, at }: Annotation): string {
  const properties = Object.entries({ ...at, title }).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  );
  return `::${level} ${properties.join(",")}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return withoutOldCommands(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** For everything that is printed and is no command. */
export function inertLog(text: string): string {
  return withoutOldCommands(text).replaceAll(/^(\s*):(?=:)/gm, "$1: ");
}

/** The old form of a command, `##[name]`, counts anywhere in a line. */
function withoutOldCommands(text: string): string {
  return text.replaceAll("##[", "# #[");
}

/** Values are ours, and have one line. */
export function setOutputs({ outputFile }: WorkflowRunner, outputs: Readonly<Record<string, string | number>>): void {
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${String(value).replaceAll(/\s/g, " ")}\n`);
  appendFileSync(outputFile, lines.join(""));
}

/** GitHub shows no summary at all that is larger than 1 MiB. */
const largestSummary = 900_000;

export function writeSummary({ summaryFile }: WorkflowRunner, text: string): void {
  const bytes = Buffer.from(text);
  const shown =
    bytes.length <= largestSummary ? text : `${wholeLines(bytes)}\n\n_The rest is too long for this page._\n`;
  appendFileSync(summaryFile, shown);
}

function wholeLines(bytes: Buffer): string {
  return bytes.subarray(0, bytes.lastIndexOf("\n", largestSummary)).toString("utf8");
}
