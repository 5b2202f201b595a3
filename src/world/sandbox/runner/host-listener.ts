// Turns the JSON lines of the sandbox host into results of commands. Programs of the change can write to the same
// stream, so every line is untrusted.
import type { CommandEnd, CommandLine } from "../../../findings/execution/sandbox-runner.ts";
import type { HostMessage } from "../inside/sandbox-host.ts";
import { redactMessages } from "./redact-messages.ts";

/** Kept from the beginning and from the end of a command's output. */
const keptAtEitherEnd = 2_000_000;
/** A report of the largest size that the host sends, with a few characters escaped in JSON. */
const longestLine = 50_000_000;
const mostReports = 1000;
/** Of all reports of a command together; the host sends no more. */
const mostReportText = 64_000_000;
const cutHere = "\n[...]\n";

interface CommandRecord {
  head: string;
  tail: string;
  cut: boolean;
  reports: { path: string; text: string }[];
  reportText: number;
  end: Pick<CommandEnd, "is" | "code" | "why" | "ms"> | null;
  began: boolean;
}

export interface HostListener {
  onText(text: string): void;
  /** Why the host failed, or null. */
  failure(): string | null;
  /** Results of the commands; `otherwise` is the reason for commands without one. */
  ends(otherwise: string): readonly CommandEnd[];
}

export function listenToHost(
  commands: readonly CommandLine[],
  onOutput: ((text: string) => void) | undefined,
  secrets: readonly string[] = [],
): HostListener {
  const records: CommandRecord[] = commands.map(() => ({
    head: "",
    tail: "",
    cut: false,
    reports: [],
    reportText: 0,
    end: null,
    began: false,
  }));
  let failed: string | null = null;
  const redacted = redactMessages(commands.length, secrets);
  const take = (line: string) => {
    const message = parseMessage(line);
    if (message !== null) redacted(message).forEach(handleMessage);
  };
  const handleMessage = (message: HostMessage) => {
    if (message.tell === "failed") {
      failed ??= message.why;
      return;
    }
    const one = records[message.at];
    if (one === undefined || one.end !== null) return;
    if (message.tell === "said") onOutput?.(message.text);
    record(one, message);
  };
  return {
    onText: byLine(take),
    failure: () => failed,
    ends: (otherwise) => records.map((one) => endOf(one, otherwise)),
  };
}

function record(one: CommandRecord, message: Exclude<HostMessage, { tell: "failed" }>): void {
  switch (message.tell) {
    case "began":
      one.began = true;
      break;
    case "said":
      keepOutput(one, message.text);
      break;
    case "report":
      keepReport(one, message);
      break;
    case "ended":
      one.end = { is: message.is, code: message.code, why: message.why, ms: message.ms };
  }
}

function keepReport(one: CommandRecord, { path, text }: { path: string; text: string }): void {
  const length = one.reportText + path.length + text.length;
  if (one.reports.length >= mostReports || length > mostReportText) return;
  one.reportText = length;
  one.reports.push({ path, text });
}

function keepOutput(one: CommandRecord, text: string): void {
  const room = keptAtEitherEnd - one.head.length;
  one.head += text.slice(0, room);
  const rest = text.slice(Math.max(0, room));
  one.cut ||= one.tail.length + rest.length > keptAtEitherEnd;
  one.tail = (one.tail + rest).slice(-keptAtEitherEnd);
}

function endOf({ head, tail, cut, reports, end, began }: CommandRecord, otherwise: string): CommandEnd {
  const output = `${head}${cut ? cutHere : ""}${tail}`;
  const broken = { is: began ? ("ended" as const) : ("not-started" as const), code: null, why: otherwise, ms: 0 };
  return { ...(end ?? broken), output, reports };
}

/** Joins pieces only at line ends: a report can arrive in a thousand of them. */
export function byLine(take: (line: string) => void): (text: string) => void {
  let pieces: string[] = [];
  let length = 0;
  return (text) => {
    const lines = text.split("\n");
    for (const line of lines.slice(0, -1)) {
      if (length <= longestLine) take(pieces.join("") + line);
      pieces = [];
      length = 0;
    }
    length += lines.at(-1)!.length;
    if (length <= longestLine) pieces.push(lines.at(-1)!);
    else pieces = [];
  };
}

const endings = ["ended", "too-slow", "too-much-output", "not-started"];

function parseMessage(line: string): HostMessage | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  return isHostMessage(parsed) ? parsed : null;
}

function isHostMessage(value: unknown): value is HostMessage {
  if (typeof value !== "object" || value === null) return false;
  const { tell, at, text, path, why, is, code, ms } = value as Record<string, unknown>;
  if (tell === "failed") return typeof why === "string";
  if (!Number.isSafeInteger(at)) return false;
  if (tell === "began") return true;
  if (tell === "said") return typeof text === "string";
  if (tell === "report") return typeof text === "string" && typeof path === "string";
  const known = tell === "ended" && endings.includes(String(is)) && Number.isFinite(ms);
  return known && (code === null || Number.isSafeInteger(code)) && (why === null || typeof why === "string");
}
