// Java and Kotlin: a name comes from an import of its own, from the same package, or from a star import.
import { endOfBlock, folder, places, type Rule, type Source, type Thing } from "./rule.ts";

const word = (name: string) => `(?<![.\\w$@])@?${name}\\b(?!\\$)`;

function packageOf({ code }: Source): string {
  return /^package[ \t]+([\w.]+)/m.exec(code)?.[1] ?? "";
}

interface Import {
  name: string;
  local: string | null;
  isStatic: boolean;
  at: string;
}

const known = new WeakMap<Source, { home: string; imports: Import[]; body: Source }>();

/** The package and the imports, and the file without them. */
function head(file: Source) {
  const cached = known.get(file);
  if (cached) return cached;
  const imports: Import[] = [];
  const lines = file.code.split("\n").map((line, index) => {
    const match = /^\s*import\s+(static\s+)?([\w.]+?)(\.\*)?(?:\s+as\s+(\w+))?\s*;?\s*$/.exec(line);
    if (!match) return /^\s*package\s/.test(line) ? "" : line;
    imports.push({
      name: match[2]!,
      local: match[3] ? null : (match[4] ?? match[2]!.split(".").at(-1)!),
      isStatic: match[1] !== undefined,
      at: `${file.path}:${index + 1}`,
    });
    return "";
  });
  const made = { home: packageOf(file), imports, body: { ...file, code: lines.join("\n") } };
  known.set(file, made);
  return made;
}

const typeWord = "(?:class|interface|enum|record|object|@interface|typealias)";

/** Where a type is used; null if the rule cannot tell. */
function typePlaces(thing: Thing, files: readonly Source[], isKotlin: boolean): string[] | null {
  const { name, path } = thing;
  const own = files.find((file) => file.path === path)!;
  const { home } = head(own);
  if (home === "") return null;
  const full = `${home}.${name}`;
  const declares = new RegExp(
    `\\b${typeWord}[ \\t]+${name}\\b|<[^<>\\n]*\\b${name}\\b[^<>\\n]*>[ \\t]*(?:void|\\w+)[ \\t]+\\w+\\(`,
    "g",
  );
  const found: string[] = [];
  for (const file of files) {
    if (!file.code.includes(name)) continue;
    const { home: other, imports, body } = head(file);
    const declared = [...body.code.matchAll(new RegExp(`\\b${typeWord}[ \\t]+${name}\\b`, "g"))].length;
    // Another type of that name, nested or in the same package, can be meant by inheritance.
    if (file === own ? declared !== 1 : declared > 0 && other === home) return null;
    if (file !== own && new RegExp(`^[ \\t]+.*\\b${typeWord}[ \\t]+${name}\\b`, "m").test(body.code)) return null;
    found.push(...imports.filter((one) => one.name === full || one.name.startsWith(`${full}.`)).map(({ at }) => at));
    found.push(...places(body, new RegExp(`(?<![.\\w])${full.replaceAll(".", "\\.")}\\b`, "g")));
    if (imports.some((one) => one.local === name)) continue;
    const isStar = imports.some((one) => one.local === null && !one.isStatic && one.name === home);
    if (other !== home && !isStar) continue;
    if (
      other !== home &&
      files.some(
        (one) =>
          head(one).home === other && one.code.search(new RegExp(`^\\S*.*\\b${typeWord}[ \\t]+${name}\\b`, "m")) >= 0,
      )
    )
      continue;
    if (declares.test(body.code) && file !== own) return null;
    const isMethod = isKotlin || !file.path.endsWith(".java") ? "" : `(?!\\s*\\()|(?<=\\bnew\\s)${name}\\b|@${name}\\b`;
    // A label: `this@Cart`.
    if (isKotlin) found.push(...places(body, new RegExp(`(?<=\\bthis@)${name}\\b`, "g")));
    const uses = places(body, new RegExp(isMethod === "" ? word(name) : `(?:${word(name)}${isMethod})`, "g"));
    found.push(...uses.filter((use) => use !== declaredAt(thing, own)));
  }
  return [...new Set(found)];
}

/** The star imports of the package, if nothing else is in it. */
function starImports(file: Source, files: readonly Source[]): string[] {
  const { home } = head(file);
  if (files.some((one) => one !== file && (head(one).home === home || head(one).home.startsWith(`${home}.`))))
    return [];
  return files.flatMap((one) =>
    head(one).imports.flatMap(({ name, local, isStatic, at }) =>
      one !== file && name === home && local === null && !isStatic ? at : [],
    ),
  );
}

/** Strings hold code. */
function templatePlaces({ path, text }: Source, name: string): string[] {
  return places({ path, text, code: text }, new RegExp(`(?<=\\$\\{?)${name}\\b`, "g"));
}

function declaredAt(thing: Thing, file: Source): string {
  return `${file.path}:${file.code.slice(0, thing.nameAt).split("\n").length}`;
}

/** Whether the bare name of the type means it in the file. */
function knowsType(file: Source, home: string, type: string): boolean {
  const { home: other, imports } = head(file);
  const explicit = imports.find(({ local }) => local === type);
  if (explicit) return explicit.name === `${home}.${type}`;
  return other === home || imports.some((one) => one.local === null && one.name === home);
}

function memberPlaces(thing: Thing, files: readonly Source[]): string[] | null {
  const { name, within, path } = thing;
  const own = files.find((file) => file.path === path)!;
  const { home } = head(own);
  if (home === "" || within === null) return null;
  const declaration = new RegExp(
    `(?:[\\w>\\]?]|\\bfun\\b.*)[ \\t]+${name}[ \\t]*(?:\\(|=(?!=)|;)|\\b(?:val|var)[ \\t]+(?:\\w+\\.)?${name}\\b|^[ \\t]+${name}[ \\t]*[,(;{]`,
    "gm",
  );
  const notDeclared = /\b(?:return|new|else|throw|assert|await|case|in|yield)[ \t]+\w+[ \t]*[(;=,{]/;
  const declarations = files.flatMap((file) =>
    file.code.includes(name)
      ? [...file.code.matchAll(declaration)]
          .filter((one) => !notDeclared.test(` ${one[0]}`) && !isCall(file, one.index))
          .map(() => file)
      : [],
  );
  if (declarations.length !== 1 || declarations[0] !== own) return null;
  if (!/^.{6,}$/.test(name) || !/[a-z][A-Z]|_/.test(name)) return null;
  const found: string[] = [];
  for (const file of files) {
    if (!file.code.includes(name)) continue;
    const { imports, body } = head(file);
    found.push(
      ...imports.filter((one) => one.local !== null && one.name.endsWith(`${within}.${name}`)).map(({ at }) => at),
    );
    if (imports.some((one) => one.local === name)) continue;
    if (file === own) {
      const uses = places(body, new RegExp(`(?<![\\w$])${name}\\b`, "g"));
      found.push(...uses.filter((use) => use !== declaredAt(thing, own)), ...templatePlaces(file, name));
      continue;
    }
    // Behind a dot nothing else can be meant: nothing else has the name.
    if (knowsType(file, home, within)) found.push(...places(body, new RegExp(`(?<=(?:\\.|::)[ \\t]*)${name}\\b`, "g")));
    else if (places(body, new RegExp(`(?<![\\w$])${name}\\b`, "g")).length > 0) return null;
  }
  return found;
}

/** A statement that calls, such as `  close();`, looks like a declaration of an enum. */
function isCall({ code }: Source, at: number): boolean {
  const line = code.slice(code.lastIndexOf("\n", at) + 1, code.indexOf("\n", at + 1));
  return /^[ \t]+[\w.]+\(.*\)[ \t]*;?[ \t]*$/.test(line);
}

function kotlinFunctionPlaces(thing: Thing, files: readonly Source[]): string[] | null {
  const { name, path } = thing;
  const own = files.find((file) => file.path === path)!;
  const { home } = head(own);
  const declared = new RegExp(
    `\\b(?:fun|val|var)\\b[^=({\\n]*\\b${name}\\b|[(,][ \\t]*${name}[ \\t]*:|\\b${name}[ \\t]*->`,
    "g",
  );
  const count = files
    .filter(({ code }) => code.includes(name))
    .flatMap(({ code }) => [...code.matchAll(declared)]).length;
  if (home === "" || count !== 1 || name.length < 6) return null;
  const found: string[] = [];
  for (const file of files) {
    if (!file.code.includes(name)) continue;
    const { home: other, imports, body } = head(file);
    const explicit = imports.filter((one) => one.name === `${home}.${name}`);
    found.push(...explicit.map(({ at }) => at));
    if (!file.path.endsWith(".kt")) {
      if (new RegExp(`\\b${name}\\b`).test(body.code)) return null;
      continue;
    }
    if (explicit.length > 0 || imports.some((one) => one.local === name)) continue;
    const isSeen = other === home || imports.some((one) => one.local === null && one.name === home);
    if (!isSeen) continue;
    found.push(
      ...places(body, new RegExp(`(?<![\\w$@])${name}\\b(?![ \\t]*[=:](?!=))`, "g")).filter(
        (use) => use !== declaredAt(thing, own),
      ),
    );
  }
  return [...new Set(found)];
}

function moved(file: Source, files: readonly Source[], things: readonly Thing[], isKotlin: boolean) {
  const { home } = head(file);
  const top = things.filter(({ within }) => within === null);
  if (home === "" || top.length !== 1 || folder(file.path) === "") return null;
  // One declaration a file, so that all of the file is known.
  if ([...file.code.matchAll(new RegExp(`^(?:[\\w@]+[ \\t]+)*${typeWord}[ \\t]+\\w+`, "gm"))].length !== 1) return null;
  if (isKotlin && /^(?:[\w@]+[ \t]+)*(?:fun|val|var)\b/m.test(file.code)) return null;
  const broken = typePlaces(top[0]!, files, isKotlin)?.filter((place) => !place.startsWith(`${file.path}:`));
  if (!broken) return null;
  broken.push(...starImports(file, files));
  const end = isKotlin ? "" : ";";
  const text = file.text.replace(/^package[ \t]+[\w.]+;?/m, `package ${home}.moved${end} import ${home}.*${end}`);
  const to = `${folder(file.path)}/moved/${file.path.split("/").at(-1)}`;
  return { edits: [{ from: file.path, to, text }], broken };
}

const isJvm = /\.(?:java|kt)$/;
const blanks = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'/g;

export const java: Rule = {
  language: "Java",
  holds: isJvm,
  blanks,
  things(file) {
    const { path, code } = file;
    if (!path.endsWith(".java") || /package-info|module-info/.test(path)) return [];
    const found: Thing[] = [];
    const main =
      /^public[ \t]+(?:(?:abstract|final|sealed|non-sealed|strictfp)[ \t]+)*(class|interface|enum|record|@interface)[ \t]+(\w+)/m.exec(
        code,
      );
    if (!main) return [];
    const type = main[2]!;
    const end = endOfBlock(code, main.index, /;(?![^\n]*\{)/);
    found.push({
      path,
      name: type,
      within: null,
      start: main.index,
      nameAt: main.index + main[0].length - type.length,
      end,
    });
    const add = (match: RegExpMatchArray, name: string, stop: number) => {
      const start = match.index!;
      const before = code.slice(0, start).split("\n").slice(-4).join("\n");
      if (name === type || /@Override/.test(before.slice(before.lastIndexOf("}") + 1))) return;
      found.push({ path, name, within: type, start, nameAt: start + match[0].lastIndexOf(name), end: stop });
    };
    for (const match of code.matchAll(
      /^(?: {4}|\t)(?![ \t])(?:(?:public|protected|static|final|abstract|default|synchronized)[ \t]+)*(?!return\b|new\b|else\b|throw\b)[\w<>[\], .?]+[ \t]+(\w+)[ \t]*\(/gm,
    ))
      add(match, match[1]!, endOfBlock(code, match.index + match[0].length, /;/));
    for (const match of code.matchAll(
      /^(?: {4}|\t)(?![ \t])(?:public[ \t]+)?(?:static[ \t]+final|final[ \t]+static)[ \t]+[\w<>[\], .?]+[ \t]+(\w+)[ \t]*=[^;{]*;/gm,
    ))
      add(match, match[1]!, match.index + match[0].length);
    if (main[1] === "enum")
      for (const match of code.matchAll(/^(?: {4}|\t)(?![ \t])([A-Z][A-Z_\d]+)[ \t]*(?:\([^()\n]*\))?,[ \t]*$/gm))
        add(match, match[1]!, match.index + match[0].length);
    return found;
  },
  broken: (thing, files) => (thing.within === null ? typePlaces(thing, files, false) : memberPlaces(thing, files)),
  fileUses: starImports,
  moved: (file, files) => (file.path.endsWith(".java") ? moved(file, files, java.things(file), false) : null),
};

export const kotlin: Rule = {
  language: "Kotlin",
  holds: isJvm,
  blanks,
  things(file) {
    const { path, code } = file;
    if (!path.endsWith(".kt")) return [];
    const found: Thing[] = [];
    const add = (match: RegExpMatchArray, name: string, within: string | null) => {
      const start = match.index!;
      const nameAt = start + match[0].lastIndexOf(name);
      found.push({
        path,
        name,
        within,
        start,
        nameAt,
        end: endOfBlock(code, start, within === null ? /\n(?![ \t)}])/ : /\n(?! {5}|\t\t| {4}[)}.])/),
      });
    };
    const mods =
      "(?:(?:public|protected|internal|open|abstract|final|sealed|data|enum|annotation|value|inline|suspend|const|operator|infix|tailrec|@\\w+)[ \\t]+)*";
    for (const match of code.matchAll(new RegExp(`^${mods}(?:class|interface|object)[ \\t]+(\\w+)`, "gm")))
      add(match, match[1]!, null);
    for (const match of code.matchAll(
      new RegExp(`^${mods}fun[ \\t]+(?:<[^>\\n]*>[ \\t]*)?(?:[A-Z][\\w<>*, ?.]*\\.)?(\\w+)[ \\t]*\\(`, "gm"),
    ))
      add(match, match[1]!, null);
    for (const match of code.matchAll(new RegExp(`^${mods}(?:val|var)[ \\t]+(?:[A-Z]\\w*\\.)?(\\w+)\\b`, "gm")))
      add(match, match[1]!, null);
    const types = found.filter(
      (one) => /^[A-Z]/.test(one.name) && /(?:class|interface|object)[ \t]+$/.test(code.slice(one.start, one.nameAt)),
    );
    // Where two blanks indent, four are inside a function.
    const isNarrow = /^ {2}\S/m.test(code.replaceAll(/^ \*/gm, ""));
    for (const match of code.matchAll(
      new RegExp(
        `^(?:${isNarrow ? " {2}" : " {4}"}|\\t)(?![ \\t])${mods}(?:fun[ \\t]+|val[ \\t]+|var[ \\t]+)(\\w+)\\b`,
        "gm",
      ),
    )) {
      const type = types.findLast((one) => one.start < match.index && match.index < one.end);
      if (type) add(match, match[1]!, type.name);
    }
    return found;
  },
  fileUses: starImports,
  broken(thing, files) {
    if (thing.within !== null) return memberPlaces(thing, files);
    const own = files.find((file) => file.path === thing.path)!;
    const isType = /(?:class|interface|object)[ \t]+$/.test(own.code.slice(thing.start, thing.nameAt));
    return isType ? typePlaces(thing, files, true) : kotlinFunctionPlaces(thing, files);
  },
  moved: (file, files) =>
    file.path.endsWith(".kt")
      ? moved(
          file,
          files,
          kotlin.things(file).filter(({ name }) => /^[A-Z]/.test(name)),
          true,
        )
      : null,
};
