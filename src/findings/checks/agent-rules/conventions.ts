// Recognises rules about names, headers, lines and comments of files, and finds what breaks them.
import type { ChangedLine } from "../../../change/diff.ts";
import { isTest } from "../../../change/file-kinds.ts";
import { globMatcher } from "../../../change/path-glob.ts";
import { codeOn, commentOn, type Scanned } from "../../text/scan.ts";
import type { AgentRule } from "./parse-rules.ts";

interface ConventionFile {
  path: string;
  isNew: boolean;
  added: readonly ChangedLine[];
  scanned: Scanned;
}

export interface FileConvention {
  rule: AgentRule;
  /** What the line does, for the title; the rule follows it. */
  breach: string;
  /** Folder that the rule names; "" for any. */
  folder: string;
  find(file: ConventionFile): readonly ChangedLine[];
}

type Recogniser = (sentence: string) => Pick<FileConvention, "breach" | "find"> | null;

const requires =
  /\b(?:must|always|never|required?|mandatory|only|shall|forbidden|not allowed|prohibited|do not|don't)\b/i;
const qualified = /\b(?:unless|except|if|when|where possible|usually|prefer(?:ably)?|should)\b/i;

/** Null for a sentence that is no such rule, or that has conditions. */
export function parseConvention(rule: AgentRule): FileConvention | null {
  const sentence = rule.sentence.replaceAll(/\*\*|__/g, "").replaceAll("’", "'");
  if (sentence.length > 300 || rule.hasException || !requires.test(sentence) || qualified.test(sentence)) return null;
  const folder =
    /\b(?:in|under|inside|below) `?([\w@.-]+(?:\/[\w@.-]+)*)\/(?:\*{1,2})?`?(?=[\s,.;:]|$)/i.exec(sentence)?.[1] ?? "";
  for (const recognise of recognisers) {
    const found = recognise(sentence);
    if (found) return { rule, folder, ...found };
  }
  return null;
}

const cases: Readonly<Record<string, RegExp>> = {
  kebab: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  snake: /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
  camel: /^[a-z][a-zA-Z0-9]*$/,
  pascal: /^[A-Z][a-zA-Z0-9]*$/,
};

const fileCase: Recogniser = (sentence) => {
  const named = /\b(?:file ?names?|files)\b[^.;]{0,60}\b(kebab|snake|camel|pascal)[- _]?case\b/i.exec(sentence)?.[1];
  // "Components are PascalCase, files kebab-case" and the like name more than one case.
  if (named === undefined || sentence.match(/\b(?:kebab|snake|camel|pascal)[- _]?case\b/gi)!.length > 1) return null;
  const form = cases[named.toLowerCase()]!;
  return {
    breach: `The file's name is not ${named.toLowerCase()}-case`,
    find: (file) => (file.isNew && !form.test(stemOf(file.path)) ? file.added.slice(0, 1) : []),
  };
};

/** The name without its endings; names that tools give, such as `__init__` or `README`, count as right. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const stem = name.replace(/^[._]+/, "").replace(/\..*$/, "");
  return /^(?:[A-Z_]+|__\w+__|\[.*|\w*config)$/.test(stem) || stem === "" || name.startsWith("_") ? "a" : stem;
}

const forbiddenFile: Recogniser = (sentence) => {
  const glob =
    /`((?:\*\*\/)?\*[\w.*-]*\.\w{1,8})`(?: files?)? (?:(?:is|are) (?:forbidden|prohibited|banned|(?:not|never) allowed)|must (?:not|never) be (?:used|added))/i.exec(
      sentence,
    )?.[1];
  if (glob === undefined) return null;
  const matches = globMatcher(glob, { dot: true, basename: true });
  return {
    breach: `A file named like \`${glob}\` is forbidden`,
    find: (file) => (file.isNew && matches(file.path) ? file.added.slice(0, 1) : []),
  };
};

const header: Recogniser = (sentence) => {
  const text =
    /\b(?:every|all|each|new)\b[^.;`]{0,40}\bfiles?\b[^`]{0,60}\b(?:start|begin)s? with [^`]{0,40}`([^`]{4,160})`/i.exec(
      sentence,
    )?.[1];
  if (text === undefined) return null;
  const core = text.replace(/^(?:\/\/|#|\/\*+|--|<!--)\s*/, "").replace(/\s*(?:\*\/|-->)$/, "");
  return {
    breach: "The new file does not begin with the required line",
    find: (file) => {
      const first = file.scanned.lines.slice(0, 5);
      return file.isNew && !first.some((line) => line.includes(core)) ? file.added.slice(0, 1) : [];
    },
  };
};

const indentation: Recogniser = (sentence) => {
  if (!/\bindent/i.test(sentence)) return null;
  const wantsTabs =
    /\b(?:use|with|indentation:|indent) tabs\b|\btabs are (?:mandatory|required)|\bnever (?:indent with |use )?spaces\b|\btabs,? (?:not|never) spaces\b/i.test(
      sentence,
    );
  const wantsSpaces =
    /\b(?:use|with) (?:\w+ )?spaces\b|\bspaces are (?:mandatory|required)|\bnever (?:indent with |use )?tabs\b|\bspaces,? (?:not|never) tabs\b/i.test(
      sentence,
    );
  if (wantsTabs === (wantsSpaces && !/\bnever (?:indent with |use )?spaces\b/i.test(sentence))) return null;
  const wrong = wantsTabs ? /^ {2,}[^\s*]/ : /^\t+\S/;
  return {
    breach: wantsTabs ? "The line is indented with spaces" : "The line is indented with a tab",
    find: ({ added, scanned }) => {
      // A file that is indented so throughout follows another rule, such as that of its language.
      const isAdded = new Set(added.map(({ line }) => line));
      const isHabit = scanned.lines.some((text, index) => !isAdded.has(index + 1) && wrong.test(text));
      return isHabit
        ? []
        : added.filter(({ line, text }) => wrong.test(text) && codeOn(scanned, line).trim() !== "").slice(0, 1);
    },
  };
};

const lineLength: Recogniser = (sentence) => {
  const most =
    /\blines?\b[^.;]{0,60}?(?:longer than|exceed|over|at most|maximum(?: of)?|limit(?:ed)? to|under|within) (\d{2,3})\b/i.exec(
      sentence,
    )?.[1] ?? /\bmax(?:imum)? line (?:length|width):?(?: is| of)? (\d{2,3})\b/i.exec(sentence)?.[1];
  if (most === undefined || /\bfunctions?|methods?|files?\b/i.test(sentence)) return null;
  const limit = Number(most);
  return {
    breach: `The line is longer than ${limit} characters`,
    find: ({ added }) => added.filter(({ text }) => text.length > limit && !/https?:\/\//.test(text)).slice(0, 1),
  };
};

const todo: Recogniser = (sentence) => {
  if (!/\bTODOs?\b/.test(sentence) || !/\b(?:issue|ticket|owner|author|link|reference)\b|#\d/i.test(sentence))
    return null;
  return {
    breach: "The TODO names no issue",
    find: ({ added, scanned }) =>
      added
        .filter(({ line }) => {
          const comment = commentOn(scanned, line);
          return /\bTODO\b/.test(comment) && !/#\d|\b[A-Z]{2,10}-\d+|https?:|TODO\(\w/.test(comment);
        })
        .slice(0, 1),
  };
};

const documented: Recogniser = (sentence) => {
  const what =
    /\b(?:public |exported |new )?(functions?|methods?|classes|class)\b[^.;]{0,40}\b(?:have|need|include|has|require)s? (?:a |an )?(?:docstrings?|JSDoc|TSDoc|doc(?:umentation)? comments?|rustdoc|godoc)/i.exec(
      sentence,
    );
  if (!what) return null;
  return {
    breach: "The new declaration has no documentation",
    find: ({ path, added, scanned }) =>
      isTest(path) ? [] : added.filter((line) => lacksDocs(path, line, scanned)).slice(0, 1),
  };
};

function lacksDocs(path: string, { line, text }: ChangedLine, { lines }: Scanned): boolean {
  if (/\.pyi?$/.test(path)) {
    if (!/^(?: {4})?(?:async )?(?:def|class) [a-zA-Z]/.test(text)) return false;
    const end = lines.findIndex((one, index) => index >= line - 1 && /:\s*(?:#.*)?$/.test(one));
    return end >= 0 && end < line + 10 && !/^\s*[rRuU]?["']/.test(lines[end + 1] ?? "");
  }
  const isDeclared = /\.[cm]?[jt]sx?$/.test(path)
    ? /^export (?:default )?(?:async )?(?:function|class) /.test(text)
    : /\.go$/.test(path)
      ? /^func (?:\([^)]*\) )?[A-Z]/.test(text)
      : /\.rs$/.test(path) && /^\s*pub (?:async )?fn /.test(text);
  if (!isDeclared) return false;
  const above = (lines.slice(0, line - 1).findLast((one) => !/^\s*(?:@|#\[)/.test(one)) ?? "").trim();
  return !/^(?:\*\/|\/\/|\/\*\*)|\*\/$/.test(above);
}

const interfacePrefix: Recogniser = (sentence) => {
  if (
    !/\binterfaces?\b/i.test(sentence) ||
    !/\b(?:never|not|no)\b[^.;]{0,30}\bprefix[^.;]{0,20}[`"']I[`"']|[`"']I[`"'] prefix/i.test(sentence)
  )
    return null;
  return {
    breach: "The interface's name begins with `I`",
    find: ({ added, scanned }) =>
      added.filter(({ line }) => /\binterface I[A-Z][a-z]/.test(codeOn(scanned, line))).slice(0, 1),
  };
};

const recognisers: readonly Recogniser[] = [
  fileCase,
  forbiddenFile,
  header,
  indentation,
  lineLength,
  todo,
  documented,
  interfacePrefix,
];
