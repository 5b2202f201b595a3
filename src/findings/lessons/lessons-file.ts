// Reads and edits the lessons file: Markdown with one rule per bullet, changed by the smallest possible edit.
import { startOfText } from "../../secrets/cut-text.ts";
import { createHash } from "node:crypto";
import { lessonsFiles } from "../../change/config.ts";
import { namedIn, type Named } from "./actionable.ts";

export { lessonsFiles };

/** A rule as it stands in a file, or as it was approved and waits to be written there. */
export interface Lesson {
  /** Of its words: the same rule has the same name wherever it stands. */
  id: string;
  rule: string;
  /** Where it stands; the line is from 1. */
  path: string;
  line: number;
  /** The check or reviewer it came from, and the pull request. */
  unit: string | null;
  pull: number | null;
  named: Named;
}

export type LessonSource = Pick<Lesson, "unit" | "pull">;

export const usualLessonsFile = lessonsFiles[0];

const most = { characters: 200_000, lessons: 500, rule: 600 };
const heading = "Review lessons";

/** All of it is lessons; in the others only the section of that name is. */
export function isLessonsAlone(path: string): boolean {
  return path === usualLessonsFile || path === ".claude/review-lessons.md";
}

export function lessonId(rule: string): string {
  const same = rule.toLowerCase().replace(/\s+/g, " ").replace(/[.!]$/, "").trim();
  return createHash("sha256").update(same).digest("hex").slice(0, 8);
}

export function parseLessons(text: string, path: string): Lesson[] {
  return bulletsOf(text, path)
    .bullets.slice(0, most.lessons)
    .flatMap((bullet) => {
      const { rule, unit, pull } = readBullet(bullet.text);
      if (rule === "" || rule.length > most.rule) return [];
      return [{ id: lessonId(rule), rule, path, line: bullet.from + 1, unit, pull, named: namedIn(rule) }];
    });
}

interface Bullet {
  /** Lines from 0; `to` is the first after it. */
  from: number;
  to: number;
  text: string;
}

function bulletsOf(text: string, path: string): { lines: string[]; bullets: Bullet[]; section: number | null } {
  const lines = startOfText(text, most.characters).split("\n");
  const bullets: Bullet[] = [];
  let inside = isLessonsAlone(path);
  let level = 0;
  let section: number | null = null;
  let fence: string | null = null;
  let open: Bullet | null = null;
  lines.forEach((raw, at) => {
    const line = raw.replace(/\r$/, "");
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      return;
    }
    const title = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/.exec(line);
    const bullet = /^ {0,3}[-*+][ \t]+(\S.*)$/.exec(line);
    if (mark !== undefined) {
      fence = mark;
      open = null;
    } else if (title !== null) {
      open = null;
      const isOurs = title[2]!.toLowerCase() === heading.toLowerCase();
      if (!isLessonsAlone(path) && (isOurs || title[1]!.length <= level)) {
        inside = isOurs;
        level = isOurs ? title[1]!.length : 0;
      }
      if (isOurs && inside) section ??= at;
    } else if (bullet !== null && inside) {
      open = { from: at, to: at + 1, text: bullet[1]!.trim() };
      bullets.push(open);
    } else if (open !== null && /^[ \t]+\S/.test(line)) {
      open.text += ` ${line.trim()}`;
      open.to = at + 1;
    } else open = null;
  });
  return { lines, bullets, section };
}

const source = /^(.*\S) \((?:([a-z][a-z0-9-]{0,60}))?(?:, )?(?:PR #(\d{1,9}))?\)$/s;

function readBullet(text: string): LessonSource & { rule: string } {
  const said = source.exec(text);
  if (said === null || (said[2] === undefined && said[3] === undefined)) return { rule: text, unit: null, pull: null };
  // A lone word in brackets is a unit only beside a pull request: people write such words too.
  if (said[3] === undefined) return { rule: text, unit: null, pull: null };
  return { rule: said[1]!, unit: said[2] ?? null, pull: Number(said[3]) };
}

export function bulletText(rule: string, { unit, pull }: LessonSource): string {
  return pull === null ? `- ${rule}` : `- ${rule} (${unit === null ? "" : `${unit}, `}PR #${pull})`;
}

/** The text with the rule in it; the same text where it has it already; null where no place in it can take one. */
export function withLesson(text: string | null, path: string, rule: string, from: LessonSource): string | null {
  const before = text ?? "";
  if (before.length > most.characters) return null;
  const id = lessonId(rule);
  const has = (one: string) => parseLessons(one, path).some((lesson) => lesson.id === id);
  if (has(before)) return before;
  const after = inserted(before, path, bulletText(rule, from));
  // An open code block at the end of a file swallows what follows it.
  return has(after) ? after : null;
}

function inserted(text: string, path: string, bullet: string): string {
  const end = /\r\n/.test(text) ? "\r\n" : "\n";
  if (text.trim() === "") return `# ${heading}${end}${end}${bullet}${end}`;
  const { lines, bullets, section } = bulletsOf(text, path);
  const last = bullets.at(-1);
  const own = (one: string) => (end === "\r\n" ? `${one}\r` : one);
  if (last !== undefined) return joined(lines, last.to, [own(bullet)]);
  if (section !== null) {
    const gap = lines[section + 1]?.trim() === "" ? 2 : 1;
    const more = gap === 2 ? [own(bullet)] : [own(""), own(bullet)];
    const followed = lines[section + gap] !== undefined && lines[section + gap]!.trim() !== "";
    return joined(lines, section + gap, followed ? [...more, own("")] : more);
  }
  const closed = text.endsWith("\n") ? text : `${text}${end}`;
  const lead = closed.endsWith(`${end}${end}`) ? "" : end;
  const title = isLessonsAlone(path) ? "" : `## ${heading}${end}${end}`;
  return `${closed}${lead}${title}${bullet}${end}`;
}

/** Where the file ends without a line feed, the line before gets one. */
function joined(lines: readonly string[], at: number, more: readonly string[]): string {
  const before = lines.slice(0, at);
  const after = lines.slice(at);
  if (after.length === 0) after.push("");
  return [...before, ...more, ...after].join("\n");
}

/** The text without the rule of that name; the same text where it does not have it. */
export function withoutLesson(text: string, path: string, id: string): string {
  return withLinesOf(text, path, id, []);
}

export function withRuleChanged(text: string, path: string, id: string, rule: string, from: LessonSource): string {
  const end = /\r\n/.test(text) ? "\r" : "";
  return withLinesOf(text, path, id, [`${bulletText(rule, from)}${end}`]);
}

function withLinesOf(text: string, path: string, id: string, instead: readonly string[]): string {
  if (text.length > most.characters) return text;
  const { lines, bullets } = bulletsOf(text, path);
  const bullet = bullets.find((one) => lessonId(readBullet(one.text).rule) === id);
  if (bullet === undefined) return text;
  return [...lines.slice(0, bullet.from), ...instead, ...lines.slice(bullet.to)].join("\n");
}
