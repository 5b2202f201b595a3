// C#: a type is known in its namespace, in those inside it, and where a using names it.
import { endOfBlock, folder, places, type Rule, type Source, type Thing } from "./rule.ts";

interface Head {
  /** The namespaces that the file declares. */
  own: string[];
  usings: { name: string; line: number; isStatic: boolean; alias: string | null }[];
  body: Source;
}

const known = new WeakMap<Source, Head>();

function head(file: Source): Head {
  const cached = known.get(file);
  if (cached) return cached;
  const usings: Head["usings"] = [];
  const lines = file.code.split("\n").map((line, index) => {
    const match = /^\s*(?:global\s+)?using\s+(static\s+)?(?:(\w+)\s*=\s*)?([\w.]+)\s*(?:<.*>)?;/.exec(line);
    if (match)
      usings.push({ name: match[3]!, line: index + 1, isStatic: match[1] !== undefined, alias: match[2] ?? null });
    return match || /^\s*namespace\s/.test(line) ? "" : line;
  });
  const own = [...file.code.matchAll(/^\s*namespace\s+([\w.]+)/gm)].map((match) => match[1]!);
  const made = { own, usings, body: { ...file, code: lines.join("\n") } };
  known.set(file, made);
  return made;
}

const globals = new WeakMap<readonly Source[], { folder: string; names: string[] }[]>();

function globalNames(file: Source, files: readonly Source[]): string[] {
  const all =
    globals.get(files) ??
    files.flatMap(({ path, text }) => {
      const names = /\.cs$/.test(path)
        ? [...text.matchAll(/^\s*global\s+using\s+([\w.]+);/gm)]
        : [...text.matchAll(/<Using\s+Include="([\w.]+)"/g)];
      return names.length === 0 ? [] : [{ folder: folder(path), names: names.map((match) => match[1]!) }];
    });
  globals.set(files, all);
  return all.flatMap((one) => (one.folder === "" || file.path.startsWith(`${one.folder}/`) ? one.names : []));
}

/** Whether the file sees what the namespace declares. */
function sees(file: Source, home: string, files: readonly Source[]): boolean {
  const { own, usings } = head(file);
  return (
    own.some((one) => one === home || one.startsWith(`${home}.`)) ||
    usings.some((one) => one.alias === null && (one.name === home || isInside(own, one.name, home))) ||
    globalNames(file, files).includes(home)
  );
}

/** Inside a namespace, a using can leave out the names around it. */
function isInside(own: readonly string[], written: string, home: string): boolean {
  return own.some((one) =>
    one.split(".").some((_, at, parts) => `${parts.slice(0, at + 1).join(".")}.${written}` === home),
  );
}

const typeWord = "(?:class|interface|enum|record|struct|delegate[ \\t]+[\\w<>?, ]+)";

function declaredAt(thing: Thing, file: Source): string {
  return `${file.path}:${file.code.slice(0, thing.nameAt).split("\n").length}`;
}

function typePlaces(thing: Thing, files: readonly Source[]): string[] | null {
  const { name, path } = thing;
  const own = files.find((file) => file.path === path)!;
  const [home] = head(own).own;
  if (home === undefined || head(own).own.length !== 1) return null;
  const found: string[] = [];
  const declares = new RegExp(`\\b${typeWord}[ \\t]+(?:class[ \\t]+|struct[ \\t]+)?${name}\\b`, "g");
  // A member of the name hides the type where only a value can be meant.
  const asMember = new RegExp(
    `[\\w>\\]?)][ \\t]+${name}[ \\t]*(?:\\{|=>|=(?!=)|;|\\(|,|$)|^[ \\t]+${name}[ \\t]*(?:,|=|$)|<[^<>\\n]*\\b${name}\\b[^<>\\n]*>[ \\t]*\\([^)]*\\)[ \\t]*where\\b`,
    "m",
  );
  const notMember = new RegExp(
    `\\b(?:new|return|is|as|out|ref|throw|await|public|internal|private|protected|explicit|operator|typeof|static|this|override|async|in|case|params|where)[ \\t]+${name}\\b`,
    "g",
  );
  for (const file of files) {
    if (!file.path.endsWith(".cs") || !file.code.includes(name.replace(/Attribute$/, ""))) continue;
    const { body, usings } = head(file);
    if ([...body.code.matchAll(declares)].length !== (file === own ? 1 : 0)) return null;
    const plain = body.code.replaceAll(notMember, (part) => part.replaceAll(/\w/g, "_"));
    if (file.path !== path && asMember.test(plain)) return null;
    if (usings.some(({ alias }) => alias === name)) return null;
    found.push(
      ...usings
        .filter((one) => one.name === `${home}.${name}` || one.name.startsWith(`${home}.${name}.`))
        .map(({ line }) => `${file.path}:${line}`),
    );
    found.push(...places(body, new RegExp(`(?<![.\\w])${home.replaceAll(".", "\\.")}\\.${name}\\b`, "g")));
    if (!sees(file, home, files)) continue;
    const short = name.endsWith("Attribute") ? `|(?<=\\[[ \\t]*)${name.slice(0, -9)}\\b` : "";
    const uses = places(body, new RegExp(`(?<![.\\w@])${name}\\b(?![ \\t]*:[^:])${short}`, "g"));
    found.push(...uses.filter((use) => use !== declaredAt(thing, own)));
  }
  return [...new Set(found)];
}

function memberPlaces({ name, within, path, nameAt }: Thing, files: readonly Source[]): string[] | null {
  const own = files.find((file) => file.path === path)!;
  const [home] = head(own).own;
  if (home === undefined || within === null || name.length < 6 || !/[a-z][A-Z]/.test(name)) return null;
  const declaration = new RegExp(
    `[\\w>\\]?][ \\t]+${name}[ \\t]*(?:<[^>\\n]*>)?[ \\t]*(?:\\(|\\{|=>|=(?!=)|;|$)|^[ \\t]+${name}[ \\t]*(?:=[^=;]*)?,?[ \\t]*$`,
    "gm",
  );
  const found: string[] = [];
  let declared = 0;
  for (const file of files) {
    if (!file.path.endsWith(".cs") || !file.code.includes(name)) continue;
    const { body } = head(file);
    for (const match of body.code.matchAll(declaration))
      if (
        !/^(?:return|new|await|throw|in|is|as|case|else)$/.test(
          /(\w*)[ \t]+\w+[ \t]*(?:<|\(|\{|=|;|$)/.exec(
            body.code
              .slice(Math.max(0, match.index - 10), match.index + match[0].length)
              .split("\n")
              .at(-1)!,
          )?.[1] ?? "",
        )
      )
        declared++;
    if (declared > 1) return null;
    const at = `${path}:${own.code.slice(0, nameAt).split("\n").length}`;
    const uses = places(body, new RegExp(`(?<![\\w@])${name}\\b`, "g")).filter((use) => use !== at);
    if (file === own) found.push(...uses);
    else if (sees(file, home, files)) found.push(...uses);
    else if (uses.length > 0) return null;
  }
  return declared === 1 ? found : null;
}

export const csharp: Rule = {
  language: "C#",
  holds: /\.cs$|\.csproj$|\.props$|\.targets$/,
  blanks:
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|(?:\$@|@\$|@)"(?:[^"]|"")*"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|^[ \t]*#[^\n]*/gm,
  things(file) {
    const { path, code } = file;
    if (!path.endsWith(".cs") || head(file).own.length !== 1) return [];
    const found: Thing[] = [];
    const mods = "(?:(?:public|internal|static|sealed|abstract|readonly|unsafe|ref)[ \\t]+)*";
    const mains = [
      ...code.matchAll(
        new RegExp(
          `^(?: {4}|\\t)?${mods}(?:class|interface|enum|record(?:[ \\t]+struct)?|struct)[ \\t]+(\\w+)(?!\\w|<)`,
          "gm",
        ),
      ),
    ];
    for (const main of mains) {
      const indent = /^[ \t]*/.exec(main[0])![0];
      const isBlock = /^[ \t]*namespace\s+[\w.]+\s*\{/m.test(code);
      // A block namespace indents its types; without one they start the line.
      if ((indent !== "") !== isBlock) continue;
      const type = main[1]!;
      const end = endOfBlock(code, main.index, /;/);
      found.push({
        path,
        name: type,
        within: null,
        start: main.index,
        nameAt: main.index + main[0].length - type.length,
        end,
      });
      const inner = isBlock ? "(?: {8}|\\t\\t)" : "(?: {4}|\\t)";
      const body = code.slice(0, end);
      const add = (match: RegExpMatchArray, name: string, stop: number) => {
        const before = body.slice(0, match.index).split("\n").slice(-3).join("\n");
        if (match.index! < main.index || name === type || /\boverride\b/.test(match[0]) || /\[[^\]]*$/.test(before))
          return;
        found.push({
          path,
          name,
          within: type,
          start: match.index!,
          nameAt: match.index! + match[0].lastIndexOf(name),
          end: stop,
        });
      };
      const memberMods =
        "(?:(?:public|internal|protected|private|static|readonly|const|virtual|async|new|required)[ \\t]+)+";
      for (const match of body.matchAll(
        new RegExp(
          `^${inner}${memberMods}[\\w<>\\[\\],.? ]+?[ \\t]+(\\w+)(?=[ \\t]*(?:\\(|\\{|=>|=|;|<\\w+>\\())`,
          "gm",
        ),
      ))
        add(match, match[1]!, endOfBlock(code, match.index + match[0].length, /;/));
      if (/\benum\b/.test(main[0]))
        for (const match of body.matchAll(new RegExp(`^${inner}(\\w+)[ \\t]*(?:=[^,\\n]*)?,[ \\t]*$`, "gm")))
          add(match, match[1]!, match.index + match[0].length);
    }
    return found;
  },
  broken: (thing, files) => (thing.within === null ? typePlaces(thing, files) : memberPlaces(thing, files)),
  moved(file, files) {
    const top = csharp.things(file).filter(({ within }) => within === null);
    const [home] = head(file).own;
    if (top.length !== 1 || home === undefined || /\bpartial\b/.test(file.code)) return null;
    const broken = typePlaces(top[0]!, files)?.filter((place) => !place.startsWith(`${file.path}:`));
    if (!broken) return null;
    // The usings of a namespace in which nothing is left.
    const isLost = !files.some((one) => one !== file && head(one).own.some((own) => `${own}.`.startsWith(`${home}.`)));
    if (isLost)
      for (const one of files)
        for (const { name, line } of one === file ? [] : head(one).usings)
          if (name === home) broken.push(`${one.path}:${line}`);
    const text = file.text.replace(/^([ \t]*namespace\s+)[\w.]+/m, `using ${home};\n$1${home}Moved`);
    const to = `${folder(file.path)}/Moved/${file.path.split("/").at(-1)}`;
    return { edits: [{ from: file.path, to, text }], broken };
  },
};
