// TypeScript and JavaScript: names are imported from a path; a path that is not relative counts if one file ends with it.
import { endOfBlock, folder, places, type Rule, type Source, type Thing } from "./rule.ts";

const top =
  /^export[ \t]+(?:declare[ \t]+)?(?:async[ \t]+)?(?:abstract[ \t]+)?(?:function\*?|class|const(?:[ \t]+enum)?|let|type|interface|enum)[ \t]+([A-Za-z_$][\w$]*)/gm;
const method =
  /^(?: {2}| {4})(?:(?:public|private|protected|static|async|readonly)[ \t]+)*(?:get[ \t]+|set[ \t]+)?([A-Za-z_]\w*)[ \t]*(?:<[^>\n]*>)?\([^\n]*\{$/gm;

const code = /\.(?:[cm]?[jt]s|[jt]sx)$/;

interface Statement {
  from: string;
  line: number;
  /** Null for all of the module. */
  names: { name: string; local: string }[] | null;
  isExport: boolean;
  /** The local name of `* as x`. */
  whole: string | null;
}

const statementsOf = new WeakMap<Source, Statement[]>();

function statements(file: Source): Statement[] {
  const known = statementsOf.get(file);
  if (known) return known;
  const found: Statement[] = [];
  const lineAt = (index: number) => file.text.slice(0, index).split("\n").length;
  for (const match of file.text.matchAll(
    /^(import|export)[ \t]+(?:type[ \t]+)?(?:([\w$]+)[ \t]*,?[ \t]*)?(?:(\*)(?:[ \t]+as[ \t]+([\w$]+))?[ \t]*|\{([^}]*)\}[ \t\n]*)?from[ \t]*["']([^"'\n]+)["']/gm,
  )) {
    const [, how, standard, star, whole, list, from] = match;
    const names = (list ?? "").split(",").flatMap((part) => {
      const one = /^\s*(?:\/\/[^\n]*\n\s*)*(?:type[ \t]+)?([\w$]+)(?:[ \t]+as[ \t]+([\w$]+))?\s*$/.exec(part);
      return one ? [{ name: one[1]!, local: one[2] ?? one[1]! }] : [];
    });
    if (standard !== undefined) names.push({ name: "default", local: standard });
    found.push({
      from: from!,
      line: lineAt(match.index),
      names: star ? null : names,
      isExport: how === "export",
      whole: whole ?? null,
    });
  }
  for (const match of file.text.matchAll(
    /^import[ \t]+["']([^"'\n]+)["']|(?<![\w$.])(?:import|require)\([ \t]*["']([^"'\n]+)["'][ \t]*\)/gm,
  ))
    if (file.code.slice(match.index, match.index + 6) === match[0].slice(0, 6))
      found.push({ from: match[1] ?? match[2]!, line: lineAt(match.index), names: null, isExport: false, whole: "?" });
  statementsOf.set(file, found);
  return found;
}

function stem(path: string): string {
  return path.replace(/(?:\.d)?\.(?:[cm]?[jt]s|[jt]sx)$/, "").replace(/\/index$/, "");
}

const stemsOf = new WeakMap<readonly Source[], Map<string, string[]>>();

/** The file that a specifier leads to; null if that is outside the repository, undefined if unclear. */
function resolved(from: string, importer: string, files: readonly Source[]): string | null | undefined {
  let byStem = stemsOf.get(files);
  if (!byStem) {
    byStem = Map.groupBy(
      files.map(({ path }) => path),
      (path) => stem(path).split("/").at(-1)!,
    );
    stemsOf.set(files, byStem);
  }
  const plain = from.replace(/\.(?:[cm]?[jt]s|[jt]sx)$/, "").replace(/\/index$/, "");
  if (plain.startsWith(".")) {
    const parts = folder(importer).split("/").filter(Boolean);
    for (const part of plain.split("/"))
      if (part === "..") parts.pop();
      else if (part !== ".") parts.push(part);
    const path = parts.join("/");
    const found = (byStem.get(parts.at(-1) ?? "") ?? []).filter((one) => stem(one) === path);
    return found.length === 1 ? found[0]! : found.length === 0 ? null : undefined;
  }
  const inside = plain.split("/").slice(1);
  if (inside.length < 2) return (byStem.get(inside.at(-1) ?? plain)?.length ?? 0) > 0 ? undefined : null;
  const found = (byStem.get(inside.at(-1)!) ?? []).filter((one) => stem(one).endsWith(`/${inside.join("/")}`));
  return found.length === 1 ? found[0]! : found.length === 0 ? null : undefined;
}

/** The statements that lead to the file; null if this rule cannot tell. */
function importersOf(path: string, files: readonly Source[]): { file: Source; one: Statement }[] | null {
  const last = stem(path).split("/").at(-1)!;
  const found = [];
  for (const file of files) {
    if (!code.test(file.path) || !file.text.includes(last)) continue;
    for (const one of statements(file)) {
      if (!one.from.includes(last)) continue;
      const target = resolved(one.from, file.path, files);
      if (target === undefined) return null;
      if (target === path) found.push({ file, one });
    }
  }
  return found;
}

export const typescript: Rule = {
  language: "TypeScript",
  holds: code,
  blanks: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n$]|\\.|\$(?!\{))*'/g,
  things(file) {
    const { path, code: text } = file;
    if (
      /\.d\.ts$|(?:^|\/)(?:tests?|__tests__|__mocks__|fixtures|vendor|dist|pages|app|node_modules)\/|\.(?:test|spec|stories|config)\.|(?:^|\/)index\.[jt]sx?$/.test(
        path,
      )
    )
      return [];
    const found: Thing[] = [];
    const add = (name: string, within: string | null, start: number, nameAt: number, end: number) =>
      found.push({ path, name, within, start, nameAt, end });
    for (const match of text.matchAll(top))
      add(
        match[1]!,
        null,
        match.index,
        match.index + match[0].length - match[1]!.length,
        endOfStatement(text, match.index),
      );
    for (const match of text.matchAll(/^(?:export[ \t]+)?(?:const[ \t]+)?enum[ \t]+([\w$]+)[ \t]*\{\n([^}]*)^\}/gm))
      for (const line of match[2]!.matchAll(/^ {2,4}([A-Za-z_]\w*)\b[^\n]*,[ \t]*\n/gm)) {
        const start = match.index + match[0].indexOf("\n") + 1 + line.index;
        add(line[1]!, match[1]!, start, start + line[0].indexOf(line[1]!), start + line[0].length);
      }
    for (const match of text.matchAll(method))
      if (!/^(?:if|for|while|switch|catch|function|return|constructor|render)$/.test(match[1]!)) {
        const owner = [
          ...text
            .slice(0, match.index)
            .matchAll(/^(?:export[ \t]+)?(?:default[ \t]+)?(?:abstract[ \t]+)?class[ \t]+([\w$]+)/gm),
        ].at(-1)?.[1];
        if (owner)
          add(
            match[1]!,
            owner,
            match.index,
            match.index + match[0].search(new RegExp(`\\b${match[1]!}\\b`)),
            endOfBlock(text, match.index + match[0].length - 1, /\n/),
          );
      }
    return found;
  },
  broken(thing, files) {
    const { path, name, within } = thing;
    const own = files.find((file) => file.path === path)!;
    const importers = importersOf(path, files);
    if (importers === null) return null;
    if (within !== null) {
      const isEnum = new RegExp(`\\benum[ \\t]+${within}\\b`).test(own.code);
      if (!isEnum) {
        if (name.length < 9 || !/[a-z][A-Z]/.test(name)) return null;
        const other = new RegExp(`(?<![.\\w$])${name}\\b|["'\`]${name}["'\`]|\\b${name}[ \\t]*=(?![=>])`, "g");
        if (files.flatMap(({ text }) => (text.includes(name) ? [...text.matchAll(other)] : [])).length !== 1)
          return null;
        return files.flatMap((file) =>
          file.code.includes(name) ? places(file, new RegExp(`(?<=[\\w)\\]}!]\\??\\.)${name}\\b`, "g")) : [],
        );
      }
      const found = places(own, new RegExp(`(?<![.\\w$])${within}\\.${name}\\b`, "g"));
      for (const { file, one } of importers) {
        if (one.names === null || one.isExport) return null;
        for (const { name: imported, local } of one.names)
          if (imported === within) found.push(...places(file, new RegExp(`(?<![.\\w$])${local}\\.${name}\\b`, "g")));
      }
      return [...new Set(found)];
    }
    if (
      new RegExp(`\\b(?:function|class|const|let|type|interface|enum|namespace)[ \\t]+${name}\\b`, "g").exec(
        own.code.slice(thing.end),
      ) ||
      own.code.slice(0, thing.start).includes(` ${name}(`)
    )
      return null;
    const found = [];
    for (const { file, one } of importers) {
      if (one.names === null) {
        // All names pass through it.
        if (one.isExport || one.whole === "?") return null;
        found.push(...places(file, new RegExp(`(?<![.\\w$])${one.whole}\\.${name}\\b`, "g")));
      } else if (one.names.some((each) => each.name === name)) found.push(`${file.path}:${one.line}`);
    }
    return [...new Set(found)];
  },
  fileUses: (file, files) =>
    (importersOf(file.path, files) ?? []).map(({ file: other, one }) => `${other.path}:${one.line}`),
  moved(file, files) {
    const importers = importersOf(file.path, files);
    if (importers === null || importers.length === 0 || folder(file.path) === "") return null;
    const to = file.path.replace(/([^/]+)$/, "moved-here/$1");
    const text = file.text.replaceAll(
      /((?:from|import|require\(|import\()[ \t]*["'])(\.\.?\/)/g,
      (_, before: string, up: string) => `${before}../${up === "./" ? "" : up}`,
    );
    return {
      edits: [{ from: file.path, to, text }],
      broken: importers
        .filter(({ file: other }) => other !== file)
        .map(({ file: other, one }) => `${other.path}:${one.line}`),
    };
  },
};

/** Behind the block or the statement that begins here. */
function endOfStatement(text: string, start: number): number {
  const next = text.slice(start + 1).search(/\n(?=[^\s})\]|&?:])/);
  return next < 0 ? text.length : start + next + 2;
}
