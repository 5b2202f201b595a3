// Reads pnpm-lock.yaml line by line, because a YAML parser takes seconds for a large one.
import type { DeclaredDependency, DependencyManifest } from "./dependency.ts";
import { singleHash, stripQuotes, type DependencyLock, type LockedPackage } from "./lock.ts";
import { overriddenName } from "./manifest-npm.ts";

export function readPnpmLock(text: string): DependencyLock | null {
  if (!/^lockfileVersion:/m.test(text)) return null;
  const reading: PnpmReading = {
    section: "",
    folder: ".",
    group: "",
    name: "",
    importers: new Map(),
    catalogs: new Map(),
    overridden: new Set(),
    hooked: false,
    packages: [],
  };
  let number = 0;
  for (const line of text.split("\n")) {
    number++;
    if (line === "" || line === "\r") continue;
    readLine(reading, line.trimEnd(), number);
  }
  return {
    packages: reading.packages,
    agrees: (declared, folder, manifest) => compareWithLock(reading, declared, folder, manifest),
  };
}

interface PnpmReading {
  section: string;
  folder: string;
  group: string;
  name: string;
  /** Folder → name → specifier, for each package of the workspace. */
  importers: Map<string, Map<string, string>>;
  catalogs: Map<string, Set<string>>;
  overridden: Set<string>;
  /** Whether a `.pnpmfile` may have rewritten the manifests. */
  hooked: boolean;
  packages: LockedPackage[];
}

function readLine(reading: PnpmReading, line: string, number: number): void {
  const indent = line.length - line.trimStart().length;
  const content = line.slice(indent);
  if (indent === 0) return openSection(reading, content);
  if (reading.section === "overrides") {
    const key = parseKey(content);
    if (key !== null) reading.overridden.add(overriddenName(key));
  } else if (reading.section === "catalogs") readCatalog(reading, indent, content);
  else if (reading.section === "packages") readPackage(reading, indent, content, number);
  else if (reading.section === "importers") readImporter(reading, indent, content);
  // A single package's groups are at the top level; an importer's are indented two levels deeper.
  else if (groups.has(reading.section)) readImporter(reading, indent + 4, content);
}

const groups = new Set(["dependencies", "devDependencies", "optionalDependencies", "specifiers"]);

function openSection(reading: PnpmReading, content: string): void {
  reading.section = parseKey(content) ?? reading.section;
  if (reading.section === "pnpmfileChecksum") reading.hooked = true;
  if (!groups.has(reading.section)) return;
  reading.folder = ".";
  reading.group = reading.section;
  if (!reading.importers.has(".")) reading.importers.set(".", new Map());
}

function readImporter(reading: PnpmReading, indent: number, content: string): void {
  const key = parseKey(content);
  if (key === null) return;
  if (indent === 2) {
    reading.folder = key;
    if (!reading.importers.has(key)) reading.importers.set(key, new Map());
  } else if (indent === 4) reading.group = key;
  else if (!groups.has(reading.group)) return;
  else if (indent === 6) {
    reading.name = key;
    if (reading.group === "specifiers") recordSpecifier(reading, parseValue(content));
  } else if (indent === 8 && key === "specifier") recordSpecifier(reading, parseValue(content));
}

function recordSpecifier({ importers, folder, name }: PnpmReading, spec: string): void {
  importers.get(folder)?.set(name, spec);
}

function readCatalog(reading: PnpmReading, indent: number, content: string): void {
  const key = parseKey(content);
  if (indent === 4 && key !== null) reading.name = key;
  if (indent !== 6 || key !== "specifier") return;
  const known = reading.catalogs.get(reading.name) ?? new Set();
  reading.catalogs.set(reading.name, known.add(parseValue(content)));
}

function readPackage(reading: PnpmReading, indent: number, content: string, number: number): void {
  const key = parseKey(content);
  if (key === null) return;
  if (indent === 2) {
    const id = nameAndVersion(key);
    reading.packages.push({ ...id, hashes: new Map(), from: null, at: number });
    return;
  }
  const last = reading.packages.at(-1);
  if (indent !== 4 || !last) return;
  if (key === "requiresBuild" && content.endsWith("true")) last.runsScripts = true;
  if (key === "resolution") {
    const hash = /[{\s]integrity: ([^,}\s]+)/.exec(content)?.[1];
    const from = /[{\s]tarball: ([^,}\s]+)/.exec(content)?.[1];
    // Folders, repositories and repository archives have no checksum.
    const isUnhashed =
      /[{\s](?:type|repo|directory|commit):|codeload\.github|gitHosted: true/.test(content) ||
      /^[a-z+]+:/.test(last.version);
    Object.assign(last, { hashes: singleHash(hash), from: from ?? null, ...(isUnhashed && { unhashed: true }) });
  }
}

/** `name@1.0.0`; in older versions `/name@1.0.0(peer@2)` and `/name/1.0.0_peer@2`. */
function nameAndVersion(key: string): { name: string; version: string } {
  const plain = key.replace(/\(.*$/, "");
  const id = plain.startsWith("/") ? plain.slice(1) : plain;
  const at = id.indexOf("@", 1);
  const slash = id.lastIndexOf("/");
  const cut = plain.startsWith("/") && (at < 0 || (slash > 0 && /^\d/.test(id.slice(slash + 1)))) ? slash : at;
  return cut < 1
    ? { name: id, version: "" }
    : { name: id.slice(0, cut), version: id.slice(cut + 1).replace(/_.*$/, "") };
}

function compareWithLock(
  reading: PnpmReading,
  declared: DeclaredDependency,
  folder: string,
  manifest: DependencyManifest,
): boolean | null {
  const { name, spec, shared } = declared;
  // An override or hook replaces the manifest's specifier in the record.
  if (reading.overridden.has(name) || manifest.overridden.has(name) || /^link:/.test(spec)) return null;
  if (shared) {
    const known = reading.catalogs.get(name);
    return known === undefined ? null : known.has(spec);
  }
  const recorded = reading.importers.get(folder === "" ? "." : folder);
  if (recorded === undefined || (reading.hooked && recorded.has(name))) return null;
  return recorded.get(name) === spec;
}

function parseKey(content: string): string | null {
  const match = /^('[^']*'|"[^"]*"|[^\s'":][^:]*(?::[^\s:][^:]*)*):(?:\s|$)/.exec(content);
  return match ? stripQuotes(match[1] ?? "") : null;
}

function parseValue(content: string): string {
  const match = /^(?:'[^']*'|"[^"]*"|[^\s'"][^\s]*):\s+(.*)$/.exec(content);
  return stripQuotes(match?.[1]?.trim() ?? "").replaceAll("''", "'");
}
