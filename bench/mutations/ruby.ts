// Ruby: only names of constants and methods that nothing else in the repository has; files by `require`.
import { folder, places, type Rule, type Source, type Thing } from "./rule.ts";

const type = /^([ \t]*)(?:class|module)[ \t]+((?:::)?[A-Z][\w:]*)/gm;
const method = /^([ \t]+)def[ \t]+(?:self\.)?([a-z_]\w*)(?![\w?!=])/gm;

/** Up to the `end` of the same indentation. */
function endOfIndented(code: string, start: number, indent: string): number {
  const line = code.indexOf("\n", start);
  if (line < 0 || /\bend\b/.test(code.slice(start, line))) return line < 0 ? code.length : line;
  const end = code.slice(line).search(new RegExp(`^${indent}end\\b`, "m"));
  return end < 0 ? line : line + end + indent.length + 3;
}

/** The constant of the file's own name: the class that autoloaders expect. */
function mainType(file: Source): RegExpMatchArray | undefined {
  const stem = file.path
    .slice(file.path.lastIndexOf("/") + 1)
    .replace(/\.rb$/, "")
    .replaceAll("_", "");
  return [...file.code.matchAll(type)].find(([, , name]) => name!.split("::").at(-1)!.toLowerCase() === stem);
}

export const ruby: Rule = {
  language: "Ruby",
  holds: /\.(?:rb|rake)$|(?:^|\/)Rakefile$/,
  blanks:
    /<<[~-]?['"`]?([A-Z_]+)\b['"`]?(?=[\s\S]*?\n[ \t]*\1\b)(?:[^\n]*)\n[\s\S]*?\n[ \t]*\1\b|(?<![$?"'\w])#(?!\{)[^\n]*|^=begin[\s\S]*?^=end|"(?:[^"\\#\n]|\\[\s\S]|#(?!\{)|#\{[^{}\n]*\})*"|'(?:[^'\\]|\\[\s\S])*'/gm,
  things(file) {
    const { path, code } = file;
    if (!path.endsWith(".rb") || /(?:^|\/)(?:test|spec|db|vendor|config)\//.test(path)) return [];
    const main = mainType(file);
    if (main === undefined) return [];
    const found: Thing[] = [];
    const name = main[2]!.split("::").at(-1)!;
    found.push({
      path,
      name,
      within: null,
      start: main.index!,
      nameAt: main.index! + main[0].lastIndexOf(name),
      end: endOfIndented(code, main.index!, main[1]!),
    });
    for (const one of code.matchAll(method))
      found.push({
        path,
        name: one[2]!,
        within: name,
        start: one.index,
        nameAt: one.index + one[0].lastIndexOf(one[2]!),
        end: endOfIndented(code, one.index, one[1]!),
      });
    return found;
  },
  broken(thing, files) {
    const { path, name, within } = thing;
    const own = files.find((file) => file.path === path)!;
    const at = `${path}:${own.code.slice(0, thing.nameAt).split("\n").length}`;
    if (within !== null) {
      if (!/^.{8,}$/.test(name) || !name.includes("_") || /method_missing/.test(own.code)) return null;
      const other = new RegExp(
        `\\bdef[ \\t]+(?:self\\.)?${name}\\b|[:"'%\\[ ]:?${name}["'\\]:]|:${name}\\b|\\b${name}:`,
        "g",
      );
      if (files.flatMap(({ text }) => [...text.matchAll(other)]).length !== 1) return null;
      const called = new RegExp(`(?<=[\\w)\\]}]&?\\.)(?<!\\bself\\.)${name}\\b(?![?!])`, "g");
      // Another constant's method, or code in a string.
      const isOther = ({ text, code }: Source) =>
        (code.match(new RegExp(`\\b(?!${within}\\b)[A-Z]\\w*\\.${name}\\b`)) ?? []).length > 0 ||
        (text.match(called) ?? []).length > (code.match(called) ?? []).length;
      if (files.some((file) => file.text.includes(name) && isOther(file))) return null;
      return files.flatMap((file) => places(file, called));
    }
    if (!/[a-z][A-Z]/.test(name) || name.length < 8) return null;
    const declared = new RegExp(
      `^[ \\t]*(?:class|module)[ \\t]+[\\w:]*\\b${name}\\b(?!::)|\\b${name}[ \\t]*=(?![=~>])`,
      "gm",
    );
    if (files.flatMap(({ code }) => [...code.matchAll(declared)]).length !== 1) return null;
    if (files.some(({ text }) => new RegExp(`defined\\?[ (][\\w:]*${name}|autoload[ (]+:${name}`).test(text)))
      return null;
    const use = new RegExp(`(?<![\\w:.@$]|(?<!:):)${name}\\b(?!\\(|:(?!:))|(?<=[A-Z]\\w*::)${name}\\b(?!\\()`, "g");
    const found = files.flatMap((file) => (file.code.includes(name) ? places(file, use) : []));
    // Behind another scope it can be a library's.
    const scopes = new Set(
      files.flatMap(({ code }) => [...code.matchAll(new RegExp(`(\\w+)::${name}\\b`, "g"))].map((one) => one[1])),
    );
    const around = new Set(
      (own.code.match(/(?:class|module)[ \t]+([\w:]+)/g) ?? []).flatMap((one) => one.split(/\s+|::/)),
    );
    if ([...scopes].some((scope) => !around.has(scope!))) return null;
    return found.filter((place) => place !== at);
  },
  fileUses(file, files) {
    return requires(file.path, files);
  },
  moved(file, files) {
    const broken = requires(file.path, files);
    if (broken.length === 0) return null;
    const text = file.text
      .replaceAll(/require_relative[ (]+["'](?!\.\.?\/)/g, (one) => `${one}../`)
      .replaceAll(/(require_relative[ (]+["'])\.\.\//g, "$1../../");
    if (/require_relative/.test(text)) return null;
    return { edits: [{ from: file.path, to: file.path.replace(/([^/]+)$/, "moved_here/$1"), text }], broken };
  },
};

/** Lines that require the file, relative to them or by the only library folder that has such a path. */
function requires(path: string, files: readonly Source[]): string[] {
  const found = new Set<string>();
  const inLibrary = /(?:^|\/)lib\/(.+)\.rb$/.exec(path)?.[1];
  const isOnly =
    inLibrary !== undefined &&
    files.filter((one) => one.path.endsWith(`/lib/${inLibrary}.rb`) || one.path === `lib/${inLibrary}.rb`).length === 1;
  for (const file of files) {
    const up = folder(file.path);
    for (const [index, line] of file.text.split("\n").entries()) {
      const match = /^\s*(require|require_relative)[ (]+["']([^"'#]+?)(?:\.rb)?["']/.exec(line);
      if (!match) continue;
      const isPath = match[1] === "require_relative";
      if (isPath ? joined(up, match[2]!) === path.replace(/\.rb$/, "") : isOnly && match[2] === inLibrary)
        found.add(`${file.path}:${index + 1}`);
    }
  }
  return [...found];
}

function joined(base: string, relative: string): string {
  const parts = base === "" ? [] : base.split("/");
  for (const part of relative.split("/"))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  return parts.join("/");
}
