// Finds the workspace packages of a repository.
import { globMatcher } from "../path-glob.ts";
import { folderOf, inFolder } from "../paths.ts";
import { parseDocument } from "yaml";
import { oncePer } from "./once-per.ts";
import { asObject, asStrings, type JsonObject, type RepositoryFiles } from "./repository-files.ts";

export interface WorkspacePackage {
  name: string;
  folder: string;
  manifest: JsonObject;
}

/** More packages are not read. */
const mostPackages = 3000;

/** The workspace packages of the repository by name. */
export async function workspacePackages(files: RepositoryFiles): Promise<ReadonlyMap<string, WorkspacePackage>> {
  const folders = packageFolders(files.all);
  const roots = await workspaceRoots(files, folders);
  const members = folders.filter((folder) => roots.some((isMember) => isMember(folder))).slice(0, mostPackages);
  const packages = new Map<string, WorkspacePackage>();
  // Reads the manifests concurrently: for single reads, the round trip to git costs more than the reading.
  const manifests = await Promise.all(members.map((folder) => files.json(inFolder(folder, "package.json"))));
  for (const [index, folder] of members.entries()) {
    const manifest = manifests[index];
    const name = manifest?.["name"];
    if (manifest && typeof name === "string" && !packages.has(name)) packages.set(name, { name, folder, manifest });
  }
  return packages;
}

const packageFolders = oncePer((paths: readonly string[]): readonly string[] =>
  paths
    .filter((path) => path.endsWith("package.json") && /(?:^|\/)package\.json$/.test(path))
    .filter((path) => !/(?:^|\/)node_modules\//.test(path))
    .map(folderOf),
);

/** Only the root and the folders near it can define workspaces: deeper ones are fixtures. */
async function workspaceRoots(files: RepositoryFiles, folders: readonly string[]) {
  const near = folders.filter((folder) => folder.split("/").length <= 2).slice(0, 200);
  const roots: ((folder: string) => boolean)[] = [(folder) => folder === ""];
  const candidates = [...new Set(["", ...near])].map(async (root) => ({
    root,
    patterns: await patternsOf(files, root),
  }));
  for (const { root, patterns } of await Promise.all(candidates))
    if (patterns.length > 0) roots.push(memberOf(root, patterns));
  return roots;
}

async function patternsOf(files: RepositoryFiles, root: string): Promise<string[]> {
  const manifest = await files.json(inFolder(root, "package.json"));
  const listed = manifest?.["workspaces"];
  const lerna = files.has(inFolder(root, "lerna.json")) ? await files.json(inFolder(root, "lerna.json")) : null;
  const pnpm = await files.read(inFolder(root, "pnpm-workspace.yaml"));
  return [
    ...asStrings(asObject(listed)?.["packages"] ?? listed),
    ...asStrings(lerna?.["packages"]),
    ...(pnpm === null ? [] : pnpmPatterns(pnpm)),
  ];
}

const pnpmPatterns = oncePer((bytes: Uint8Array): string[] => {
  try {
    const document = parseDocument(new TextDecoder().decode(bytes)).toJS({ maxAliasCount: 20 }) as unknown;
    return asStrings(asObject(document)?.["packages"]);
  } catch {
    // Invalid YAML lists no packages.
    return [];
  }
});

function memberOf(root: string, patterns: readonly string[]): (folder: string) => boolean {
  const plain = patterns.filter((pattern) => pattern.length < 300).slice(0, 500);
  const clean = (pattern: string) => pattern.replace(/^!?(?:\.\/)?/, "").replace(/\/$/, "");
  const isIncluded = globMatcher(plain.filter((pattern) => !pattern.startsWith("!")).map(clean));
  const isExcluded = globMatcher(plain.filter((pattern) => pattern.startsWith("!")).map(clean));
  return (folder) => {
    if (root !== "" && !folder.startsWith(`${root}/`)) return false;
    const own = root === "" ? folder : folder.slice(root.length + 1);
    return own !== "" && isIncluded(own) && !isExcluded(own);
  };
}
