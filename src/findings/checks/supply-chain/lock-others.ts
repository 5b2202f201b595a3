// Reads go.sum, Gemfile.lock and composer.lock.
import { asRecord, asArray, asString } from "./dependency.ts";
import { singleHash, type DependencyLock, type LockedPackage } from "./lock.ts";

export function readGoSum(text: string): DependencyLock {
  const packages = text.split(/\r?\n/).flatMap((line, index): LockedPackage[] => {
    const [name = "", version = "", hash] = line.split(" ");
    return hash === undefined ? [] : [{ name, version, hashes: singleHash(hash), from: null, at: index + 1 }];
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

export function readGemfileLock(text: string): DependencyLock {
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
      return source.from !== "registry" || normalizeGemClauses(known) === normalizeGemClauses(spec);
    },
  };
}

function normalizeGemClauses(spec: string): string {
  const clauses = spec.split(",").map((clause) => clause.replace(/\s/g, "").replace(/^=?(?=\d)/, "="));
  return clauses
    .filter((clause) => clause !== "" && clause !== ">=0")
    .toSorted()
    .join(",");
}

export function readComposerLock(text: string): DependencyLock | null {
  let json: Record<string, unknown>;
  try {
    json = asRecord(JSON.parse(text));
  } catch {
    return null;
  }
  const entries = [...asArray(json["packages"]), ...asArray(json["packages-dev"])].map(asRecord);
  const names = new Set(
    entries.flatMap((entry) => [
      asString(entry["name"]) ?? "",
      ...Object.keys(asRecord(entry["replace"])),
      ...Object.keys(asRecord(entry["provide"])),
    ]),
  );
  return {
    packages: entries.map((entry): LockedPackage => {
      const dist = asRecord(entry["dist"]);
      return {
        name: asString(entry["name"]) ?? "",
        version: asString(entry["version"]) ?? "",
        hashes: singleHash(asString(dist["shasum"])),
        from: null,
        unhashed: true,
        at: `"name": "${asString(entry["name"]) ?? ""}"`,
      };
    }),
    agrees: ({ name }, folder) => (folder === "" ? names.has(name) : null),
  };
}
