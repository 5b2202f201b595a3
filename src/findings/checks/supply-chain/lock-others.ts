// go.sum, Gemfile.lock and composer.lock.
import { recordOf, listOf, stringOf } from "./dependency.ts";
import { oneHash, type Lock, type Locked } from "./lock.ts";

export function readGoSum(text: string): Lock {
  const packages = text.split(/\r?\n/).flatMap((line, index): Locked[] => {
    const [name = "", version = "", hash] = line.split(" ");
    return hash === undefined ? [] : [{ name, version, hashes: oneHash(hash), from: null, at: index + 1 }];
  });
  const known = new Set(packages.map(({ name, version }) => `${name} ${version}`));
  return {
    packages,
    agrees({ name, spec, shared }, folder, manifest) {
      if (shared || folder !== "" || manifest.overridden.has(name)) return null;
      return known.has(`${name} ${spec}/go.mod`);
    },
  };
}

export function readGemfileLock(text: string): Lock {
  const section = text.slice(Math.max(0, text.search(/^DEPENDENCIES$/m)));
  const recorded = new Map(
    [...section.matchAll(/^ {2}([\w.-]+)(!?)(?: \((.*)\))?(!?)$/gm)].map((match) => [match[1] ?? "", match[3] ?? ""]),
  );
  return {
    packages: [],
    agrees({ name, spec, source }, folder) {
      const known = recorded.get(name);
      if (recorded.size === 0 || folder !== "") return null;
      if (known === undefined) return false;
      return source.from !== "registry" || gemClauses(known) === gemClauses(spec);
    },
  };
}

function gemClauses(spec: string): string {
  const clauses = spec.split(",").map((clause) => clause.replace(/\s/g, "").replace(/^=?(?=\d)/, "="));
  return clauses
    .filter((clause) => clause !== "" && clause !== ">=0")
    .toSorted()
    .join(",");
}

export function readComposerLock(text: string): Lock | null {
  let json: Record<string, unknown>;
  try {
    json = recordOf(JSON.parse(text));
  } catch {
    return null;
  }
  const entries = [...listOf(json["packages"]), ...listOf(json["packages-dev"])].map(recordOf);
  const names = new Set(
    entries.flatMap((entry) => [
      stringOf(entry["name"]) ?? "",
      ...Object.keys(recordOf(entry["replace"])),
      ...Object.keys(recordOf(entry["provide"])),
    ]),
  );
  return {
    packages: entries.map((entry): Locked => {
      const dist = recordOf(entry["dist"]);
      return {
        name: stringOf(entry["name"]) ?? "",
        version: stringOf(entry["version"]) ?? "",
        hashes: oneHash(stringOf(dist["shasum"])),
        from: null,
        unhashed: true,
        at: `"name": "${stringOf(entry["name"]) ?? ""}"`,
      };
    }),
    agrees: ({ name }, folder) => (folder === "" ? names.has(name) : null),
  };
}
