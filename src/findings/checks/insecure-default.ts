// Finds settings in code that turn a protection off, and secrets that stand in where none is set.
import { addedLines, pathOf, removedLines, type FileDiff } from "../../change/diff.ts";
import { isExample, isFixture, isNotHandWritten, isProse, isSample } from "../../change/file-kinds.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { hasAddedText } from "../changed-text.ts";
import { notCovered } from "../not-covered.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { languageFor } from "../text/languages.ts";
import { scanFile } from "../text/scan-file.ts";
import { part, partAt, type Scanned } from "../text/scan.ts";
import { examples } from "./insecure-default/examples.ts";
import { weakSettingsInCode, type WeakSetting } from "./insecure-default/weak-settings-in-code.ts";

export const insecureDefault: Check = {
  id: "insecure-default",
  title: "Protections that code turns off",
  passes: ["security"],
  unproven: true,
  explains:
    "Reads added lines of code for settings that turn a protection off: certificates that are not verified, " +
    "requests of every site with cookies, forged requests, cookies without secure, debug pages, checks that are off " +
    "unless somebody turns them on, and secrets with a value of their own where the environment has none. Tests, " +
    "samples, files and lines for development, and lines that only move are left out.",
  kinds: {
    "protection-off": { severity: "medium", category: "security", says: "code turns a protection off" },
    "fallback-secret": {
      severity: "high",
      category: "security",
      says: "a secret that stands in the code is used where none is set",
    },
  },
  examples,

  when: whenAnyFile(isChecked, "no code"),

  async run(change, { code }, stop) {
    const files = change.files.filter(isChecked);
    const removed = new Set(change.files.flatMap((file) => [...removedLines(file)].map(({ text }) => text.trim())));
    const findings: RawFinding[] = [];
    for (const file of files) {
      stop.throwIfAborted();
      const path = pathOf(file);
      const family = languageFor(path)?.family;
      const settings = weakSettingsInCode.filter(({ families }) => family && families.includes(family));
      const hits = [...addedLines(file)].flatMap(({ line, text }) => {
        if (text.length > longestLine || removed.has(text.trim())) return [];
        const setting = settings.find(({ pattern }) => pattern.test(text));
        const isMeant = setting?.kind === "protection-off" && isForDevelopment.test(text);
        return setting && !isMeant ? [{ line, text, setting }] : [];
      });
      // Most changes have no such line, so only theirs are scanned.
      const scanned = hits.length === 0 ? null : await scanFile(code.head, path);
      for (const { line, text, setting } of hits)
        if (scanned && standsInCode(scanned, line, text, setting) && !isGuarded(scanned, line))
          findings.push(toFinding(path, line, text, setting));
    }
    const all = change.files.filter((file) => hasAddedText(file) && !isLeftOut(pathOf(file)));
    return {
      ...checked("security", findings, files, `read the added code of ${files.length} files for weak settings`),
      ...notCovered("insecure defaults", all, (path) => isJudged(path)),
    };
  },
};

/** Longer lines are data or minified. */
const longestLine = 1_000;
const developmentPath =
  /(?:^|[/._-])(?:dev|development|local|debug|demos?|playground|sandbox|bench(?:mark)?s?|e2e|mocks?|stubs?|fakes?|seeds?)(?=[/._-])/i;
const isForDevelopment = /\b(?:dev|development|isDev|isLocal|localhost|is_?test|insecure_?flag)\b|127\.0\.0\.1/i;

function isLeftOut(path: string): boolean {
  return (
    isSample(path) ||
    isFixture(path) ||
    isExample(path) ||
    isNotHandWritten(path) ||
    isProse(path) ||
    developmentPath.test(path)
  );
}

function isJudged(path: string): boolean {
  const family = languageFor(path)?.family;
  return family !== undefined && weakSettingsInCode.some(({ families }) => families.includes(family));
}

function isChecked(file: FileDiff): boolean {
  return hasAddedText(file) && !isLeftOut(pathOf(file)) && isJudged(pathOf(file));
}

function standsInCode(scanned: Scanned, line: number, text: string, { pattern }: WeakSetting): boolean {
  const at = pattern.exec(text)?.index ?? 0;
  const first = at + Math.max(0, text.slice(at).search(/\S/));
  return partAt(scanned, line, first) === part.code;
}

/** In a branch that asks for development or for a flag of the person who runs it. */
function isGuarded({ lines }: Scanned, line: number): boolean {
  const around = lines.slice(Math.max(0, line - 4), line);
  return around.some((text) =>
    /\b(?:if|elif|unless|when|case)\b.{0,200}(?:insecure|skip|debug|dev|local|test|verify|allow)/i.test(text),
  );
}

function toFinding(path: string, line: number, text: string, { kind, does, instead }: WeakSetting): RawFinding {
  return buildFinding(insecureDefault, {
    kind,
    path,
    line,
    text,
    title: `This line ${does}`,
    explanation: `It holds wherever this code runs, also in production. Rather ${instead}.`,
    confidence: 6,
  });
}
