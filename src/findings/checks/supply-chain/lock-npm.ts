// package-lock.json (and npm-shrinkwrap.json) and bun.lock.
import { parse } from "jsonc-parser";
import { satisfies, valid, validRange } from "semver";
import { listOf, recordOf, stringOf, type Declared } from "./dependency.ts";
import { oneHash, type Lock, type Locked, type Nested } from "./lock.ts";

export function readPackageLock(text: string): Lock | null {
  const json = jsonOf(text);
  if (!json) return null;
  const packages = recordOf(json["packages"]);
  if (json["packages"] === undefined) return readFirstVersion(recordOf(json["dependencies"]));
  return {
    packages: Object.entries(packages).flatMap(([path, value]) => lockedAt(path, recordOf(value))),
    agrees: (declared, folder) =>
      agreesWith(packages[folder], declared, () =>
        foldersFrom(folder)
          .map((place) => stringOf(recordOf(packages[`${place}node_modules/${declared.name}`])["version"]))
          .find((version) => version !== null),
      ),
  };
}

/** Where npm looks for what a package asks for: beside it, then in each folder above. Each ends in a slash. */
function foldersFrom(folder: string): string[] {
  const parts = folder === "" ? [] : folder.split("/");
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/")}/`), ""];
}

const groups = ["dependencies", "devDependencies", "optionalDependencies"];

type Agreement = ReturnType<Lock["agrees"]>;

/**
 * npm and Bun install from such a file as long as the version in it serves, whatever range it was made with; they refuse
 * only when they would have to install something else.
 */
function agreesWith(record: unknown, declared: Declared, versionFor: () => string | null | undefined): Agreement {
  if (record === undefined) return null;
  const recorded = groups.map((group) => stringOf(recordOf(recordOf(record)[group])[declared.name]));
  const isRecorded = recorded.some((spec) => spec !== null);
  // npm rewrites the addresses of repositories and folders; of those only the name is compared.
  if (declared.source.from !== "registry") return isRecorded;
  if (recorded.includes(declared.spec)) return true;
  if (!serves(versionFor(), declared.spec)) return false;
  return isRecorded || "locked";
}

function serves(version: string | null | undefined, spec: string): boolean {
  const range = spec.replace(/^npm:(?:@[^/]+\/)?[^@]*@/, "");
  if (version === null || version === undefined || valid(version) === null || validRange(range) === null) return false;
  return satisfies(version, range, { includePrerelease: false });
}

function lockedAt(path: string, entry: Record<string, unknown>): Locked[] {
  const at = path.lastIndexOf("node_modules/");
  const version = stringOf(entry["version"]);
  if (at < 0 || entry["link"] === true || version === null) return [];
  const from = stringOf(entry["resolved"]);
  const isUnhashed =
    entry["inBundle"] === true || entry["bundled"] === true || (from !== null && !/^https?:/.test(from));
  return [
    {
      name: stringOf(entry["name"]) ?? path.slice(at + "node_modules/".length),
      version,
      hashes: oneHash(stringOf(entry["integrity"])),
      from,
      at: `"${path}": {`,
      ...(isUnhashed && { unhashed: true }),
      ...(entry["hasInstallScript"] === true && { runsScripts: true }),
    },
  ];
}

/** Before npm 7: a tree of what is installed, with nothing about the manifest but its names. */
function readFirstVersion(dependencies: Record<string, unknown>): Lock {
  const packages: Locked[] = [];
  const left = entriesIn(dependencies, null);
  for (let next = left.pop(); next; next = left.pop()) {
    const { entry, at } = next;
    const { name } = at;
    const version = stringOf(entry["version"]) ?? "";
    const isUnhashed = entry["bundled"] === true || !/^\d/.test(version);
    packages.push({
      name,
      version,
      hashes: oneHash(stringOf(entry["integrity"])),
      from: stringOf(entry["resolved"]),
      at,
      ...(isUnhashed && { unhashed: true }),
      ...(/^npm:/.test(version) && { alias: true }),
    });
    left.push(...entriesIn(recordOf(entry["dependencies"]), at));
  }
  return { packages, agrees: (declared, folder) => (folder === "" ? declared.name in dependencies : null) };
}

function entriesIn(dependencies: Record<string, unknown>, above: Nested | null) {
  return Object.entries(dependencies).map(([name, value]) => ({ entry: recordOf(value), at: { name, above } }));
}

export function readBunLock(text: string): Lock | null {
  const json = recordOf(parse(text, [], { allowTrailingComma: true }));
  const workspaces = recordOf(json["workspaces"]);
  const packages = recordOf(json["packages"]);
  const versionOf = (key: string) => /@(\d[^@]*)$/.exec(stringOf(listOf(packages[key])[0]) ?? "")?.[1];
  if (json["workspaces"] === undefined) return null;
  return {
    packages: Object.entries(packages).flatMap(([key, value]): Locked[] => {
      const parts = listOf(value);
      const [id, hash] = [stringOf(parts[0]), stringOf(parts.at(-1))];
      const at = id?.lastIndexOf("@") ?? 0;
      // Anything but a version after the `@` is a folder, a link or a repository.
      if (id === null || at < 1 || !/^\d/.test(id.slice(at + 1))) return [];
      const isHash = hash !== null && /^sha\d+-/.test(hash);
      return [
        {
          name: id.slice(0, at),
          version: id.slice(at + 1),
          hashes: oneHash(isHash ? hash : null),
          from: null,
          at: `"${key}": [`,
        },
      ];
    }),
    agrees: (declared, folder) =>
      agreesWith(workspaces[folder], declared, () => {
        const own = stringOf(recordOf(workspaces[folder])["name"]) ?? "";
        return versionOf(`${own}/${declared.name}`) ?? versionOf(declared.name);
      }),
  };
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
}
