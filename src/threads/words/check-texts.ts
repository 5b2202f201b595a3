// Defines the texts of `crosscheck check`, which runs commands and records the result for a commit.
import type { CheckState } from "../thread-state.ts";
import { painter, type Style } from "../../review/publishers/paint.ts";
import { pad } from "../../review/publishers/wrap.ts";
import { count, oneLine, plain, seconds } from "../../review/words/text.ts";

export interface ShownCommand {
  command: string;
  exit: number | null;
  ms: number;
  result: CheckState["result"];
  why: string | null;
  output: string;
}

export interface ShownCheck {
  pull: string;
  head: string;
  dirty: boolean;
  result: CheckState["result"];
  from: "config" | "flags" | "config-and-flags" | "found";
  where: "here" | "sandbox";
  /** The head at the last scan of the threads. */
  scanned: string | null;
  commands: readonly ShownCommand[];
}

export function runningCommandLine(command: string, at: number, of: number): string {
  return `Running ${at + 1} of ${of}: ${oneLine(command)}`;
}

const origins: Record<ShownCheck["from"], string> = {
  config: "from the base's config",
  flags: "from --command",
  "config-and-flags": "from the base's config and --command",
  found: "found in the repository",
};

const styles: Record<CheckState["result"], Style[]> = {
  passed: ["green"],
  failed: ["bold", "red"],
  "timed-out": ["bold", "red"],
  skipped: ["yellow"],
};

const verdicts: Record<CheckState["result"], string> = {
  passed: "All passed",
  failed: "Not all passed",
  "timed-out": "Timed out",
  skipped: "Not all were run",
};

export function checkText(check: ShownCheck, { colour }: { colour: boolean }): string {
  const paint = painter(colour);
  const rows = check.commands.map((one) => {
    const mark = paint(pad(one.result, "timed-out".length + 2), ...styles[one.result]);
    return `${mark}${oneLine(one.command)}${how(one)}`;
  });
  const sandbox = check.where === "sandbox" ? ", in a sandbox without network access" : "";
  return `${[
    ...rows,
    "",
    `${paint(verdicts[check.result], ...styles[check.result])}: ${count(check.commands.length, "command")} (${origins[check.from]})${sandbox}, at ${check.head.slice(0, 12)}.`,
    ...recordedLines(check),
  ].join("\n")}\n`;
}

function how({ exit, ms, why, result }: ShownCommand): string {
  if (result === "skipped") return `  (${oneLine(why ?? "not run")})`;
  const ended = exit === null ? oneLine(why ?? "no exit code") : exit === 0 ? null : `exit code ${exit}`;
  return `  (${[ended, seconds(ms)].filter((part) => part !== null).join(", ")})`;
}

function recordedLines({ dirty, pull, head, scanned }: ShownCheck): string[] {
  if (dirty)
    return [
      `The working tree has uncommitted changes, so this does not count for ${oneLine(pull)}. Commit them and run it again.`,
    ];
  const recorded = `Recorded for ${oneLine(pull)}.`;
  if (scanned === null || scanned === head) return [recorded];
  return [
    recorded,
    `Its threads were read at ${scanned.slice(0, 12)}: push this commit and run \`crosscheck comments\` again.`,
  ];
}

/** The last output of each command that failed. */
export function failureText(commands: readonly ShownCommand[], lines = 40): string {
  return commands
    .filter(({ result, output }) => result !== "passed" && output !== "")
    .map(({ command, output }) => {
      const all = plain(output).split("\n");
      const left = all.length > lines ? [`… ${count(all.length - lines, "earlier line")}`] : [];
      return `--- ${oneLine(command)}\n${[...left, ...all.slice(-lines)].join("\n")}\n`;
    })
    .join("");
}

export function checkJson(check: ShownCheck, state: { phase: string | null }) {
  const commands = check.commands.map(({ command, exit, ms, result, why }) => ({ command, exit, ms, result, why }));
  const { pull, head, dirty, result, from, where } = check;
  return { version: 1, pull, head, dirty, result, from, where, commands, phase: state.phase };
}

export function githubNotAsked(why: string): string {
  return `The pull request could not be read from GitHub (${oneLine(why)}).\n`;
}
