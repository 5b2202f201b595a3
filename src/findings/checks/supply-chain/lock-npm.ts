// Reads package-lock.json, npm-shrinkwrap.json and bun.lock.
import { parse } from "jsonc-parser";
import satisfies from "semver/functions/satisfies.js";
import valid from "semver/functions/valid.js";
import validRange from "semver/ranges/valid.js";
import { asArray, asRecord, asString, type DeclaredDependency } from "./dependency.ts";
import { singleHash, type DependencyLock, type LockedPackage, type NestedEntry } from "./lock.ts";

export function readPackageLock(text: string): DependencyLock | null {
  const json = parseJson(text);
  if (!json) return null;
  const packages = asRecord(json["packages"]);
  if (json["packages"] === undefined) return readVersionOneLock(asRecord(json["dependencies"]));
  return {
    packages: Object.entries(packages).flatMap(([path, value]) => parsePackage(path, asRecord(value))),
    agrees: (declared, folder) =>
      compareWithRecord(packages[folder], declared, () =>
        lookupFolders(folder)
          .map((place) => asString(asRecord(packages[`${place}node_modules/${declared.name}`])["version"]))
          .find((version) => version !== null),
      ),
  };
}

/** Where npm looks up a dependency: in the package's folder, then in each parent. Each ends in a slash. */
function lookupFolders(folder: string): string[] {
  const parts = folder === "" ? [] : folder.split("/");
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/")}/`), ""];
}

const groups = ["dependencies", "devDependencies", "optionalDependencies"];

type Agreement = ReturnType<DependencyLock["agrees"]>;

/**
 * npm and Bun install from the lock file as long as its version satisfies the range, whatever range it was generated
 * for; they fail only if they would have to install something else.
 */
function compareWithRecord(
  record: unknown,
  declared: DeclaredDependency,
  versionFor: () => string | null | undefined,
): Agreement {
  if (record === undefined) return null;
  const recorded = groups.map((group) => asString(asRecord(asRecord(record)[group])[declared.name]));
  const isRecorded = recorded.some((spec) => spec !== null);
  // npm rewrites the addresses of repositories and folders, so only the name is compared.
  if (declared.source.from !== "registry") return isRecorded;
  if (recorded.includes(declared.spec)) return true;
  if (!satisfiesSpec(versionFor(), declared.spec)) return false;
  return isRecorded || "locked";
}

function satisfiesSpec(version: string | null | undefined, spec: string): boolean {
  const range = spec.replace(/^npm:(?:@[^/]+\/)?[^@]*@/, "");
  if (version === null || version === undefined || valid(version) === null || validRange(range) === null) return false;
  return satisfies(version, range, { includePrerelease: false });
}

function parsePackage(path: string, entry: Record<string, unknown>): LockedPackage[] {
  const at = path.lastIndexOf("node_modules/");
  const version = asString(entry["version"]);
  if (at < 0 || entry["link"] === true || version === null) return [];
  const from = asString(entry["resolved"]);
  const isUnhashed =
    entry["inBundle"] === true || entry["bundled"] === true || (from !== null && !/^https?:/.test(from));
  return [
    {
      name: asString(entry["name"]) ?? path.slice(at + "node_modules/".length),
      version,
      hashes: singleHash(asString(entry["integrity"])),
      from,
      at: `"${path}": {`,
      ...(isUnhashed && { unhashed: true }),
      ...(entry["hasInstallScript"] === true && { runsScripts: true }),
    },
  ];
}

/** Before npm 7: a tree of installed packages, without ranges from the manifest. */
function readVersionOneLock(dependencies: Record<string, unknown>): DependencyLock {
  const packages: LockedPackage[] = [];
  const left = nestedEntries(dependencies, null);
  for (let next = left.pop(); next; next = left.pop()) {
    const { entry, at } = next;
    const { name } = at;
    const version = asString(entry["version"]) ?? "";
    const isUnhashed = entry["bundled"] === true || !/^\d/.test(version);
    packages.push({
      name,
      version,
      hashes: singleHash(asString(entry["integrity"])),
      from: asString(entry["resolved"]),
      at,
      ...(isUnhashed && { unhashed: true }),
      ...(/^npm:/.test(version) && { alias: true }),
    });
    left.push(...nestedEntries(asRecord(entry["dependencies"]), at));
  }
  return { packages, agrees: (declared, folder) => (folder === "" ? declared.name in dependencies : null) };
}

function nestedEntries(dependencies: Record<string, unknown>, above: NestedEntry | null) {
  return Object.entries(dependencies).map(([name, value]) => ({ entry: asRecord(value), at: { name, above } }));
}

export function readBunLock(text: string): DependencyLock | null {
  const json = asRecord(parse(text, [], { allowTrailingComma: true }));
  const workspaces = asRecord(json["workspaces"]);
  const packages = asRecord(json["packages"]);
  const versionOf = (key: string) => /@(\d[^@]*)$/.exec(asString(asArray(packages[key])[0]) ?? "")?.[1];
  if (json["workspaces"] === undefined) return null;
  return {
    packages: Object.entries(packages).flatMap(([key, value]): LockedPackage[] => {
      const parts = asArray(value);
      const [id, hash] = [asString(parts[0]), asString(parts.at(-1))];
      const at = id?.lastIndexOf("@") ?? 0;
      // Anything except a version after the `@` is a folder, a link or a repository.
      if (id === null || at < 1 || !/^\d/.test(id.slice(at + 1))) return [];
      const isHash = hash !== null && /^sha\d+-/.test(hash);
      return [
        {
          name: id.slice(0, at),
          version: id.slice(at + 1),
          hashes: singleHash(isHash ? hash : null),
          from: null,
          at: `"${key}": [`,
        },
      ];
    }),
    agrees: (declared, folder) =>
      compareWithRecord(workspaces[folder], declared, () => {
        const own = asString(asRecord(workspaces[folder])["name"]) ?? "";
        return versionOf(`${own}/${declared.name}`) ?? versionOf(declared.name);
      }),
  };
}

function parseJson(text: string): Record<string, unknown> | null {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return null;
  }
}
