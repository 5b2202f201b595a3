// Builds the text of a reply: a template filled from the payload and sanitized.
import { redactSecrets } from "../secrets/redact-secrets.ts";
import { UserError } from "../errors.ts";
import type { Nodes } from "mdast";
import { sanitizeOutgoing, type OutgoingFacts } from "../review/sanitize-outgoing.ts";
import { endOffset, parseMarkdown, startOffset } from "../review/sanitize-outgoing/markdown-tree.ts";
import { codeText } from "../review/words/code-text.ts";
import { list, oneLine, shorten } from "../review/words/text.ts";
import { usualReplyTemplate } from "./words/reply-template.ts";
import { classifications, defaultThreadSettings, type Classification, type ThreadFix } from "./thread-payloads.ts";
import { isSameCommit } from "./policy/proof.ts";

const answeredClasses = classifications.filter((one) => one !== "needs_human");
type AnsweredClass = Exclude<Classification, "needs_human">;
export type ReplyTemplate = Readonly<Record<AnsweredClass, string>>;

const placeholders = ["summary", "commit", "verification"] as const;
type Placeholder = (typeof placeholders)[number];

/** A reply is read among others; longer explanations belong in the commit. */
const longest = { summary: 1200, command: 80, commands: 3, template: 20_000 } as const;

export const defaultTemplate: ReplyTemplate = sectionsOf(usualReplyTemplate, "the template") as ReplyTemplate;

/** Sections missing from the repository's template use the default. */
export function readTemplate(text: string | null, from: string = defaultThreadSettings.replyTemplate): ReplyTemplate {
  return text === null ? defaultTemplate : { ...defaultTemplate, ...sectionsOf(text, from) };
}

function sectionsOf(text: string, from: string): Partial<ReplyTemplate> {
  if (text.length > longest.template)
    throw new UserError(`${from} is too long for a template`, `Keep it below ${longest.template} characters.`);
  const sections: Partial<Record<AnsweredClass, string>> = {};
  // Text before the first heading describes the file.
  for (const part of `\n${text.replaceAll("\r\n", "\n")}`.split(/\n(?=## )/).slice(1)) {
    const [heading = "", ...lines] = part.split("\n");
    const name = answeredClasses.find((one) => one === heading.slice(3).trim());
    if (name === undefined)
      throw new UserError(
        `${from} has a section "${shorten(oneLine(heading.slice(3)), 40)}", which is not a class of threads that is answered`,
        `Its sections are ${list(answeredClasses)}.`,
      );
    sections[name] = checkedSection(lines.join("\n"), from);
  }
  return sections;
}

function checkedSection(text: string, from: string): string {
  for (const [, name = ""] of text.matchAll(/\{\{\s*([^{}\n]*?)\s*\}\}/g))
    if (!placeholders.some((one) => one === name))
      throw new UserError(
        `${from} asks for {{${shorten(oneLine(name), 40)}}}, which nothing can fill`,
        `It may use ${list(placeholders.map((one) => `{{${one}}}`))}.`,
      );
  return text.trim();
}

/** The text to post, without the marker; null if there is nothing to say. */
export function renderReply(
  fix: ThreadFix,
  head: string,
  template: ReplyTemplate,
  facts: Pick<OutgoingFacts, "host" | "repository">,
): string | null {
  if (fix.classification === "needs_human") return null;
  const values = valuesOf(fix, head);
  if (values.summary === "") return null;
  const lines = [
    ...template[fix.classification].split("\n").flatMap((line) => filled(line, values)),
    ...unchangedLines(fix),
  ];
  const text = closed(
    lines
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
  );
  return text === "" ? null : sanitizeOutgoing(text, { ...facts, authorWrote: [] });
}

/** In one pass: inserted values are never searched for placeholders. */
function filled(line: string, values: Readonly<Record<Placeholder, string>>): string[] {
  let lacks = false;
  const text = line.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: Placeholder) => {
    lacks ||= values[name] === "";
    return values[name];
  });
  return lacks ? [] : [text];
}

function valuesOf(fix: ThreadFix, head: string): Record<Placeholder, string> {
  return { summary: summaryOf(fix), commit: shortCommit(fix.commitSha), verification: verificationOf(fix, head) };
}

function summaryOf(fix: ThreadFix): string {
  const reply = fix.replyBody?.trim();
  if (reply) return shorten(redactSecrets(reply), longest.summary);
  const { classification, fixSummary = "", evidence = "", rationale = "" } = fix;
  const own = classification === "valid" ? fixSummary : classification === "invalid" ? rationale : evidence;
  return shorten(oneLine(redactSecrets(own)).trim(), longest.summary);
}

/** Added whatever the template says: if a fix left the commented lines unchanged, the reply gives the reason. */
function unchangedLines({ classification, whyUnchanged = "" }: ThreadFix): string[] {
  const why = shorten(oneLine(redactSecrets(whyUnchanged)).trim(), longest.summary);
  return why === "" || classification === "invalid" ? [] : ["", `The commented lines are unchanged: ${why}`];
}

function shortCommit(sha: string | undefined): string {
  return sha === undefined ? "" : codeText(sha.slice(0, 12));
}

/** The commands that passed, at the head or else at the fix commit. */
function verificationOf({ verification, commitSha }: ThreadFix, head: string): string {
  const passedAt = (commit: string | undefined) =>
    verification.filter(
      ({ result, sha }) => result === "passed" && commit !== undefined && isSameCommit(sha ?? head, commit),
    );
  const [at, passed] = passedAt(head).length > 0 ? [head, passedAt(head)] : [commitSha, passedAt(commitSha)];
  const commands = [
    ...new Set(passed.map(({ command }) => codeText(shorten(oneLine(redactSecrets(command)), longest.command)))),
  ];
  if (commands.length === 0) return "";
  const more = commands.length - longest.commands;
  const shown = [...commands.slice(0, longest.commands), ...(more > 0 ? [`${more} more`] : [])];
  return `${list(shown)} at ${shortCommit(at)}`;
}

/** An unclosed fence would swallow what follows, including our marker. */
function closed(text: string): string {
  const last = parseMarkdown(text).children.at(-1);
  if (last?.type !== "code") return text;
  const source = text.slice(startOffset(last), endOffset(last));
  const fence = /^(?:`{3,}|~{3,})/.exec(source)?.[0];
  if (fence === undefined) return text;
  const end = source.slice(source.lastIndexOf("\n") + 1).trim();
  const isClosed = source.includes("\n") && end.startsWith(fence) && end === end[0]!.repeat(end.length);
  return isClosed ? text : `${text}\n${fence}`;
}

/** Checks the prose only; code is ignored. */
export function claimsResolved(reply: string): boolean {
  // The parser keeps emphasis marks as text.
  return /\bresolved\b/i.test(proseOf(parseMarkdown(reply)).replaceAll(/[*_~]/g, ""));
}

function proseOf(node: Nodes): string {
  if (node.type === "text" || node.type === "html") return node.value;
  return "children" in node ? node.children.map(proseOf).join(node.type === "root" ? "\n" : "") : "";
}
