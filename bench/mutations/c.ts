// C and C++: names that one header declares and nothing else in the repository, and headers with a name of their own.
import { endOfBlock, places, type Rule, type Source, type Thing } from "./rule.ts";

const macro = /^#[ \t]*define[ \t]+(\w+)[^\n]*(?:\\\n[^\n]*)*\n/gm;
const prototype = /^(?!typedef|return|else|#)[A-Za-z_][\w \t*]*?[ \t*](\w+)\([^;{}]*\)[^;{}()]*;\n/gm;
const type = /^(?:typedef[ \t]+)?(?:struct|union|enum)[ \t]+(\w+)[ \t]*\{/gm;
const enumeration = /^(?:typedef[ \t]+)?enum(?:[ \t]+(\w+))?[ \t]*\{\n/gm;

const headerPath = /\.(?:h|hh|hpp|hxx)$/;
const vendored = /(?:^|\/)(?:deps|third_party|vendor|external|ta|subprojects)\//;

function isDistinct(name: string): boolean {
  return name.length >= 6 && /_|[a-z][A-Z]/.test(name);
}

function includes(file: Source): { written: string; line: number }[] {
  return file.text.split("\n").flatMap((text, index) => {
    const written = /^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]/.exec(text)?.[1];
    return written === undefined ? [] : [{ written, line: index + 1 }];
  });
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The lines that include the header; null if its name is not its own. */
function including(file: Source, files: readonly Source[]): string[] | null {
  const name = baseName(file.path);
  if (!headerPath.test(name) || files.some((one) => one !== file && baseName(one.path) === name)) return null;
  return files.flatMap((one) =>
    one === file
      ? []
      : includes(one)
          .filter(({ written }) => `/${file.path}`.endsWith(`/${written.replace(/^(?:\.\.?\/)+/, "")}`))
          .map(({ line }) => `${one.path}:${line}`),
  );
}

export const c: Rule = {
  language: "C and C++",
  holds: /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/,
  blanks: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[^\n])+'/g,
  things({ path, code }) {
    if (!headerPath.test(path) || vendored.test(path)) return [];
    const found: Thing[] = [];
    const add = (name: string | undefined, within: string | null, start: number, nameAt: number, end: number) => {
      if (name !== undefined && isDistinct(name)) found.push({ path, name, within, start, nameAt, end });
    };
    for (const { index, 0: whole, 1: name } of code.matchAll(macro))
      add(name, null, index, index + whole.indexOf(name!, whole.indexOf("define") + 6), index + whole.length);
    for (const { index, 0: whole, 1: name } of code.matchAll(prototype))
      add(name, null, index, index + whole.indexOf(`${name}(`), index + whole.length);
    for (const { index, 0: whole, 1: name } of code.matchAll(type)) {
      const end = endOfBlock(code, index, /;/);
      // With a `typedef` the type has other names too.
      if (!whole.startsWith("typedef"))
        add(name, null, index, index + whole.lastIndexOf(name!), code.indexOf(";", end) + 1);
    }
    for (const { index, 0: whole, 1: name } of code.matchAll(enumeration)) {
      const start = index + whole.length;
      const body = code.slice(start, endOfBlock(code, index, /\n\}/));
      for (const one of body.matchAll(/^[ \t]+(\w+)(?:[ \t]*=[^,\n]*)?,[ \t]*$/gm))
        add(
          one[1],
          name ?? "",
          start + one.index,
          start + one.index + one[0].indexOf(one[1]!),
          start + one.index + one[0].length,
        );
    }
    return found;
  },
  broken({ path, name }, files) {
    const all = files.filter(({ code }) => code.includes(name));
    const own = all.find((file) => file.path === path)!;
    const declared = new RegExp(
      `^[ \\t]*#[ \\t]*define[ \\t]+${name}\\b|^(?!return|else|typedef|#)[A-Za-z_][\\w \\t*]*?[ \\t*]${name}\\([^;{}]*\\)[^;{}()]*[;{]|\\b(?:struct|union|enum|class)[ \\t]+${name}[ \\t]*[{;]|^[ \\t]+${name}(?:[ \\t]*=[^,\\n;]*)?,|\\btypedef\\b[^;]*\\b${name}[ \\t]*;|[\\w*][ \\t*]+${name}[ \\t]*[=;,\\[)]`,
      "gm",
    );
    const isOwn = (file: Source) => [...file.code.matchAll(declared)].length;
    // A function has its definition beside, which stays.
    const others = all.filter((file) => file !== own && isOwn(file) > 0);
    const isFunction =
      new RegExp(`[ \\t*]${name}\\([^;{}]*\\)[^;{}()]*;`).test(own.code) &&
      !new RegExp(`define[ \\t]+${name}\\b`).test(own.code);
    if (isOwn(own) !== 1 || others.length > (isFunction ? 1 : 0)) return null;
    // Conditions tolerate a missing macro, and another `#undef` or string joins names.
    if (
      all.some(({ code }) =>
        new RegExp(`^[ \\t]*#[ \\t]*(?:if|ifdef|ifndef|elif|undef)\\b[^\\n]*\\b${name}\\b`, "m").test(code),
      )
    )
      return null;
    const at = own.code.search(declared);
    return all
      .filter((file) => !others.includes(file) && !vendored.test(file.path))
      .flatMap((file) => places(file, new RegExp(`(?<![.\\w]|->|##[ \\t]*)${name}\\b`, "g")))
      .filter((place) => {
        const first = own.code.slice(0, at + (own.code.slice(at).match(/^\s*/)?.[0].length ?? 0)).split("\n").length;
        return place !== `${path}:${first}`;
      });
  },
  deleted: (file, files) => including(file, files) ?? [],
  moved(file, files) {
    const broken = including(file, files);
    if (broken === null || vendored.test(file.path)) return null;
    return { edits: [{ from: file.path, to: file.path.replace(/([^/]+)$/, "movedaway/$1"), text: file.text }], broken };
  },
};
