// Dependencies that a manifest declares and its lock file does not know as declared.
import { folderOf, nameOf } from "../../../change/paths.ts";
import type { Manifest } from "./dependency.ts";
import { manifestReader } from "./files.ts";
import type { Lock } from "./lock.ts";
import { listed } from "./lock-changes.ts";
import { at, changed, type ManifestSides } from "./manifest-changes.ts";
import type { Spot } from "./spot.ts";

export interface Compared extends Pick<ManifestSides, "file" | "text" | "after" | "before"> {
  path: string;
  lockPath: string;
  /** The lock file at head. */
  lock(): Promise<Lock | null>;
  /** The manifest and the lock file at base, where both were there. */
  old(): { manifest: Manifest; lock: Lock; folder: string } | null;
  read(path: string): Promise<string | null>;
  paths: ReadonlySet<string>;
}

const remedies: Record<string, string> = {
  "package-lock.json": "`npm ci` refuses to install. Run `npm install` and commit the lock file.",
  "npm-shrinkwrap.json": "`npm ci` refuses to install. Run `npm install` and commit the lock file.",
  "pnpm-lock.yaml":
    "`pnpm install --frozen-lockfile`, as CI runs it, refuses to install. Run `pnpm install` and commit the lock file.",
  "yarn.lock":
    "`yarn install --immutable` (or `--frozen-lockfile`) refuses to install. Run `yarn install` and commit the lock file.",
  "bun.lock": "`bun install --frozen-lockfile` refuses to install. Run `bun install` and commit the lock file.",
  "uv.lock": "`uv sync --locked` refuses to install. Run `uv lock` and commit the lock file.",
  "poetry.lock": "`poetry install` refuses to install. Run `poetry lock` and commit the lock file.",
  "Cargo.lock": "`cargo build --locked` refuses to build. Run `cargo update --workspace` and commit the lock file.",
  "go.sum": "`go build` stops with a missing entry. Run `go mod tidy` and commit both files.",
  "Gemfile.lock": "`bundle install` in deployment mode refuses to install. Run `bundle lock` and commit the lock file.",
  "composer.lock":
    "`composer install` reports that the package is not in the lock file. Run `composer update` for it and commit both.",
};

const mostDependencies = 2000;

export async function disagreement(compared: Compared): Promise<Spot[]> {
  const { lockPath: path, after, before } = compared;
  // Only what this change declares: what disagreed before is another change's doing.
  const declared = changed({ after, before, elsewhere: [] }).slice(0, mostDependencies);
  const lock = declared.length === 0 ? null : await compared.lock();
  if (!lock) return [];
  const manifest = await withRootOverrides(compared);
  const folder = folderFrom(path, compared.path);
  const unknown = declared.filter((one) => lock.agrees(one, folder, manifest) === false);
  if (unknown.length === 0) return [];
  const own = await workspaceNames(compared);
  const stale = new Set(staleBefore(compared, manifest.overridden).filter((name) => !own.has(name)));
  const missing = unknown.filter(({ name }) => !own.has(name) && !stale.has(name));
  const [first] = missing;
  if (!first) return [];
  return at(
    compared,
    first.name,
    {
      kind: "lock-disagrees",
      title: `${path} does not have ${listed(missing.map(({ name, spec }) => `${name} ${spec}`.trim()))} as declared here`,
      explanation:
        `The lock file was not made with this manifest, so nobody has tested what will be installed. ${remedies[nameOf(path)] ?? ""}`.trim(),
      // Where something disagreed before, nobody keeps the two in step, and one more is no news.
      confidence: stale.size === 0 ? 8 : 4,
    },
    first.spec,
  );
}

/** The names that disagreed at base already. */
function staleBefore({ old }: Compared, overridden: ReadonlySet<string>): string[] {
  const before = old();
  if (!before) return [];
  const manifest = { ...before.manifest, overridden: new Set([...before.manifest.overridden, ...overridden]) };
  const stale = manifest.dependencies
    .slice(0, mostDependencies)
    .filter((one) => before.lock.agrees(one, before.folder, manifest) === false);
  return stale.map(({ name }) => name);
}

export function folderFrom(lock: string, manifest: string): string {
  const root = folderOf(lock);
  const folder = folderOf(manifest);
  return root === "" ? folder : folder.slice(root.length + 1);
}

/** Overrides stand in the manifest beside the lock file, and hold for all of the workspace. */
async function withRootOverrides({ lockPath, path, after, read, paths }: Compared): Promise<Manifest> {
  const overridden = new Set(after.overridden);
  const names =
    after.ecosystem === "npm"
      ? ["package.json", "pnpm-workspace.yaml"]
      : after.ecosystem === "rust"
        ? ["Cargo.toml"]
        : [];
  for (const name of names) {
    const root = folderOf(lockPath) === "" ? name : `${folderOf(lockPath)}/${name}`;
    const text = root !== path && paths.has(root) ? await read(root) : null;
    for (const one of (text === null ? null : manifestReader(root)?.(text))?.overridden ?? []) overridden.add(one);
  }
  return { ...after, overridden };
}

const mostPackages = 500;

/** The first version of Yarn's lock file leaves out the packages of the workspace itself: their names, for that one. */
async function workspaceNames({ lockPath, read, paths }: Compared): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  if (nameOf(lockPath) !== "yarn.lock") return own;
  for (const path of [...paths].filter((one) => nameOf(one) === "package.json").slice(0, mostPackages)) {
    const text = await read(path);
    const name = text === null ? null : manifestReader(path)?.(text)?.name;
    if (name) own.add(name);
  }
  return own;
}
