// Maps file names to the languages whose symbols can be read.

export type LanguageId =
  | "typescript"
  | "tsx"
  | "javascript"
  | "python"
  | "go"
  | "rust"
  | "java"
  | "csharp"
  | "ruby"
  | "php"
  | "cpp"
  | "c"
  | "shell";

/**
 * Grammar file names without `tree-sitter-` and `.wasm`. The TypeScript grammar reads most JavaScript with Flow types.
 */
export const grammars: Readonly<Record<LanguageId, readonly [string, ...string[]]>> = {
  typescript: ["typescript"],
  tsx: ["tsx"],
  javascript: ["javascript", "tsx"],
  python: ["python"],
  go: ["go"],
  rust: ["rust"],
  java: ["java"],
  csharp: ["c-sharp"],
  ruby: ["ruby"],
  php: ["php"],
  cpp: ["cpp"],
  c: ["cpp"],
  shell: ["bash"],
};

const extensions: Readonly<Record<LanguageId, string>> = {
  typescript: "ts mts cts",
  tsx: "tsx",
  javascript: "js mjs cjs jsx es6",
  python: "py pyi pyw",
  go: "go",
  rust: "rs",
  java: "java",
  csharp: "cs csx",
  ruby: "rb rake gemspec ru podspec",
  php: "php phtml php5 inc",
  // A header can be C or C++; the C++ grammar reads both.
  cpp: "cpp cc cxx c++ hpp hh hxx h++ h ipp tpp inl cu cuh ino",
  c: "c",
  shell: "sh bash zsh ksh bats",
};

const names: Readonly<Record<string, LanguageId>> = {
  Rakefile: "ruby",
  Gemfile: "ruby",
  Podfile: "ruby",
  Vagrantfile: "ruby",
  Brewfile: "ruby",
  Fastfile: "ruby",
  Jakefile: "javascript",
  SConstruct: "python",
  ".bashrc": "shell",
  ".bash_profile": "shell",
  ".profile": "shell",
  ".envrc": "shell",
  PKGBUILD: "shell",
};

const byExtension = new Map(
  Object.entries(extensions).flatMap(([id, list]) =>
    list.split(" ").map((extension) => [extension, id as LanguageId] as const),
  ),
);

export function symbolLanguage(path: string): LanguageId | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (Object.hasOwn(names, name)) return names[name]!;
  const dot = name.lastIndexOf(".");
  return dot < 0 ? null : (byExtension.get(name.slice(dot + 1).toLowerCase()) ?? null);
}
