// package-lock.json (and npm-shrinkwrap.json) and bun.lock.
import { parse } from "jsonc-parser";
import { listOf, recordOf, stringOf, type Declared } from "./dependency.ts";
import { oneHash, type Lock, type Locked } from "./lock.ts";

export function readPackageLock(text: string): Lock | null {
  const json = jsonOf(text);
  if (!json) return null;
  const packages = recordOf(json["packages"]);
  if (json["packages"] === undefined) return readFirstVersion(recordOf(json["dependencies"]));
  return {
    packages: Object.entries(packages).flatMap(([path, value]) => lockedAt(path, recordOf(value))),
    agrees: (declared, folder) => agreesWith(packages[folder], declared),
  };
}

const groups = ["dependencies", "devDependencies", "optionalDependencies"];

function agreesWith(record: unknown, declared: Declared): boolean | null {
  if (record === undefined) return null;
  const recorded = groups.map((group) => stringOf(recordOf(recordOf(record)[group])[declared.name]));
  if (recorded.every((spec) => spec === null)) return false;
  // npm rewrites the addresses of repositories and folders; of those only the name is compared.
  return declared.source.from !== "registry" || recorded.includes(declared.spec);
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
  const left = Object.entries(dependencies);
  for (let next = left.pop(); next; next = left.pop()) {
    const [name, value] = next;
    const entry = recordOf(value);
    const version = stringOf(entry["version"]) ?? "";
    const isUnhashed = entry["bundled"] === true || !/^\d/.test(version);
    packages.push({
      name,
      version,
      hashes: oneHash(stringOf(entry["integrity"])),
      from: stringOf(entry["resolved"]),
      at: `"${name}": {`,
      ...(isUnhashed && { unhashed: true }),
      ...(/^npm:/.test(version) && { alias: true }),
    });
    left.push(...Object.entries(recordOf(entry["dependencies"])));
  }
  return { packages, agrees: (declared, folder) => (folder === "" ? declared.name in dependencies : null) };
}

export function readBunLock(text: string): Lock | null {
  const json = recordOf(parse(text, [], { allowTrailingComma: true }));
  const workspaces = recordOf(json["workspaces"]);
  if (json["workspaces"] === undefined) return null;
  return {
    packages: Object.entries(recordOf(json["packages"])).flatMap(([key, value]): Locked[] => {
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
    agrees: (declared, folder) => agreesWith(workspaces[folder], declared),
  };
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
}
