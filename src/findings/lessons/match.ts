// Matches lessons and patterns with a change by places, code, language and words.
import type { Change } from "../../change/change.ts";
import { linesOf, pathOf } from "../../change/diff.ts";
import { globMatcher } from "../../change/path-glob.ts";
import { languageOf } from "../../change/file-kinds.ts";
import type { Lesson } from "./lessons-file.ts";
import type { Pattern } from "../../change/stored-knowledge.ts";

export const lessonBounds = { lessons: 20, characters: 6_000, patterns: 12, words: 50_000 };

/** What of a change lessons are held against. */
export interface Touched {
  paths: readonly string[];
  languages: ReadonlySet<string>;
  /** Words of paths and changed lines, in small letters; identifiers whole and by their parts. */
  words: ReadonlySet<string>;
  /** The changed lines, for code that is more than a word. */
  text: string;
}

export interface Matched<T> {
  used: readonly T[];
  leftOut: number;
}

export function touchedBy({ files }: Pick<Change, "files">): Touched {
  const paths = [...new Set(files.flatMap((file) => [file.oldPath, pathOf(file)]).filter((path) => path !== null))];
  const lines: string[] = [];
  let room = 400_000;
  for (const file of files)
    for (const hunk of file.hunks)
      for (const line of linesOf(hunk)) {
        if (line.kind === "context" || room <= 0) continue;
        lines.push(line.text);
        room -= line.text.length;
      }
  const text = lines.join("\n");
  const words = new Set<string>();
  for (const part of [...paths, text]) addWords(part, words);
  return { paths, languages: new Set(paths.map(languageOf).filter((one) => one !== null)), words, text };
}

function addWords(text: string, words: Set<string>): void {
  for (const [word] of text.matchAll(/[\p{L}\p{N}_$]{3,60}/gu)) {
    if (words.size >= lessonBounds.words) return;
    words.add(word.toLowerCase());
    const parts = word.match(/\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu) ?? [];
    for (const part of parts) if (part.length >= 4 && part.length < word.length) words.add(part.toLowerCase());
  }
}

export function matchLessons(lessons: readonly Lesson[], touched: Touched): Matched<Lesson> {
  const weight = weights(lessons);
  const found = lessons
    .map((lesson, order) => ({ lesson, order, score: scoreOf(lesson, touched, weight) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.order - b.order)
    .map(({ lesson }) => lesson);
  let room = lessonBounds.characters;
  const used: Lesson[] = [];
  for (const lesson of found) {
    if (used.length >= lessonBounds.lessons) break;
    if (lesson.rule.length > room) continue;
    room -= lesson.rule.length;
    used.push(lesson);
  }
  return { used, leftOut: found.length - used.length };
}

/** A word that many lessons share tells little of any one of them. */
function weights(lessons: readonly Lesson[]): (word: string) => number {
  const held = new Map<string, number>();
  for (const lesson of lessons) for (const word of proseOf(lesson)) held.set(word, (held.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + lessons.length / (held.get(word) ?? 1));
}

const scores = { place: 100, code: 20 };
/** Of shared words: one that says little is chance. */
const leastShared = 1;

function scoreOf(lesson: Lesson, touched: Touched, weight: (word: string) => number): number {
  const { places, patterns } = lesson.named;
  const isPlace = places.some((place) => touched.paths.some((path) => liesIn(path, place)));
  const code = patterns.filter((pattern) => standsInText(pattern, touched)).length;
  const language = languageNamed(lesson.rule);
  if (language !== null && !isPlace && !touched.languages.has(language)) return 0;
  let shared = 0;
  for (const word of proseOf(lesson)) if (touched.words.has(word)) shared += weight(word);
  const score = (isPlace ? scores.place : 0) + code * scores.code;
  return score + (score > 0 || shared > leastShared ? shared : 0);
}

/** Its words without what it names, which is looked for as it stands. */
function proseOf({ rule }: Lesson): Set<string> {
  const words = new Set<string>();
  addWords(rule.replace(/`[^`]*`/g, " "), words);
  for (const common of commonWords) words.delete(common);
  return words;
}

const commonWords = new Set(
  `the and for not use uses used using never always with from this that when every each must should before after into code
   file files change changes changed changing line lines only instead call calls add update keep run all any are its does
   const let var return function import export class new null true false string number type default`.split(/\s+/),
);

function standsInText(pattern: string, { words, text }: Touched): boolean {
  const bare = pattern.replace(/\(\)$/, "");
  return /^[\p{L}\p{N}_$]+$/u.test(bare) ? words.has(bare.toLowerCase()) : bare.length >= 2 && text.includes(bare);
}

export function liesIn(path: string, place: string): boolean {
  const name = place.replace(/^\.?\//, "");
  if (name === "") return false;
  if (/[*{[]/.test(name)) {
    // So many stars name no place.
    if (name.length > 200 || name.split("*").length > 9) return false;
    return globMatcher(name, { dot: true, basename: true })(path);
  }
  const folder = name.replace(/\/$/, "");
  return path === folder || path.startsWith(`${folder}/`) || (!name.endsWith("/") && path.endsWith(`/${name}`));
}

const languageWords: readonly (readonly [RegExp, string])[] = [
  [/\btypescript\b/i, "TypeScript"],
  [/\bjavascript\b/i, "JavaScript"],
  [/\bpython\b/i, "Python"],
  [/\brust\b/i, "Rust"],
  [/\b(?:golang|Go code)\b/, "Go"],
  [/\bjava\b/i, "Java"],
  [/\bruby\b/i, "Ruby"],
  [/\bphp\b/i, "PHP"],
  [/\bkotlin\b/i, "Kotlin"],
  [/\bswift\b/i, "Swift"],
];

/** Where it names one language alone; a rule about two is about neither in particular. */
function languageNamed(rule: string): string | null {
  const prose = rule.replace(/`[^`]*`/g, " ");
  const named = languageWords.filter(([word]) => word.test(prose)).map(([, language]) => language);
  return named.length === 1 ? named[0]! : null;
}

/** Those of a touched language, most seen first. A pattern without a language speaks of all. */
export function matchPatterns<T extends Pattern & { times: number }>(
  patterns: readonly T[],
  touched: Touched,
): Matched<T> {
  const found = patterns
    .filter(({ language }) => language === null || touched.languages.has(language))
    .toSorted((a, b) => b.times - a.times);
  return { used: found.slice(0, lessonBounds.patterns), leftOut: Math.max(0, found.length - lessonBounds.patterns) };
}
