// Finds docs, comments and strings that still name a removed declaration.
import { quoteLine } from "../../quote-line.ts";
import { folderOf, inFolder } from "../../../change/paths.ts";
import type { Quote } from "../../../change/change.ts";
import { isExample, isFixture, isNoisePath, isTest } from "../../../change/file-kinds.ts";
import type { Declared, NameUse, Uses } from "../../../change/symbols/symbols.ts";
import {
  firstOfEachFile,
  mostNames,
  mostParsed,
  addedLineKeys,
  type SearchContext,
  type ReferenceSearch,
  type StaleReference,
} from "./reference-search.ts";
import {
  isExistingModule,
  isMarkedAsCode,
  isPlainWord,
  mayMeanAnother,
  meansLongerName,
  type GoneName,
} from "./name-meaning.ts";
import { mentionsPast, type TextKind } from "./line-classifier.ts";

/** Plain words and short names are ambiguous. Inner capitals or an underscore make a name that only code uses. */
const distinctive = /^(?=.{6,80}$)_*(?:[a-z\d]+[A-Z][A-Za-z\d]*|(?:[A-Z][a-z\d]+){2,}[A-Z]*|[A-Za-z\d]+_[A-Za-z\d_]+)$/;
/** With more mentions, the name is a general term of the repository, not one declaration's. */
const mostMentions = 12;
const mostStrings = 2;

export async function searchGoneNames(context: SearchContext): Promise<ReferenceSearch | null> {
  const gone = (await findGoneNames(context)).slice(0, mostNames);
  if (gone.length === 0) return null;
  return {
    names: gone.map(({ name }) => name),
    findStale: async (uses) => {
      const written = addedLineKeys(context.change.files);
      const isWritten = ({ path, line }: NameUse) => written.has(`${path}:${line}`);
      const stale = (await Promise.all(gone.map((name) => findStaleUses(name, uses, isWritten, context)))).flat();
      return stale.filter((use) => !isWritten(use));
    },
  };
}

/** Names declared at base in a changed file and at head in none of them. */
async function findGoneNames({ change, code }: SearchContext): Promise<GoneName[]> {
  const before = new Map<string, GoneName>();
  const after = new Set<string>();
  const files = change.files
    .filter((file) => !file.binary && isCode(file.oldPath ?? file.newPath ?? ""))
    .slice(0, mostParsed);
  await Promise.all(
    files.map(async ({ oldPath, newPath, status }) => {
      const [base, head] = await Promise.all([
        oldPath === null || status === "copied" ? null : code.symbols(oldPath, "base"),
        newPath === null ? null : code.symbols(newPath, "head"),
      ]);
      for (const { name } of head?.declared ?? []) after.add(name);
      for (const { name } of head?.exports ?? []) after.add(name);
      for (const { local, name } of head?.imports ?? []) after.add(local ?? name);
      for (const one of base?.declared ?? [])
        if (isDistinctiveDeclaration(one)) before.set(one.name, { ...one, path: oldPath! });
    }),
  );
  // A name that changed only its case still reads the same.
  const folded = new Set([...after].map((name) => name.toLowerCase()));
  return [...before.values()].filter(({ name }) => !folded.has(name.toLowerCase()));
}

function isCode(path: string): boolean {
  return !isNoisePath(path) && !isFixture(path) && !isTest(path) && !isExample(path);
}

function isDistinctiveDeclaration({ name, kind, within, exported }: Declared): boolean {
  // Names such as `__del__` belong to the language.
  return (
    distinctive.test(name) &&
    !/^__\w+__$/.test(name) &&
    kind !== "field" &&
    kind !== "enum-member" &&
    (within === null || exported)
  );
}

async function findStaleUses(
  gone: GoneName,
  uses: Uses,
  isWritten: (use: NameUse) => boolean,
  { classifier, code }: SearchContext,
): Promise<StaleReference[]> {
  const nameUses = uses.get(gone.name);
  if (!nameUses || nameUses.cut || nameUses.at.length === 0) return [];
  const classified = await Promise.all(
    nameUses.at.map(async (use) => ({
      use,
      where: await classifier.kindAt(use.path, use.line, use.text.indexOf(gone.name)),
    })),
  );
  // Docs that declare the name in an example refer to that example.
  const declares = new RegExp(
    `\\b(?:const|let|var|function|class|def|fn|func|interface|type|struct)\\s+${gone.name}\\b`,
  );
  const own = new Set(
    classified.flatMap(({ where, use }) => (where === "docs" && declares.test(use.text) ? use.path : [])),
  );
  // A line that declares the name is code, whatever the scanner says.
  if (classified.some(({ where, use }) => where !== "docs" && declares.test(use.text))) return [];
  // Other code still uses the name, so mentions may refer to that.
  if (classified.some(({ where, use }) => where === "code" || (where === "config" && !use.path.startsWith("."))))
    return [];
  // Code that the change adds gives it by its name, as a module's `__getattr__` does.
  if (classified.some(({ where, use }) => where === "string" && isWritten(use) && !isTest(use.path))) return [];
  // A string that occurs in many places is a value, not the name of a declaration.
  const isValue = classified.filter(({ where }) => where === "string").length > mostStrings;
  const mentions = classified.filter(
    ({ where, use }) =>
      isStale(where, use) &&
      !own.has(use.path) &&
      !(isValue && where === "string") &&
      meansDeclaration(gone, where, use),
  );
  if (mentions.length === 0 || mentions.length > mostMentions) return [];
  const stale = await withoutOtherMeanings(gone, mentions, { classifier, code });
  if (stale.length === 0) return [];
  const quote = await quoteLine(code, "base", gone.path, gone.line);
  if (!quote) return [];
  return firstOfEachFile(
    stale.map(({ where, use }) => {
      const one = toStaleReference(gone.name, quote, where, use);
      return mayMeanAnother(gone, use) ? { ...one, confidence: 4 } : one;
    }),
  );
}

interface ClassifiedUse {
  use: NameUse;
  where: TextKind;
}

/** Drops mentions that may refer to something that still exists. */
async function withoutOtherMeanings(
  gone: GoneName,
  mentions: readonly ClassifiedUse[],
  { classifier, code }: Pick<SearchContext, "classifier" | "code">,
): Promise<ClassifiedUse[]> {
  const living = await code.head.paths();
  const plain = isPlainWord(gone, living);
  const stale: ClassifiedUse[] = [];
  for (const one of mentions) {
    const { use, where } = one;
    if (plain && where !== "string" && !isMarkedAsCode(use.text, gone.name)) continue;
    if (isExistingModule(gone, use.text, living)) continue;
    // A page beside it, as tables of contents name pages.
    const page = `${inFolder(folderOf(use.path), gone.name)}.`;
    if (where === "docs" && living.some((path) => path.startsWith(page))) continue;
    if (where !== "docs" && meansLongerName(gone.name, use, await classifier.scan(use.path))) continue;
    stale.push(one);
  }
  return stale;
}

function isStale(where: TextKind, { path, text }: NameUse): boolean {
  if (mentionsPast(text)) return false;
  return where === "docs" || where === "comment" || (where === "string" && !isTest(path));
}

/** Whether the text means the declaration and not a file or key of the same name. */
function meansDeclaration({ name, path, exported }: GoneName, where: TextKind, { text, path: from }: NameUse): boolean {
  // Mentions of a private declaration are in its own folder.
  if (!exported && folderOf(path) !== folderOf(from)) return false;
  const at = text.indexOf(name);
  const file = path.slice(path.lastIndexOf("/") + 1);
  const after = text.slice(at + name.length);
  if (text[at - 1] === "/" || /^\.[a-z]{2,6}\b(?!\()/.test(after))
    return file === name + (/^\.\w+/.exec(after)?.[0] ?? "");
  if (where !== "string") return true;
  // The whole string, or the name after its module's name.
  const module = file.replace(/\.\w+$/, "");
  const begins = /["'`]/.test(text[at - 1] ?? "") || text.slice(0, at).endsWith(`${module}.`);
  return begins && /^["'`]/.test(after);
}

function toStaleReference(name: string, quote: Quote, where: TextKind, use: NameUse): StaleReference {
  const kind = where === "string" ? "name-in-string" : "name-in-docs";
  return {
    ...use,
    kind,
    name,
    and: [quote],
    title: `\`${name}\` was removed, and this ${where === "docs" ? "text" : where} still names it`,
    explanation:
      `\`${quote.path}\` declared it, and no code in the repository has that name any more. ` +
      "Name the replacement, or remove the mention.",
  };
}
