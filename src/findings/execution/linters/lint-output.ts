// Parses linter output, which is untrusted.
import { pathInProject } from "../runners/reports/report-locations.ts";
import { plainText } from "../runners/reports/plain-text.ts";
import type { LintProblem, LintReading } from "../linter.ts";
import type { CommandEnd } from "../sandbox-runner.ts";

/** The reason: how it ended, or the line of output that looks like an error. */
export function unreadableLint(end: CommandEnd): LintReading & { is: "unreadable" } {
  return { is: "unreadable", why: end.why || failureReason(end.output) || `it ended with code ${end.code ?? "none"}` };
}

const complaint =
  /\b(?:error|cannot|can't|could ?n[o']t|invalid|failed|unable|unknown|unexpected|not found|no such|missing)\b/i;
/** Generic lines around the reason. */
const general = /something went wrong|some errors were emitted|^node:|^\s+at /i;

function failureReason(output: string): string | null {
  const lines = plainText(output.slice(0, 20_000)).split("\n");
  // Skip lines that consist of box drawing or markers.
  const spoken = lines.filter((line) => /\p{L}{2}/u.test(line) && !general.test(line));
  const line = spoken.find((one) => complaint.test(one)) ?? spoken[0];
  const marks = /^(?:\s|\[\w+\]|[×✖|*]|x(?=\s))+/;
  return line === undefined ? null : line.replace(marks, "").trim().slice(0, 300);
}

/** Path from the root, or null if it is outside the tree. */
export function lintedPath(said: unknown, cwd: string): string | null {
  if (typeof said !== "string" || said === "") return null;
  return pathInProject(said.startsWith("file://") ? decoded(said) : said, cwd);
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

export function lineNumber(said: unknown): number | null {
  return typeof said === "number" && Number.isSafeInteger(said) && said > 0 ? said : null;
}

export function textOr(said: unknown, otherwise: string): string {
  return typeof said === "string" && said !== "" ? said : otherwise;
}

/** Null if it is not JSON. */
export function parseLintJson(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const annotation = /^::(error|warning|notice) ([^\n]{0,4000}?)::(.*)$/gm;
const severities = { error: "error", warning: "warning", notice: "info" } as const;

/** GitHub workflow annotations, one a line: several linters write them, and they survive truncated output. */
export function githubAnnotations(output: string, cwd: string): (LintProblem & { title: string })[] {
  return [...plainText(output).matchAll(annotation)].flatMap(([, kind, properties = "", message = ""]) => {
    const of = new Map(properties.split(",").map((one) => splitOnce(one)));
    const path = lintedPath(unescaped(of.get("file") ?? ""), cwd);
    if (path === null) return [];
    const title = unescaped(of.get("title") ?? "");
    return {
      path,
      line: lineNumber(Number(of.get("line"))),
      rule: null,
      title,
      message: unescaped(message),
      severity: severities[kind as keyof typeof severities],
    };
  });
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

const escapes: Record<string, string> = { "%25": "%", "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": "," };

function unescaped(text: string): string {
  return text.replaceAll(/%(?:25|0D|0A|3A|2C)/g, (code) => escapes[code]!);
}
