// Finds code that still uses a removed member of a JavaScript or TypeScript enum, class, interface or constant object.
import type { Declared, NameUse, Uses } from "../../../change/symbols/symbols.ts";
import { isNoisePath, isProse } from "../../../change/file-kinds.ts";
import { findImporters, importSearch, type ImporterLookup } from "../../../change/symbols/importers.ts";
import { linksOf } from "../../../change/symbols/links-of.ts";
import { resolverFor } from "../../../change/symbols/resolve-import.ts";
import { holdsScript } from "../../../change/symbols/script-blocks.ts";
import { quoteLine } from "../../quote-line.ts";
import { findQualifiedUses } from "./qualified-uses.ts";
import { addedLineKeys, mostNames, mostParsed } from "./reference-search.ts";
import type { ReferenceSearch, SearchContext, StaleReference } from "./reference-search.ts";
import { once } from "../../../once.ts";

interface GoneMember extends Declared {
  path: string;
  within: string;
  /** The names under which its file exports the type or object. */
  exportedAs: readonly string[];
  /** Whether its type may inherit another member of that name. */
  mayInherit: boolean;
}

export async function searchGoneMembers(context: SearchContext): Promise<ReferenceSearch | null> {
  const gone = (await findGoneMembers(context)).slice(0, mostNames);
  if (gone.length === 0) return null;
  const targets = [...Map.groupBy(gone, ({ path }) => path)].map(([path, members]) => ({
    path,
    names: [...new Set(members.flatMap(({ exportedAs }) => exportedAs))],
  }));
  return {
    names: [...gone.map(({ name }) => name), ...importSearch(targets)],
    async findStale(uses) {
      const { code } = context;
      const importers = await findImporters(targets, uses, { importers: code.head, modules: code.base });
      const stale: StaleReference[] = [];
      for (const member of gone) {
        const occurrences = await occurrencesOf(member, uses, context);
        if (occurrences.isAssigned || (member.mayInherit && occurrences.isDeclared)) continue;
        const qualified = await findQualified(member, importers, uses, context);
        const onlyOne = occurrences.isDeclared ? [] : await findUnqualified(member, occurrences.accesses, context);
        const lines = new Set(qualified.map(({ path, line }) => `${path}:${line}`));
        for (const use of [...qualified, ...onlyOne.filter(({ path, line }) => !lines.has(`${path}:${line}`))])
          stale.push(await toStaleReference(use, member, context));
      }
      return stale;
    },
  };
}

/** Members declared at base whose type or object is still there, and that no changed file declares for it at head. */
async function findGoneMembers({ change, code }: SearchContext): Promise<GoneMember[]> {
  const files = change.files.filter(
    ({ oldPath, newPath, binary, deletions }) =>
      !binary && deletions > 0 && newPath !== null && oldPath !== null && isScript(oldPath) && isScript(newPath),
  );
  const gone: GoneMember[] = [];
  const before: { path: string; declared: readonly Declared[]; head: readonly Declared[] }[] = [];
  const still = new Set<string>();
  await Promise.all(
    files.slice(0, mostParsed).map(async ({ oldPath, newPath }) => {
      const [base, head] = await Promise.all([code.symbols(oldPath!, "base"), code.symbols(newPath!, "head")]);
      // Near a syntax error, a member can be missed.
      if (!base || !head || head.broken) return;
      before.push({ path: oldPath!, declared: base.declared, head: head.declared });
      for (const one of head.declared) still.add(key(one));
    }),
  );
  for (const { path, declared, head } of before) {
    const exports = (await linksOf(code.base).of(path))?.exports ?? [];
    for (const one of declared) {
      const { within } = one;
      if (
        within === null ||
        within.includes(".") ||
        still.has(key(one)) ||
        /^(?:constructor|default)$|^[#_]/.test(one.name)
      )
        continue;
      const owner = head.find(({ name, within: outer }) => name === within && outer === null);
      if (owner === undefined || (await spreads(owner, path, code))) continue;
      const exportedAs = exports.flatMap(({ name, local, from }) => (local === within && from === null ? name : []));
      const mayInherit = one.kind !== "enum-member" && /\bextends\b|[&(]/.test(owner.signature);
      gone.push({ ...one, within, path, exportedAs, mayInherit });
    }
  }
  return [...new Map(gone.map((one) => [`${one.path} ${key(one)}`, one])).values()];
}

function isScript(path: string): boolean {
  return holdsScript(path) && !isNoisePath(path) && !isProse(path);
}

function key({ within, name }: Pick<Declared, "within" | "name">): string {
  return `${within}.${name}`;
}

/** An object that takes over the properties of another may still have it. */
async function spreads({ kind, start, end }: Declared, path: string, code: SearchContext["code"]): Promise<boolean> {
  if (kind !== "constant" && kind !== "variable") return false;
  const bytes = await code.head.read(path);
  const lines =
    bytes === null
      ? []
      : new TextDecoder()
          .decode(bytes)
          .split("\n")
          .slice(start - 1, end);
  return lines.some((line) => line.includes("..."));
}

interface Occurrences {
  /** Lines of code that access a property of the name. */
  accesses: readonly NameUse[];
  /** Code has the name in another way: another declaration, a key, a variable. */
  isDeclared: boolean;
  /** Code gives the type or object such a property. */
  isAssigned: boolean;
}

async function occurrencesOf(
  { name, within }: GoneMember,
  uses: Uses,
  { classifier }: SearchContext,
): Promise<Occurrences> {
  const found = uses.get(name);
  const word = new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g");
  const assigned = new RegExp(`(?<![\\w$])(${within.replaceAll("$", "\\$")}|this)\\.$`);
  const accesses: NameUse[] = [];
  let [isDeclared, isAssigned] = [found === undefined || found.cut, false];
  for (const use of found?.at ?? []) {
    if (!holdsScript(use.path) || isProse(use.path)) continue;
    for (const { index } of use.text.matchAll(word)) {
      const kind = await classifier.kindOfCode(use.path, use.line, index);
      const before = use.text.slice(0, index);
      const isSet = /^\s*=(?![=>])/.test(use.text.slice(index + name.length));
      if (kind === "string" && !before.endsWith("[")) isDeclared ||= /["'`]$/.test(before);
      if (kind !== "code") continue;
      // Without types, an assignment declares the property.
      if (!/(?<!\.\.)\.$/.test(before) || (isSet && !/\.[cm]?tsx?$/.test(use.path))) isDeclared = true;
      else accesses.push(use);
      const owner = isSet ? assigned.exec(before)?.[1] : undefined;
      if (owner === within) isAssigned = true;
    }
  }
  return { accesses, isDeclared, isAssigned };
}

type MemberUse = NameUse & { written: string; byNameOnly: boolean };

/** `Color.red` where `Color` is imported from the file, or declared in it. */
async function findQualified(
  member: GoneMember,
  importers: ImporterLookup,
  uses: Uses,
  context: SearchContext,
): Promise<MemberUse[]> {
  const { head, base } = context.code;
  const found: MemberUse[] = [];
  const look = async (path: string, qualifier: string) => {
    for (const use of await findQualifiedUses(path, qualifier, member.name, uses, context))
      found.push({ ...use, written: `${qualifier}.${member.name}`, byNameOnly: false });
  };
  if ((await head.read(member.path)) !== null) await look(member.path, member.within);
  for (const name of member.exportedAs)
    for (const { path, imported } of importers.of(member.path, name).importers) {
      if (imported.local === null || isNoisePath(path) || isProse(path)) continue;
      const target = await resolverFor(head).resolve(imported.from, path);
      if (target === null) continue;
      if (imported.name === name) await look(path, imported.local);
      else if (imported.name === "*" && name !== "default") await look(path, `${imported.local}.${name}`);
      else if (imported.name === "default" && (await linksOf(base).of(member.path))?.commonJs === true)
        await look(path, `${imported.local}.${name}`);
    }
  return found;
}

/** Names that objects of the language or its platforms have too. Node loads some of them when they are first named. */
const builtInNames = once(() => {
  const languageTypes = [Array, ArrayBuffer, Date, Error, Function, Map, Number, Object, Promise, RegExp, Set, String];
  const platformTypes = [Event, EventTarget, FormData, Headers, MessagePort, ReadableStream, Request, Response, URL];
  return new Set(
    [...languageTypes, ...platformTypes].flatMap((type) => [
      ...Object.getOwnPropertyNames(type),
      ...Object.getOwnPropertyNames(type.prototype),
    ]),
  );
});
/** One word can be a member of any library's objects. */
const severalWords = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]/;

/** `order.total` where no code declares another `total`, in files that import the file or are the file. */
async function findUnqualified(
  member: GoneMember,
  accesses: readonly NameUse[],
  { change, code }: SearchContext,
): Promise<MemberUse[]> {
  if (member.name.length < 5 || builtInNames().has(member.name)) return [];
  const added = addedLineKeys(change.files);
  const found: MemberUse[] = [];
  for (const use of accesses) {
    if (isNoisePath(use.path)) continue;
    const isSure =
      severalWords.test(member.name) &&
      !added.has(`${use.path}:${use.line}`) &&
      (use.path === member.path || (await importsFrom(use.path, member.path, code)));
    found.push({ ...use, written: member.name, byNameOnly: !isSure });
  }
  return found;
}

async function importsFrom(path: string, target: string, code: SearchContext["code"]): Promise<boolean> {
  for (const { from } of (await linksOf(code.head).of(path))?.imports ?? [])
    if ((await resolverFor(code.head).resolve(from, path)) === target) return true;
  return false;
}

async function toStaleReference(
  { path, line, text, written, byNameOnly }: MemberUse,
  member: GoneMember,
  { code }: SearchContext,
): Promise<StaleReference> {
  const full = key(member);
  const quote = await quoteLine(code, "base", member.path, member.line);
  return {
    path,
    line,
    text,
    kind: byNameOnly ? "member-of-removed" : "use-of-removed",
    name: full,
    ...(quote && { and: [quote] }),
    title: `\`${member.path}\` no longer declares \`${full}\`, and this line still uses \`${written}\``,
    explanation:
      `This change removes \`${member.name}\` from \`${member.within}\`` +
      (written === member.name ? ", and no other code declares a member of that name." : ".") +
      " Use the replacement, or keep it.",
  };
}
