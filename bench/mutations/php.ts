// PHP: other files import the full name of a type or write it out; files of its namespace write the bare name.
import { endOfBlock, escapedName, places, type Rule, type Source, type Thing } from "./rule.ts";

const type = /^(?:(?:abstract|final|readonly)[ \t]+)*(?:class|interface|trait|enum)[ \t]+([A-Z]\w*)/gm;
const topFunction = /^function[ \t]+&?(\w+)/gm;
const member =
  /^ {4}(?:(?:public|protected|private|static|abstract|final)[ \t]+)*(?:function[ \t]+(\w+)(?=\()|const[ \t]+(?:[\w|?]+[ \t]+)?(\w+)[ \t]*=|case[ \t]+(\w+))/gm;

function namespaceOf({ code }: Source): string {
  return /^namespace[ \t]+([\w\\]+)/m.exec(code)?.[1] ?? "";
}

function fullName(file: Source, name: string): string {
  const namespace = namespaceOf(file);
  return namespace === "" ? name : `${namespace}\\${name}`;
}

/** The local names of a type in a file, and the lines that import it; null if this rule cannot tell. */
function localNames(file: Source, full: string, name: string, namespace: string) {
  const { code } = file;
  const locals = new Set<string>();
  const lines = places(file, new RegExp(`^use[ \\t]+\\\\?${escapedName(full)}(?:[ \\t]+as[ \\t]+\\w+)?[ \\t]*;`, "gm"));
  for (const match of code.matchAll(
    new RegExp(`^use[ \\t]+\\\\?${escapedName(full)}(?:[ \\t]+as[ \\t]+(\\w+))?[ \\t]*;`, "gm"),
  ))
    locals.add(match[1] ?? name);
  if (new RegExp(`^use[^;]*[{,][^;]*\\b${name}\\b[^;]*;`, "m").test(code)) return null;
  const hasOther = new RegExp(`^use[^;]*(?:\\\\| as[ \\t]+)${name}[ \\t]*;`, "m").test(code) && !locals.has(name);
  if (namespaceOf(file) === namespace && !hasOther) locals.add(name);
  return { locals, lines };
}

function usesOfType(file: Source, full: string, name: string, namespace: string): string[] | null {
  if (!file.code.includes(name)) return [];
  const found = localNames(file, full, name, namespace);
  if (found === null) return null;
  // A partly qualified name depends on the imports of its first part.
  if (new RegExp(`^(?!use[ \\t]).*(?<![\\\\\\w])\\w+(?:\\\\\\w+)*\\\\${name}\\b`, "m").test(file.code)) return null;
  const uses = [...found.lines];
  for (const local of found.locals)
    uses.push(
      ...places(file, new RegExp(`\\bnew[ \\t]+${local}\\b(?!\\\\)`, "g")),
      ...places(
        file,
        new RegExp(
          `(?<![\\\\\\w$@])(?<!->|::|\\b(?:function|const|case|namespace|class|interface|trait|enum|as)[ \\t]+)(?<!^use[ \\t]+)${local}\\b(?![ \\t]*[(\\\\=]|:(?!:))`,
          "gm",
        ),
      ),
    );
  uses.push(...places(file, new RegExp(`(?<![\\w])\\\\${escapedName(full)}\\b(?![\\\\(])`, "g")));
  uses.push(...places(file, new RegExp(`\\bnew[ \\t]+\\\\${escapedName(full)}\\b(?!\\\\)`, "g")));
  return [...new Set(uses)];
}

export const php: Rule = {
  language: "PHP",
  holds: /\.php$/,
  blanks:
    /<<<[ \t]*["']?(\w+)["']?\n[\s\S]*?\n[ \t]*\1\b|\/\/[^\n]*|#(?!\[)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/g,
  things(file) {
    const { path, code } = file;
    if (/(?:^|\/)(?:tests?|stubs|fixtures|vendor)\//i.test(path) || path.endsWith(".blade.php")) return [];
    const found: Thing[] = [];
    const add = (name: string, within: string | null, start: number, nameAt: number) =>
      found.push({ path, name, within, start, nameAt, end: endOfBlock(code, start, /;|\n\n/) });
    const types = [...code.matchAll(type)];
    for (const { 0: whole, 1: name, index } of types) add(name!, null, index, index + whole.length - name!.length);
    for (const { 0: whole, 1: name, index } of code.matchAll(topFunction))
      add(name!, null, index, index + whole.length - name!.length);
    if (types.length === 1)
      for (const match of code.matchAll(member)) {
        const name = match[1] ?? match[2] ?? match[3]!;
        if (!name.startsWith("__")) add(name, types[0]![1]!, match.index, match.index + match[0].lastIndexOf(name));
      }
    return found;
  },
  broken(thing, files) {
    const { path, name, within } = thing;
    const own = files.find((file) => file.path === path)!;
    const namespace = namespaceOf(own);
    const typeName = within ?? name;
    const full = fullName(own, typeName);
    const declaring = files.filter(({ code }) =>
      new RegExp(`\\b(?:class|interface|trait|enum|function)[ \\t]+${typeName}\\b`).test(code),
    );
    if (within !== null) return brokenMember(thing, own, full, namespace, declaring.length, files);
    const isType = new RegExp(`\\b(?:class|interface|trait|enum)[ \\t]+${name}\\b`).test(own.code);
    if (declaring.filter((file) => namespaceOf(file) === namespace).length !== 1) return null;
    // A test whether it exists means that it may be missing.
    if (files.some(({ text }) => new RegExp(`(?:_exists|class_alias)\\([^\\n]*\\b${name}\\b`).test(text))) return null;
    if (!isType) {
      if (declaring.length !== 1 || namespace !== "" || name.length < 6) return null;
      return outsideDeclaration(
        files.flatMap((file) =>
          places(file, new RegExp(`(?<![\\w$\\\\])(?<!->|::|\\bfunction[ \\t]+|\\bnew[ \\t]+)\\\\?${name}\\(`, "g")),
        ),
        thing,
        own,
      );
    }
    const uses = [];
    for (const file of files) {
      const some = usesOfType(file, full, name, namespace);
      if (some === null) return null;
      uses.push(...some);
    }
    return outsideDeclaration(uses, thing, own);
  },
  moved(file, files) {
    const namespace = namespaceOf(file);
    const [only, ...more] = this.things(file).filter(({ within }) => within === null);
    if (namespace === "" || only === undefined || more.length > 0) return null;
    const broken = this.broken(only, files);
    if (broken === null) return null;
    const to = file.path.replace(/([^/]+)$/, "Moved/$1");
    const text = file.text.replace(/^namespace[ \t]+[\w\\]+/m, (line) => `${line}\\Moved`);
    return {
      edits: [{ from: file.path, to, text }],
      broken: broken.filter((place) => !place.startsWith(`${file.path}:`)),
    };
  },
};

/** Without types: behind the name of the type, or a name that nothing else in the repository has. */
function brokenMember(
  thing: Thing,
  own: Source,
  full: string,
  namespace: string,
  types: number,
  files: readonly Source[],
): string[] | null {
  const { name, within } = thing;
  if (types !== 1 || own.code.includes("__call") || !/[a-z][A-Z]|_|^.{9,}$/.test(name)) return null;
  const isMethod = new RegExp(`function[ \\t]+${name}\\(`).test(own.code);
  const others = files.filter(
    ({ code, text }) =>
      [...code.matchAll(new RegExp(`\\b(?:function|const|case)[ \\t]+(?:\\w+[ \\t]+)?${name}\\b`, "g"))].length > 0 ||
      new RegExp(`@method[^\\n]*\\b${name}\\b|macro\\(['"]${name}['"]`).test(text),
  );
  if (others.length !== 1) return null;
  if (isMethod) {
    if (!/[a-z][A-Z]/.test(name) || name.length < 8) return null;
    return files.flatMap((file) => places(file, new RegExp(`(?<=->|::)${name}\\(`, "g")));
  }
  const uses = [];
  for (const file of files) {
    const found = file.code.includes(name) ? localNames(file, full, within!, namespace) : { locals: [], lines: [] };
    if (found === null) return null;
    for (const local of found.locals)
      uses.push(...places(file, new RegExp(`(?<![\\w$\\\\])${local}::${name}\\b(?!\\()`, "g")));
  }
  uses.push(...places(own, new RegExp(`\\b(?:self|static)::${name}\\b(?!\\()`, "g")));
  return [...new Set(uses)];
}

function outsideDeclaration(uses: readonly string[], thing: Thing, own: Source): string[] {
  const at = `${thing.path}:${own.code.slice(0, thing.nameAt).split("\n").length}`;
  return [...new Set(uses)].filter((place) => place !== at);
}
