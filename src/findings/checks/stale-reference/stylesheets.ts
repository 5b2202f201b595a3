// Finds the classes that a stylesheet defines, including nested SCSS and Less rules.
import { languageFor } from "../../text/languages.ts";
import { part, scan } from "../../text/scan.ts";

export interface StyledClasses {
  /** Each class with the line (from 1) of its first use. */
  classes: ReadonlyMap<string, number>;
  /** Fragments of composed or partially matched names: a class that contains one may be defined. */
  pieces: readonly string[];
}

/** Larger stylesheets are generated and are not read. */
const longest = 2_000_000;
const deepest = 40;

export function isStylesheet(path: string): boolean {
  return /\.(?:css|scss|less|pcss|postcss)$/i.test(path);
}

/** Builds rename the classes of CSS modules, which are used through an import. */
export function isCssModule(path: string): boolean {
  return /\.module\.\w+$/i.test(path);
}

export function holdsStyle(path: string): boolean {
  return isStylesheet(path) || /\.(?:vue|svelte|astro|html?)$/i.test(path);
}

export function findClasses(path: string, text: string): StyledClasses {
  const classes = new Map<string, number>();
  const pieces: string[] = [];
  const open: string[][] = [];
  for (const { prelude, line, ends } of splitRules(blankNonRules(path, text))) {
    if (ends) {
      open.pop();
      continue;
    }
    const selector = prelude.replace(/^@(?:at-root|nest)\s/, "");
    pieces.push(...partialNames(selector));
    const parents = open.at(-1) ?? [];
    const named = selector.startsWith("@") ? [] : classNames(selector, parents);
    for (const name of named) if (!classes.has(name)) classes.set(name, line);
    // Rules inside `@media` belong to the enclosing rule.
    open.push(selector.startsWith("@") || open.length > deepest ? parents : lastClasses(selector, parents));
  }
  return { classes, pieces };
}

/** Blanks everything except rules, so that line numbers stay the same. */
function blankNonRules(path: string, text: string): string {
  if (text.length > longest) return "";
  const styles = isStylesheet(path) ? text : styleElements(text);
  const { parts } = scan(styles, languageFor(isStylesheet(path) && /css$/i.test(path) ? path : "a.scss")!);
  let code = "";
  for (let at = 0; at < styles.length; at++) {
    const sign = styles[at]!;
    const isHidden = parts[at] === part.comment || (parts[at] === part.string && /[{};]/.test(sign));
    code += isHidden && sign !== "\n" ? " " : sign;
  }
  return code;
}

function styleElements(text: string): string {
  const blank = (from: number, to: number) => text.slice(from, to).replaceAll(/[^\n]/g, " ");
  let styles = "";
  let at = 0;
  const opening = /<style\b[^>]{0,300}>/gi;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const start = match.index + match[0].length;
    const close = text.indexOf("</style", start);
    const end = close < 0 ? text.length : close;
    styles += blank(at, start) + (/\bmodule\b/.test(match[0]) ? blank(start, end) : text.slice(start, end));
    at = end;
    opening.lastIndex = end;
  }
  return styles + blank(at, text.length);
}

interface Rule {
  prelude: string;
  line: number;
  ends: boolean;
}

/** Yields the text before each opening brace, and each closing brace; `#{…}` and `@{…}` are not blocks. */
function* splitRules(code: string): Generator<Rule> {
  let from = 0;
  let line = 1;
  let startLine = 1;
  let inside = 0;
  for (let at = 0; at < code.length; at++) {
    const sign = code[at]!;
    if (sign === "\n") line++;
    if (at === from && /\s/.test(sign)) {
      from = at + 1;
      startLine = line;
    } else if (sign === "{" && /[#@]/.test(code[at - 1] ?? "")) inside++;
    else if (sign === "}" && inside > 0) inside--;
    else if (sign === "{" || sign === "}" || sign === ";") {
      if (sign === "{") yield { prelude: code.slice(from, Math.min(at, from + 5000)), line: startLine, ends: false };
      if (sign === "}") yield { prelude: "", line, ends: true };
      from = at + 1;
      startLine = line;
    }
  }
}

const className = /\.(-?[A-Za-z_][\w-]{0,100})(?![\w-]|[#@]\{)/g;
/** `&-small`, `&__title`: a suffix to the class of the enclosing rule. */
const suffix = /&([\w-]{1,100})(?![\w-])/g;

function classNames(selector: string, parents: readonly string[]): string[] {
  const own = [...selector.matchAll(className)].map((match) => match[1]!);
  const joined = [...selector.matchAll(suffix)]
    .slice(0, 50)
    .flatMap((match) => parents.map((parent) => parent + match[1]!));
  return [...own, ...joined.filter(isClassName)];
}

/** The meaning of `&` inside the rule: the last class of each selector in the list. */
function lastClasses(selector: string, parents: readonly string[]): string[] {
  const ends = selector
    .split(",")
    .slice(0, 50)
    .flatMap((one) => {
      const joined = /&([\w-]{1,100})(?![\w-])[^&]*$/.exec(one)?.[1];
      const last = [...one.matchAll(className)].at(-1)?.[1];
      if (last !== undefined) return [last];
      return joined === undefined ? parents : parents.map((parent) => parent + joined);
    });
  return [...new Set(ends)].filter(isClassName).slice(0, 50);
}

/** Limits names that grow with deep nesting. */
function isClassName(name: string): boolean {
  return name.length <= 200;
}

/** `.#{$prefix}-button` matches any button, `[class*="icon-"]` any icon. */
function partialNames(selector: string): string[] {
  const matched = [...selector.matchAll(/\[class[*^$|~]?=\s*["']?\s*\.?([\w-]*)/g)].map((match) => match[1]!);
  const fragments = /[#@]\{/.test(selector)
    ? selector
        .split(/[#@]\{[^}]{0,100}\}/)
        .map((piece, at) => (at === 0 ? (/[.&]([\w-]*)$/.exec(piece)?.[1] ?? null) : /^[\w-]*/.exec(piece)![0]))
        .filter((piece) => piece !== null)
    : [];
  // The longest of several fragments is the most specific; without any, every class matches.
  const [longestFragment] = fragments.toSorted((a, b) => b.length - a.length);
  return longestFragment === undefined || selector.startsWith("@") ? matched : [...matched, longestFragment];
}
