// Describes the comment and string syntax of each language family, for the line scanner.

export type Family =
  | "js"
  | "python"
  | "ruby"
  | "php"
  | "rust"
  | "go"
  | "c"
  | "shell"
  | "data"
  | "css"
  | "markup"
  | "other";

export interface StringForm {
  open: string;
  close: string;
  /** Most strings here end with their line, even if the language lets them run on: a stray quote costs one line. */
  multiline: boolean;
  escape: boolean;
  /** What opens code inside the string, closed by a brace. */
  holds?: string;
}

export interface Language {
  family: Family;
  line: readonly string[];
  /** `#` opens a comment only at a line's start or after a blank (`$#`, `url#part`). */
  lineAfterBlank?: boolean;
  block: readonly (readonly [string, string])[];
  nestedBlocks?: boolean;
  strings: readonly StringForm[];
  /** Read as JavaScript: all of it, without or with JSX, or the blocks of script in it. */
  script?: "js" | "jsx" | "blocks";
  /** `'a` is a lifetime, `'a'` a character. */
  lifetimes?: boolean;
  heredoc?: "ruby" | "shell" | "php";
}

const one = (open: string, holds?: string): StringForm => ({
  open,
  close: open,
  multiline: false,
  escape: true,
  ...(holds && { holds }),
});
const many = (open: string, close = open, escape = true): StringForm => ({ open, close, multiline: true, escape });
const double = one('"');
const single = one("'");
const slashes = { line: ["//"], block: [["/*", "*/"]] } as const;

const js: Language = {
  family: "js",
  ...slashes,
  strings: [double, single, { ...many("`"), holds: "${" }],
  script: "js",
};
const jsx: Language = { ...js, script: "jsx" };
const component: Language = { ...js, script: "blocks", block: [...slashes.block, ["<!--", "-->"]] };
const c: Language = { family: "c", ...slashes, strings: [many('"""'), many('R"(', ')"', false), double, single] };
const csharp: Language = { ...c, strings: [many('"""'), many('@"', '"', false), double, single] };
const nested: Language = { ...c, nestedBlocks: true };
const dart: Language = { ...c, strings: [many('"""'), many("'''"), double, single] };
const go: Language = { family: "go", ...slashes, strings: [many("`", "`", false), double, single] };
const rust: Language = {
  family: "rust",
  ...slashes,
  nestedBlocks: true,
  strings: [many('r##"', '"##', false), many('r#"', '"#', false), many('r"', '"', false), many('"')],
  lifetimes: true,
};
const python: Language = {
  family: "python",
  line: ["#"],
  block: [],
  strings: [many('"""'), many("'''"), double, single],
};
const ruby: Language = {
  family: "ruby",
  line: ["#"],
  lineAfterBlank: true,
  block: [["\n=begin", "\n=end"]],
  strings: [one('"', "#{"), single, one("`", "#{")],
  heredoc: "ruby",
};
const php: Language = {
  family: "php",
  line: ["//", "#"],
  block: slashes.block,
  strings: [double, single],
  heredoc: "php",
};
const shell: Language = {
  family: "shell",
  line: ["#"],
  lineAfterBlank: true,
  block: [],
  strings: [double, single],
  heredoc: "shell",
};
const data: Language = { family: "data", line: ["#"], lineAfterBlank: true, block: [], strings: [double, single] };
const json: Language = { family: "data", ...slashes, strings: [double] };
const css: Language = { family: "css", line: [], block: slashes.block, strings: [double, single] };
const scss: Language = { ...css, line: ["//"] };
const markup: Language = { family: "markup", line: [], block: [["<!--", "-->"]], strings: [] };
const hash: Language = {
  family: "other",
  line: ["#"],
  lineAfterBlank: true,
  block: [],
  strings: [many('"""'), double, single],
};
const powershell: Language = { ...hash, block: [["<#", "#>"]] };
const sql: Language = { family: "other", line: ["--"], block: slashes.block, strings: [single, double] };
const lua: Language = {
  family: "other",
  line: ["--"],
  block: [["--[[", "]]"]],
  strings: [many("[[", "]]", false), double, single],
};
const haskell: Language = {
  family: "other",
  line: ["--"],
  block: [["{-", "-}"]],
  nestedBlocks: true,
  strings: [double],
};
const lisp: Language = { family: "other", line: [";"], block: [["#|", "|#"]], strings: [many('"')] };
const percent: Language = { family: "other", line: ["%"], block: [], strings: [] };

const byExtension: readonly (readonly [Language, string])[] = [
  [js, "ts mts cts"],
  [jsx, "js mjs cjs jsx tsx"],
  [component, "vue svelte astro"],
  [c, "c h cc cpp cxx hpp hh m mm java groovy gradle proto glsl hlsl"],
  [csharp, "cs"],
  [nested, "kt kts scala swift"],
  [dart, "dart"],
  [go, "go"],
  [rust, "rs"],
  [python, "py pyi pyx bzl"],
  [ruby, "rb rake gemspec"],
  [php, "php"],
  [shell, "sh bash zsh ksh"],
  [data, "yml yaml toml ini cfg conf properties env tf tfvars hcl"],
  [json, "json jsonc json5"],
  [css, "css"],
  [scss, "scss less sass styl"],
  [markup, "html htm xml xhtml svg hbs"],
  [hash, "pl pm r ex exs jl nix graphql gql cmake coffee mk"],
  [powershell, "ps1 psm1"],
  [sql, "sql"],
  [lua, "lua"],
  [haskell, "hs elm"],
  [lisp, "lisp clj cljs cljc el scm rkt"],
  [percent, "tex erl hrl"],
];
const languages = new Map(
  byExtension.flatMap(([language, names]) => names.split(" ").map((name) => [name, language] as const)),
);
const byName: Record<string, Language> = {
  dockerfile: shell,
  makefile: shell,
  rakefile: ruby,
  gemfile: ruby,
  jenkinsfile: c,
};

/** null for prose and for what nobody here knows how to read. */
export function languageFor(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const known = byName[name];
  if (known) return known;
  const dot = name.lastIndexOf(".");
  return dot < 0 ? null : (languages.get(name.slice(dot + 1)) ?? null);
}
