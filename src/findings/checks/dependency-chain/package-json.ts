// Finds entries, scripts and workspaces of a package.json that name missing files.
import { folderOf, resolveFrom } from "../../../change/paths.ts";
import type { Node } from "jsonc-parser";
import { filesRunByScript } from "./script-commands.ts";
import { objectEntries, parseJsonDocument, stringNodes, getProperty, type JsonDocument } from "./json-document.ts";
import type { BrokenReference, ConfigText, FileLayout, FindBroken, ReadConfig } from "./file-layout.ts";
import { isForeignCopy, isPrivatePackage, isUsedByOtherPackage } from "./package-relations.ts";

export function isPackageJson(path: string): boolean {
  return /(?:^|\/)package\.json$/.test(path);
}

export const brokenInPackageJson: FindBroken = async (file, layout, read) => {
  const json = parseJsonDocument(file.text);
  if (!json) return [];
  const own = [...(await brokenScripts(file, json, layout)), ...(await brokenEntries(file, json, layout, read))];
  const workspaces = await brokenWorkspaces(file, json, layout);
  // Asked last: few packages name a missing file, and this reads further manifests.
  return own.length > 0 && (await isForeignCopy(file, json, layout, read)) ? workspaces : [...own, ...workspaces];
};

async function brokenScripts(file: ConfigText, json: JsonDocument, layout: FileLayout): Promise<BrokenReference[]> {
  const broken = new Map<string, BrokenReference>();
  for (const [name, node] of objectEntries(getProperty(json.root, "scripts"))) {
    if (node.type !== "string") continue;
    for (const written of filesRunByScript(String(node.value))) {
      const target = resolveFrom(folderOf(file.path), written);
      if (target === null || layout.hasFile(target) || (await isGenerated(target, file, layout))) continue;
      const line = json.lineOf(node);
      const known = broken.get(target);
      // One missing file is one thing to mend, however many scripts run it.
      if (known) broken.set(target, { ...known, alsoLines: [...(known.alsoLines ?? []), line] });
      else
        broken.set(target, {
          kind: "missing-script-file",
          key: `script ${written}`,
          missingPath: written,
          line,
          title: `The script "${name}" runs ${written}, which does not exist`,
          explanation:
            `\`npm run ${name}\` fails with "Cannot find module". Point it at the file's current path, or ` +
            "remove the script.",
        });
    }
  }
  return [...broken.values()];
}

/** By a build, an install or a step that somebody wrote down. */
async function isGenerated(target: string, file: ConfigText, layout: FileLayout): Promise<boolean> {
  return (await layout.isExpectedMissing(target)) || (await layout.isWrittenByStep(target, folderOf(file.path)));
}

interface PackageEntry {
  field: string;
  node: Node;
}

async function brokenEntries(
  file: ConfigText,
  json: JsonDocument,
  layout: FileLayout,
  read: ReadConfig,
): Promise<BrokenReference[]> {
  const broken: BrokenReference[] = [];
  const unread = unusedEntryNote(file, json, layout, read);
  for (const { field, node } of listEntries(json)) {
    const written = String(node.value);
    const star = written.indexOf("*");
    const target = resolveFrom(
      folderOf(file.path),
      star < 0 ? written : written.slice(0, written.lastIndexOf("/", star) + 1),
    );
    if (target === null || (await exists(target, file, layout))) continue;
    // A usual place for the published twin of a file.
    if (layout.hasFile(resolveFrom(folderOf(file.path), `npm/${written}`) ?? "")) continue;
    broken.push({
      kind: "missing-entry",
      key: `${field} ${written}`,
      missingPath: written.replace(/^\.\//, ""),
      line: json.lineOf(node),
      title: `"${field}" names ${written}, which does not exist`,
      explanation:
        "Users who install or import this package get an error, or a package without that file. Name the " +
        "existing file, or remove the entry.",
      ...(await unread(field)),
      ...(isOftenMissing(field, written, target, layout) && { onlyIfAtBase: target }),
    });
  }
  return broken;
}

const advisoryConfidence = 4;

/** A private package is never published, and one that no other names is not imported by name: then little depends on it. */
function unusedEntryNote(file: ConfigText, json: JsonDocument, layout: FileLayout, read: ReadConfig) {
  let used: Promise<boolean> | undefined;
  return async (field: string): Promise<Partial<BrokenReference>> => {
    if (!isPrivatePackage(json) || field === "bin") return {};
    if (field === "files")
      return {
        confidence: advisoryConfidence,
        explanation:
          "The package is private, so this list publishes nothing and the entry only misleads. Name the existing " +
          "file, or remove it.",
      };
    if (await (used ??= isUsedByOtherPackage(file, json, layout, read))) return {};
    return {
      confidence: advisoryConfidence,
      explanation:
        "The package is private and no other package here uses it, so the file may not be needed. Name the existing " +
        "file, or remove the entry.",
    };
  };
}

/**
 * Many packages are put together when they are published: licences, loaders and manifests come in from elsewhere, and
 * `npm init` names an "index.js" whether there is one or not. A missing name is sure only inside a source folder.
 */
function isOftenMissing(field: string, written: string, target: string, layout: FileLayout): boolean {
  if (field === "files") return true;
  const inFolder = written.replace(/^\.\//, "").includes("/") && layout.hasDirectory(folderOf(target));
  return !inFolder && !/(?<!\.d)\.[cm]?tsx?$/.test(written);
}

function listEntries(json: JsonDocument): PackageEntry[] {
  // Beside an `exports` map nothing reads the older fields any more, and many hold what `npm init` once wrote.
  const fields = getProperty(json.root, "exports") ? [] : ["main", "module", "browser", "types", "typings"];
  const single = fields.flatMap((field) => {
    const node = getProperty(json.root, field);
    return node?.type === "string" ? [{ field, node }] : [];
  });
  const bin = getProperty(json.root, "bin");
  const bins = bin?.type === "string" ? [bin] : objectEntries(bin).map(([, node]) => node);
  return [
    ...single,
    ...bins.filter((node) => node.type === "string").map((node) => ({ field: "bin", node })),
    ...exportPaths(getProperty(json.root, "exports")).map((node) => ({ field: "exports", node })),
    ...stringNodes(getProperty(json.root, "files"))
      .filter(isPlain)
      .map((node) => ({ field: "files", node })),
  ];
}

/** Every path in an `exports` map, whatever its conditions. */
function exportPaths(node: Node | undefined): Node[] {
  if (node?.type === "string") return String(node.value).startsWith("./") ? [node] : [];
  if (node?.type === "array") return (node.children ?? []).flatMap(exportPaths);
  return objectEntries(node).flatMap(([, value]) => exportPaths(value));
}

function isPlain(node: Node): boolean {
  return /^[\w@./-]+$/.test(String(node.value)) && !String(node.value).startsWith("!");
}

async function exists(target: string, file: ConfigText, layout: FileLayout): Promise<boolean> {
  if (target === "" || layout.hasFile(target) || layout.hasDirectory(target)) return true;
  // Without an ending, and built in place beside a source of the same name: both are found under `name.`.
  const slash = target.lastIndexOf("/");
  const dot = target.indexOf(".", slash + 2);
  const stem = dot < 0 ? target : target.slice(0, dot);
  return layout.hasPrefix(`${stem}.`) || (await isGenerated(target, file, layout));
}

async function brokenWorkspaces(file: ConfigText, json: JsonDocument, layout: FileLayout): Promise<BrokenReference[]> {
  const field = getProperty(json.root, "workspaces");
  const broken: BrokenReference[] = [];
  for (const node of stringNodes(field?.type === "object" ? getProperty(field, "packages") : field)) {
    const written = String(node.value);
    const glob = written.search(/[*?[{(]/);
    if (written.startsWith("!")) continue;
    const fixed = glob < 0 ? written : written.slice(0, written.lastIndexOf("/", glob) + 1);
    const target = resolveFrom(folderOf(file.path), fixed);
    if (target === null || layout.hasDirectory(target) || (await layout.isExpectedMissing(`${target}/package.json`)))
      continue;
    broken.push({
      kind: "missing-workspace",
      key: `workspace ${written}`,
      line: json.lineOf(node),
      title: `The workspace ${written} matches no folder`,
      explanation:
        "The package manager ignores it or stops, and packages that depend on it no longer resolve. " +
        "Correct the path, or remove the entry.",
    });
  }
  return broken;
}
