// package.json entries and scripts that name files which are not there.
import { folderOf, resolveFrom } from "../../../change/paths.ts";
import type { Node } from "jsonc-parser";
import { entriesOf, readJson, stringsOf, valueOf, type Json } from "./json.ts";
import type { Broken, Layout, SourceFile } from "./layout.ts";

export function isPackageJson(path: string): boolean {
  return /(?:^|\/)package\.json$/.test(path);
}

export async function brokenInPackageJson(file: SourceFile, layout: Layout): Promise<Broken[]> {
  const json = readJson(file.text);
  if (!json) return [];
  return [
    ...(await brokenScripts(file, json, layout)),
    ...(await brokenEntries(file, json, layout)),
    ...(await brokenWorkspaces(file, json, layout)),
  ];
}

async function brokenScripts(file: SourceFile, json: Json, layout: Layout): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const [name, node] of entriesOf(valueOf(json.root, "scripts"))) {
    if (node.type !== "string") continue;
    for (const said of filesRun(String(node.value))) {
      const target = resolveFrom(folderOf(file.path), said);
      if (target === null || layout.hasFile(target) || (await layout.isMadeLater(target))) continue;
      broken.push({
        kind: "missing-script-file",
        key: `script ${said}`,
        line: json.lineOf(node),
        title: `The script "${name}" runs ${said}, which does not exist`,
        explanation:
          `\`npm run ${name}\` fails with "Cannot find module". Point it at the file's present place, or ` +
          "remove the script.",
      });
    }
  }
  return broken;
}

const runners = new Set(["node", "tsx", "ts-node", "ts-node-esm", "babel-node"]);
const plainFile = /^(?!-)[\w@./-]+\.[cm]?[jt]sx?$/;
// Flags after which nothing is said about the next word: it may be the flag's own value, or code.
const flagWithValue =
  /^(?:-[rCeip]|--(?:require|import|loader|experimental-loader|conditions|eval|print|env-file|project|tsconfig|config))$/;

/** The files that a script's commands hand to a runner by plain name. What cannot be read for sure is left out. */
export function filesRun(script: string): string[] {
  const files: string[] = [];
  for (const command of script.split(/&&|\|\||[;|&\n]/)) {
    const words = command.trim().split(/\s+/);
    while (words[0] !== undefined && (/^\w+=\S*$/.test(words[0]) || words[0] === "cross-env" || words[0] === "env"))
      words.shift();
    // From here on names are relative to a folder that this reading does not follow.
    if (/^(?:cd|pushd)$/.test(words[0] ?? "")) break;
    if (!runners.has(words.shift() ?? "")) continue;
    while (words[0]?.startsWith("-") && !flagWithValue.test(words[0])) words.shift();
    const word = words[0];
    if (word !== undefined && plainFile.test(word)) files.push(word);
  }
  return files;
}

interface Entry {
  field: string;
  node: Node;
}

async function brokenEntries(file: SourceFile, json: Json, layout: Layout): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const { field, node } of entriesNamed(json)) {
    const said = String(node.value);
    const star = said.indexOf("*");
    const target = resolveFrom(folderOf(file.path), star < 0 ? said : said.slice(0, said.lastIndexOf("/", star) + 1));
    if (target === null || (await isThere(target, layout))) continue;
    // A usual place for the published twin of a file.
    if (layout.hasFile(resolveFrom(folderOf(file.path), `npm/${said}`) ?? "")) continue;
    broken.push({
      kind: "missing-entry",
      key: `${field} ${said}`,
      line: json.lineOf(node),
      title: `"${field}" names ${said}, which does not exist`,
      explanation:
        "Whoever installs or imports this package gets an error, or a package without that file. Name the " +
        "present file, or remove the entry.",
      ...(isOftenMissing(field, said, target, layout) && { onlyIfTaken: target }),
    });
  }
  return broken;
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

async function isThere(target: string, layout: Layout): Promise<boolean> {
  if (target === "" || layout.hasFile(target) || layout.hasDirectory(target)) return true;
  // Without an ending, and built in place beside a source of the same name: both are found under `name.`.
  const slash = target.lastIndexOf("/");
  const dot = target.indexOf(".", slash + 2);
  const stem = dot < 0 ? target : target.slice(0, dot);
  return layout.hasPrefix(`${stem}.`) || (await layout.isMadeLater(target));
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
