// Go: packages are folders; other packages write `package.Name`, the same package the bare name.
import { endOfBlock, folder, places, type Rule, type Source, type Thing } from "./rule.ts";

const top = /^(?:func|type|var|const)[ \t]+(?!(?:init|main|_)\b)([A-Za-z_]\w*)/gm;
const method = /^func[ \t]*\([ \t]*(?:\w+[ \t]+)?\*?(\w+)(?:\[[^\]]*\])?[ \t]*\)[ \t]*([A-Z]\w*)/gm;
const grouped = /^(?:var|const|type)[ \t]*\(\n([\s\S]*?)^\)/gm;

function packageOf({ code }: Source): string {
  return /^package[ \t]+(\w+)/m.exec(code)?.[1] ?? "";
}

/** The import path of a folder, by the nearest go.mod. */
function importPath(path: string, files: readonly Source[]): string | null {
  const modules = files.filter(({ path: mod }) => /(?:^|\/)go\.mod$/.test(mod));
  const above = modules
    .filter(({ path: mod }) => folder(mod) === "" || `${path}/`.startsWith(`${folder(mod)}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  const name = above && /^module[ \t]+"?([^\s"]+)/m.exec(above.text)?.[1];
  if (!name) return null;
  const below = path.slice(folder(above.path).length).replace(/^\//, "");
  return below === "" ? name : `${name}/${below}`;
}

/** Each import: the path and the local name, if it has one. */
function imports({ text, path }: Source): { path: string; local: string | null; at: string }[] {
  const end = text.search(/^(?:func|type|var|const)\b/m);
  const head = end < 0 ? text : text.slice(0, end);
  const found = [];
  for (const [index, line] of head.split("\n").entries()) {
    const spec = /^\s*(?:import[ \t]+)?(?:([\w.]+)[ \t]+)?"([^"]+)"\s*(?:\/\/.*)?;?$/.exec(line);
    if (spec) found.push({ path: spec[2]!, local: spec[1] ?? null, at: `${path}:${index + 1}` });
  }
  return found;
}

function isAssigned(code: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b[\\w, \\t]*:=`).test(code);
}

function isLocal(code: string, name: string): boolean {
  return new RegExp(
    `\\b${name}\\b[\\w, \\t]*:=|[(,][ \\t]*${name}[ \\t]+[\\w*\\[]|\\bvar[ \\t]+${name}\\b|^[ \\t]+${name}[ \\t]+[\\w*\\[(]`,
    "m",
  ).test(code);
}

export const go: Rule = {
  language: "Go",
  holds: /\.go$|(?:^|\/)go\.mod$/,
  blanks: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)+'/g,
  things(file) {
    if (!file.path.endsWith(".go") || file.path.endsWith("_test.go") || /^\/\/ Code generated/m.test(file.text))
      return [];
    const { path, code } = file;
    const found: Thing[] = [];
    const add = (name: string, within: string | null, start: number, nameAt: number, end: number) =>
      found.push({ path, name, within, start, nameAt, end });
    for (const match of code.matchAll(top))
      add(
        match[1]!,
        null,
        match.index,
        match.index + match[0].length - match[1]!.length,
        endOfBlock(code, match.index, /\n(?![ \t)}])/),
      );
    for (const match of code.matchAll(method))
      add(
        match[2]!,
        match[1]!,
        match.index,
        match.index + match[0].length - match[2]!.length,
        endOfBlock(code, match.index, /\n(?![ \t)}])/),
      );
    for (const group of code.matchAll(grouped))
      for (const line of group[1]!.matchAll(/^\t([A-Za-z]\w*)\b[^\n]*\n/gm)) {
        const start = group.index + group[0].indexOf("\n") + 1 + line.index;
        // Only what stands on one line and repeats no `iota`.
        if (!/[{(]\s*$/.test(line[0]) && /=/.test(line[0]) && !/iota/.test(group[0]))
          add(line[1]!, null, start, start + 1, start + line[0].length);
      }
    return found;
  },
  broken(thing, files) {
    const { path, name, within } = thing;
    const own = files.find((file) => file.path === path)!;
    const sources = files.filter((file) => file.path.endsWith(".go"));
    const declared = new RegExp(
      `^(?:func|type|var|const)[ \\t]+${name}\\b|^func[^\\n(]*\\([^)]*\\)[ \\t]*${name}\\b`,
      "gm",
    );
    if (within !== null) {
      // Without types: only a name that nothing else in the repository has.
      const others = sources.filter(({ code }) =>
        new RegExp(`\\b${name}\\b(?!\\()[ \\t]*[\\w*\\[{:=]|^[ \\t]+${name}\\(`, "m").test(code),
      );
      const all = sources.flatMap(({ code }) => [...code.matchAll(declared)]).length;
      if (all !== 1 || others.length > 0 || !/^.{6,}$/.test(name) || !/[a-z][A-Z]/.test(name)) return null;
      // Packages of others can have the name too.
      if (sources.some((file) => file.code.includes(`.${name}`) && isOfOthers(file, name, files))) return null;
      return sources.flatMap((file) => places(file, new RegExp(`(?<=[\\w)\\]}]\\.)${name}\\b`, "g")));
    }
    const home = folder(path);
    const name_ = packageOf(own);
    const beside = sources.filter((file) => folder(file.path) === home && packageOf(file) === name_);
    if (
      beside.flatMap(({ code }) => [
        ...code.matchAll(new RegExp(`^(?:func|type|var|const)[ \\t]+${name}\\b|^\\t${name}\\b[^\\n:(.]*=[^=]`, "gm")),
      ]).length !== 1
    )
      return null;
    if (beside.some((file) => isAssigned(file.code, name))) return null;
    if (beside.some((file) => isLocal(file.code.replaceAll(declared, ""), name) && !file.code.includes(`\t${name} `)))
      return null;
    const target = importPath(home, files);
    const found = [];
    for (const file of sources) {
      if (beside.includes(file)) {
        const uses = places(
          file,
          new RegExp(`(?<![.\\w])${name}\\b(?![ \\t]*:(?!=))|(?<=^[ \\t]*case\\b[^\\n:]*[ ,])${name}\\b`, "gm"),
        );
        found.push(...uses.filter((use) => use !== declaredAt(thing, own)));
        continue;
      }
      for (const one of imports(file)) {
        if (one.path !== target || one.local === "_") continue;
        if (one.local === ".") return null;
        const local = one.local ?? name_;
        if (isLocal(file.code, local)) return null;
        found.push(...places(file, new RegExp(`(?<![.\\w])${local}\\.${name}\\b`, "g")));
      }
    }
    return found;
  },
  /** Constants that count up. */
  reachedOtherwise: ({ code }) =>
    [...code.matchAll(grouped)].flatMap((group) =>
      [...group[1]!.matchAll(/^\t([A-Za-z]\w*)/gm)].map((line) => line[1]!),
    ),
  deleted(file, files) {
    const inside = files.filter((one) => folder(one.path) === folder(file.path) && one.path.endsWith(".go"));
    if (inside.some((one) => one !== file && !one.path.endsWith("_test.go"))) return null;
    // Without code the package cannot be imported; its own tests still use the names.
    const names = this.things(file).filter(({ within }) => within === null);
    const own = packageOf(file);
    const tests = inside.filter((one) => packageOf(one) === own).map(({ path }) => `${path}:`);
    const uses = names.flatMap((name) => this.broken(name, files) ?? []);
    return [
      ...importing(folder(file.path), inside, files),
      ...importing(folder(file.path), [], inside.concat(files.filter(({ path }) => path.endsWith("go.mod")))),
      ...uses.filter((use) => tests.some((path) => use.startsWith(path))),
    ];
  },
  moved(file, files) {
    const home = folder(file.path);
    if (home === "" || packageOf(file) === "main") return null;
    const inside = files.filter((one) => folder(one.path) === home && one.path.endsWith(".go"));
    return {
      edits: inside.map(({ path, text }) => ({ from: path, to: path.replace(home, `${home}moved`), text })),
      broken: [
        ...importing(home, inside, files),
        // Its own tests that import it.
        ...inside.flatMap((one) =>
          imports(one).flatMap(({ path, at }) =>
            path === importPath(home, files) ? at.replace(home, `${home}moved`) : [],
          ),
        ),
      ],
    };
  },
};

function isOfOthers(file: Source, name: string, files: readonly Source[]): boolean {
  return imports(file).some(({ path, local }) => {
    const known = local ?? path.split("/").at(-1)!;
    const isOwn = files.some((one) => importPath(folder(one.path), files) === path);
    return !isOwn && new RegExp(`(?<![.\\w])${known}\\.${name}\\b`).test(file.code);
  });
}

/** The lines that import the package in a folder, except in some files. */
function importing(home: string, except: readonly Source[], files: readonly Source[]): string[] {
  const target = importPath(home, files);
  return files
    .filter((one) => one.path.endsWith(".go") && !except.includes(one))
    .flatMap((one) => imports(one).flatMap(({ path, at }) => (path === target ? at : [])));
}

function declaredAt(thing: Thing, file: Source): string {
  return `${file.path}:${file.code.slice(0, thing.nameAt).split("\n").length}`;
}
