// Finds unsafe commands in docs and scripts that have no warning nearby.
import type { Code } from "../../../change/change.ts";
import { addedLines, removedLines, type FileDiff } from "../../../change/diff.ts";
import type { FindingInput } from "../../build-finding.ts";
import { isFixture, isProse } from "../../../change/file-kinds.ts";
import { isTestInputOrForeign } from "./test-material.ts";
import { unsafeAdvice, type UnsafeAdvice } from "./unsafe-advice.ts";

export async function findUnsafeGuidance(
  files: readonly FileDiff[],
  code: Pick<Code, "head">,
): Promise<FindingInput[]> {
  const moved = new Set(files.flatMap((file) => [...removedLines(file)].map(({ text }) => text.trim())));
  const findings: FindingInput[] = [];
  for (const file of files) {
    const path = file.newPath;
    const form = path === null || file.binary ? null : documentForm(path);
    if (path === null || form === null) continue;
    const added = [...addedLines(file)].filter(
      ({ text }) => !moved.has(text.trim()) && findAdvice(text, form) !== null,
    );
    const bytes = added.length === 0 ? null : await code.head.read(path);
    if (bytes === null) continue;
    const addedNumbers = new Set(added.map(({ line }) => line));
    findings.push(
      ...findInFile(path, form, new TextDecoder().decode(bytes).split("\n"), (line) => addedNumbers.has(line)),
    );
  }
  return findings;
}

type DocumentForm = "prose" | "shell" | "sql";

const notForReaders =
  /(?:^|\/)(?:change-?log|changes|history|news|releases?(?:[-_]notes)?|blog|posts?)(?:[^/]*$|\/)|(?:^|\/)\.(?!claude|cursor|agents)[^/]+\//i;
/** Disposable machines and personal ones. */
const throwAway =
  /(?:^|[/._-])(?:ci|docker(?:file)?s?|containers?|compose|devcontainer|vagrant|dev|develop(?:ment)?|local|bench(?:marks?)?|examples?|samples?|demos?|playgrounds?|sandbox|mocks?|build|migrations?|seeds?|setup|initdb|init|tools|hack|lab|ctf|entrypoint)(?=[/._-]|$)/i;

function documentForm(path: string): DocumentForm | null {
  if (isTestInputOrForeign(path) || isFixture(path)) return null;
  if (isProse(path)) return notForReaders.test(path) ? null : "prose";
  if (throwAway.test(path) || notForReaders.test(path)) return null;
  if (/\.(?:sh|bash|zsh)$/i.test(path)) return "shell";
  return /\.sql$|(?:^|\/)pg_hba[^/]*\.conf$/i.test(path) ? "sql" : null;
}

/** The commands on a line without prompt, `sudo` and earlier commands. */
function commandsOn(text: string): string[] {
  if (text.length > 1000) return [];
  const bare = text.replace(/^\s{0,40}(?:[-*]\s{1,3})?(?:(?:[$%>#]|PS>|\w{1,20}[=#]{1,2}[>#]|mysql>)\s{1,3})?/, "");
  return bare.split(/&&|;\s(?=\S)/).map((part) => part.trim().replace(/^sudo (?:-\w{1,3} ){0,2}/, ""));
}

function findAdvice(text: string, form: DocumentForm): UnsafeAdvice | null {
  const commands = commandsOn(text);
  for (const advice of unsafeAdvice) {
    if (form !== "prose" && (advice.docsOnly || advice.onlyInRunbooks)) continue;
    if (commands.some((command) => advice.pattern.test(command) && !localAddress.test(command))) return advice;
  }
  return null;
}

/** A local certificate is self-signed. */
const localAddress =
  /\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|host\.docker\.internal|192\.168\.|10\.|[\w.-]{1,80}\.(?:local|localhost|test|internal|svc)\b)|@localhost\b|@127\./i;

function findInFile(
  path: string,
  form: DocumentForm,
  lines: readonly string[],
  isAdded: (line: number) => boolean,
): FindingInput[] {
  const blocks = form === "prose" ? codeLines(path, lines) : null;
  const findings: FindingInput[] = [];
  const reported = new Set<UnsafeAdvice>();
  for (const [index, text] of lines.entries()) {
    if (!isAdded(index + 1) || (blocks && !blocks.has(index))) continue;
    const advice = findAdvice(text, form);
    if (advice === null || reported.has(advice) || hasWarning(lines, index, form, blocks)) continue;
    if (advice.onlyInRunbooks && !isRunbook(path, lines, index)) continue;
    reported.add(advice);
    findings.push(toFinding(advice, { path, line: index + 1, text: text.replace(/\r$/, "") }, form));
  }
  return findings;
}

/** Lines that are code: in fences or indented. */
function codeLines(path: string, lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  const fence = /\.(?:adoc|asciidoc)$/i.test(path)
    ? /^\s{0,12}(-{4,}|\.{4,})\s*$/
    : /^\s{0,12}(?:[-*] {1,3})?(`{3,}|~{3,})/;
  let open: string | null = null;
  for (const [index, line] of lines.entries()) {
    const mark = line.length > 200 ? undefined : fence.exec(line)?.[1];
    if (mark !== undefined && (open === null || mark.startsWith(open))) open = open === null ? mark : null;
    else if (open !== null || /^(?: {3,}|\t)\S/.test(line)) inside.add(index);
  }
  return inside;
}

const warning = new RegExp(
  "\\b(?:warn\\w*|caution\\w*|danger\\w*|never|don'?t|do not|must not|should not|shouldn't|avoid\\w*|insecure\\w*|unsafe" +
    "|not recommended|discouraged|disallow\\w*|forbid\\w*|prohibit\\w*|block\\w*|reject\\w*|only (?:for|in|if|use|when|on)" +
    "|test\\w*|dev|develop\\w*|local\\w*|sandbox\\w*|demo|scratch|throw-?away|disposable|careful\\w*|irreversibl\\w*" +
    "|permanent\\w*|destr\\w+|data loss|lose|loses|lost|back(?:ed)?[- ]?ups?|own risk|self-signed|temporar\\w*|wrong|bad" +
    "|anti-?pattern|instead|vulnerab\\w*|attack\\w*|exploit\\w*|malicious|payload|risk\\w*|confirm\\w*|be sure|make sure" +
    "|clean ?up|tear ?down|uninstall\\w*|remov\\w+|reset\\w*|delet\\w+ (?:all|every\\w*)|wip(?:e|es|ing)|start(?:ing)? over" +
    "|rollback|undo|drop(?:s|ping)? the|example|e\\.g|simulat\\w*|reproduc\\w*|debug\\w*|troubleshoot\\w*|known[_ ]hosts" +
    ")\\b|\\u26A0|\\u274C|\\u{1F6AB}|\\u{1F6D1}|\\[!",
  "iu",
);
const windowLines = 8;

/** Whether the text or comments around the command, or the heading above it, contain a warning. */
function hasWarning(
  lines: readonly string[],
  index: number,
  form: DocumentForm,
  blocks: ReadonlySet<number> | null,
): boolean {
  if (blocks === null) {
    // A comment there shows that the author considered it.
    const comment = form === "sql" ? /--|\/\*|^\s*#/ : /(?:^|\s)#/;
    return lines.slice(Math.max(0, index - 3), index + 1).some((line) => comment.test(line.slice(0, 400)));
  }
  for (let near = Math.max(0, index - windowLines); near <= Math.min(lines.length - 1, index + windowLines); near++) {
    if (warning.test(readableText(lines[near] ?? "", blocks.has(near)))) return true;
  }
  return warning.test(headingAbove(lines, index).slice(0, 300));
}

/** The text for the reader: only the comment of a code line, and prose without URLs. */
function readableText(line: string, isCode: boolean): string {
  const text = line.slice(0, 1000);
  if (isCode) return /(?:^|\s)(?:#|--|\/\/)\s.{0,300}$/.exec(text)?.[0] ?? "";
  return text.replace(/\bhttps?:\/\/\S{1,300}/g, "");
}

function headingAbove(lines: readonly string[], index: number): string {
  for (let at = index - 1; at >= Math.max(0, index - 200); at--) {
    const line = lines[at] ?? "";
    if (/^(?:#{1,6}|={1,6}) \S/.test(line)) return line;
    if (/^(?:={4,}|-{4,}|~{4,}|\^{4,})\s*$/.test(line) && /^\S/.test(lines[at - 1] ?? "")) return lines[at - 1] ?? "";
  }
  return "";
}

const runbookPath =
  /(?:^|[/._-])(?:run-?books?|play-?books?|incidents?|on-?call|operations|ops|sre|prod(?:uction)?|disaster|recovery|maintenance)(?=[/._-]|$)/i;
const production = /\b(?:prod(?:uction)?|incident|runbook|on-?call|live (?:system|site|database)|outage|emergency)\b/i;

function isRunbook(path: string, lines: readonly string[], index: number): boolean {
  return runbookPath.test(path) || production.test(headingAbove(lines, index).slice(0, 300));
}

function toFinding(
  advice: UnsafeAdvice,
  place: { path: string; line: number; text: string },
  form: DocumentForm,
): FindingInput {
  const audience =
    form === "prose"
      ? "People and programs copy what a document shows, and there is no warning nearby."
      : "Everyone who runs the script does this, and no comment explains why.";
  return {
    kind: advice.kind,
    ...place,
    title: `This command ${advice.does}`,
    explanation: `${audience} State when it is appropriate and what the risk is, or ${advice.instead}.`,
    // Rare in real changes, and then often a deliberate example, so it is advisory.
    confidence: 4,
  };
}
