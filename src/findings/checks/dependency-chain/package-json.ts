// package.json entries and scripts that name files which are not there.
import { folderOf, resolveFrom } from "../../../change/paths.ts";
import type { Node } from "jsonc-parser";
import { filesRun } from "./commands.ts";
import { entriesOf, readJson, stringsOf, valueOf, type Json } from "./json.ts";
import type { Broken, Layout, SourceFile } from "./layout.ts";
import { isOthersCopy, isPrivate, isUsed, type Read } from "./packages.ts";

export function isPackageJson(path: string): boolean {
  return /(?:^|\/)package\.json$/.test(path);
}

export async function brokenInPackageJson(file: SourceFile, layout: Layout, read: Read): Promise<Broken[]> {
  const json = readJson(file.text);
  if (!json) return [];
  const own = [...(await brokenScripts(file, json, layout)), ...(await brokenEntries(file, json, layout, read))];
  const workspaces = await brokenWorkspaces(file, json, layout);
  // Asked last: few packages name a missing file, and this reads further manifests.
  return own.length > 0 && (await isOthersCopy(file, json, layout, read)) ? workspaces : [...own, ...workspaces];
}

async function brokenScripts(file: SourceFile, json: Json, layout: Layout): Promise<Broken[]> {
  const broken = new Map<string, Broken>();
  for (const [name, node] of entriesOf(valueOf(json.root, "scripts"))) {
    if (node.type !== "string") continue;
    for (const said of filesRun(String(node.value))) {
      const target = resolveFrom(folderOf(file.path), said);
      if (target === null || layout.hasFile(target) || (await isMade(target, file, layout))) continue;
      const line = json.lineOf(node);
      const known = broken.get(target);
      // One missing file is one thing to mend, however many scripts run it.
      if (known) broken.set(target, { ...known, alsoLines: [...(known.alsoLines ?? []), line] });
      else
        broken.set(target, {
          kind: "missing-script-file",
          key: `script ${said}`,
          said,
          line,
          title: `The script "${name}" runs ${said}, which does not exist`,
          explanation:
            `\`npm run ${name}\` fails with "Cannot find module". Point it at the file's present place, or ` +
            "remove the script.",
        });
    }
  }
  return [...broken.values()];
}

/** By a build, an install or a step that somebody wrote down. */
async function isMade(target: string, file: SourceFile, layout: Layout): Promise<boolean> {
  return (await layout.isMadeLater(target)) || (await layout.isWritten(target, folderOf(file.path)));
}

interface Entry {
  field: string;
  node: Node;
}

async function brokenEntries(file: SourceFile, json: Json, layout: Layout, read: Read): Promise<Broken[]> {
  const broken: Broken[] = [];
  const unread = unreadEntries(file, json, layout, read);
  for (const { field, node } of entriesNamed(json)) {
    const said = String(node.value);
    const star = said.indexOf("*");
    const target = resolveFrom(folderOf(file.path), star < 0 ? said : said.slice(0, said.lastIndexOf("/", star) + 1));
    if (target === null || (await isThere(target, file, layout))) continue;
    // A usual place for the published twin of a file.
    if (layout.hasFile(resolveFrom(folderOf(file.path), `npm/${said}`) ?? "")) continue;
    broken.push({
      kind: "missing-entry",
      key: `${field} ${said}`,
      said: said.replace(/^\.\//, ""),
      line: json.lineOf(node),
      title: `"${field}" names ${said}, which does not exist`,
      explanation:
        "Whoever installs or imports this package gets an error, or a package without that file. Name the " +
        "present file, or remove the entry.",
      ...(await unread(field)),
      ...(isOftenMissing(field, said, target, layout) && { onlyIfTaken: target }),
    });
  }
  return broken;
}

const advisory = 4;

/** A private package is never published, and one that no other names is not imported by name: then little depends on it. */
function unreadEntries(file: SourceFile, json: Json, layout: Layout, read: Read) {
  let used: Promise<boolean> | undefined;
  return async (field: string): Promise<Partial<Broken>> => {
    if (!isPrivate(json) || field === "bin") return {};
    if (field === "files")
      return {
        confidence: advisory,
        explanation:
          "The package is private, so that nothing is published by this list: the entry only misleads. Name the present " +
          "file, or remove it.",
      };
    if (await (used ??= isUsed(file, json, layout, read))) return {};
    return {
      confidence: advisory,
      explanation:
        "The package is private and no other package here names it, so that nobody may miss the file. Name the present " +
        "file, or remove the entry.",
    };
  };
}

/**
 * Many packages are put together when they are published: licences, loaders and manifests come in from elsewhere, and
 * `npm init` names an "index.js" whether there is one or not. A missing name is sure only inside a source folder.
 */
function isOftenMissing(field: string, said: string, target: string, layout: Layout): boolean {
  if (field === "files") return true;
  const inFolder = said.replace(/^\.\//, "").includes("/") && layout.hasDirectory(folderOf(target));
  return !inFolder && !/(?<!\.d)\.[cm]?tsx?$/.test(said);
}

function entriesNamed(json: Json): Entry[] {
  // Beside an `exports` map nothing reads the older fields any more, and many hold what `npm init` once wrote.
  const fields = valueOf(json.root, "exports") ? [] : ["main", "module", "browser", "types", "typings"];
  const single = fields.flatMap((field) => {
    const node = valueOf(json.root, field);
    return node?.type === "string" ? [{ field, node }] : [];
  });
  const bin = valueOf(json.root, "bin");
  const bins = bin?.type === "string" ? [bin] : entriesOf(bin).map(([, node]) => node);
  return [
    ...single,
    ...bins.filter((node) => node.type === "string").map((node) => ({ field: "bin", node })),
    ...leaves(valueOf(json.root, "exports")).map((node) => ({ field: "exports", node })),
    ...stringsOf(valueOf(json.root, "files"))
      .filter(isPlain)
      .map((node) => ({ field: "files", node })),
  ];
}

/** Every path in an `exports` map, whatever its conditions. */
function leaves(node: Node | undefined): Node[] {
  if (node?.type === "string") return String(node.value).startsWith("./") ? [node] : [];
  if (node?.type === "array") return (node.children ?? []).flatMap(leaves);
  return entriesOf(node).flatMap(([, value]) => leaves(value));
}

function isPlain(node: Node): boolean {
  return /^[\w@./-]+$/.test(String(node.value)) && !String(node.value).startsWith("!");
}

async function isThere(target: string, file: SourceFile, layout: Layout): Promise<boolean> {
  if (target === "" || layout.hasFile(target) || layout.hasDirectory(target)) return true;
  // Without an ending, and built in place beside a source of the same name: both are found under `name.`.
  const slash = target.lastIndexOf("/");
  const dot = target.indexOf(".", slash + 2);
  const stem = dot < 0 ? target : target.slice(0, dot);
  return layout.hasPrefix(`${stem}.`) || (await isMade(target, file, layout));
}

async function brokenWorkspaces(file: SourceFile, json: Json, layout: Layout): Promise<Broken[]> {
  const field = valueOf(json.root, "workspaces");
  const broken: Broken[] = [];
  for (const node of stringsOf(field?.type === "object" ? valueOf(field, "packages") : field)) {
    const said = String(node.value);
    const glob = said.search(/[*?[{(]/);
    if (said.startsWith("!")) continue;
    const fixed = glob < 0 ? said : said.slice(0, said.lastIndexOf("/", glob) + 1);
    const target = resolveFrom(folderOf(file.path), fixed);
    if (target === null || layout.hasDirectory(target) || (await layout.isMadeLater(`${target}/package.json`)))
      continue;
    broken.push({
      kind: "missing-workspace",
      key: `workspace ${said}`,
      line: json.lineOf(node),
      title: `The workspace ${said} matches no folder`,
      explanation:
        "The package manager leaves it out or stops, and packages that depend on it no longer resolve. " +
        "Correct the path, or remove the entry.",
    });
  }
  return broken;
}
