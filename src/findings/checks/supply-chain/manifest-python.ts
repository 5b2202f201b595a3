// Reads requirements files and pyproject.toml.
import { parse } from "smol-toml";
import { gitSource, insideSource, asArray, asRecord, registrySource, asString } from "./dependency.ts";
import type { DeclaredDependency, DependencyManifest, DependencySource } from "./dependency.ts";

/** Names are equal up to case and `-`, `_` and `.`. */
export function normalizePythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

export function readRequirements(text: string): DependencyManifest {
  const lines = text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/);
  return pythonManifest(
    null,
    lines.flatMap((line) => parseRequirement(line.replace(/(?:^|\s)#.*$/, ""))),
  );
}

function pythonManifest(
  name: string | null,
  dependencies: DeclaredDependency[],
  overridden: Iterable<string> = [],
): DependencyManifest {
  return { ecosystem: "python", name, dependencies, overridden: new Set(overridden) };
}

/** Parses a PEP 508 requirement, or pip's older form with only an address. */
export function parseRequirement(line: string): DeclaredDependency[] {
  const text = line.trim().replace(/^(?:-e|--editable)[\s=]+/, "");
  if (text === "" || text.startsWith("-")) return [];
  const bare = /^[a-z+]+:\/\/\S+|^\.{0,2}\/\S*/i.exec(text)?.[0];
  if (bare !== undefined) {
    const egg = /[#&]egg=([\w.-]+)/.exec(bare)?.[1];
    return [{ name: normalizePythonName(egg ?? bare), spec: "", source: parsePythonSource(bare) }];
  }
  const match = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/.exec(text);
  if (!match) return [];
  const name = normalizePythonName(match[1] ?? "");
  const rest = (match[2] ?? "").split(/;|\s--hash/, 1)[0]?.trim() ?? "";
  if (rest.startsWith("@")) return [{ name, spec: "", source: parsePythonSource(rest.slice(1).trim()) }];
  return /^[\s\w.*+!,<>=~()-]*$/.test(rest) ? [{ name, spec: normalizeClauses(rest), source: registrySource }] : [];
}

/** Sorts the clauses of a version specifier, so that equivalent spellings compare equal. */
export function normalizeClauses(spec: string): string {
  return spec
    .replace(/[()\s]/g, "")
    .split(",")
    .filter((clause) => clause !== "")
    .toSorted()
    .join(",");
}

function parsePythonSource(url: string): DependencySource {
  if (/^file:|^\.{0,2}\//.test(url)) return insideSource;
  if (!/^(?:git|hg|bzr|svn)\+/.test(url)) return { from: "address", url };
  const [address = ""] = url.split("#", 1);
  // The ref follows the last `@` of the path; an `@` before the host separates a user name.
  const path = address.slice(address.indexOf("://") + 3);
  const at = path.lastIndexOf("@");
  const ref = at > path.indexOf("/") ? path.slice(at + 1) : null;
  return gitSource(ref === null ? address : address.slice(0, -ref.length - 1), ref);
}

export function readPyproject(text: string): DependencyManifest | null {
  const root = parseTomlTable(text);
  if (!root) return null;
  const project = asRecord(root["project"]);
  const uv = asRecord(asRecord(root["tool"])["uv"]);
  const poetry = asRecord(asRecord(root["tool"])["poetry"]);
  const lists = [
    asArray(project["dependencies"]),
    ...Object.values(asRecord(project["optional-dependencies"])).map(asArray),
    ...Object.values(asRecord(root["dependency-groups"])).map(asArray),
    asArray(uv["dev-dependencies"]),
  ];
  const sources = new Map(
    Object.entries(asRecord(uv["sources"])).map(([name, value]) => [normalizePythonName(name), value]),
  );
  const own = asString(project["name"]) ?? asString(poetry["name"]);
  const listed = lists
    .flat()
    .flatMap((item) => (typeof item === "string" ? parseRequirement(item) : []))
    .map((one) => applySource(one, sources.get(one.name)))
    // An extra may refer to other extras of the same package.
    .filter(({ name }) => own === null || name !== normalizePythonName(own));
  return pythonManifest(
    own,
    [...listed, ...poetryDependencies(poetry)],
    [
      ...sources.keys(),
      ...[...asArray(uv["override-dependencies"])].flatMap((item) =>
        parseRequirement(asString(item) ?? "").map(({ name }) => name),
      ),
    ],
  );
}

function applySource(declared: DeclaredDependency, value: unknown): DeclaredDependency {
  // Several sources, distinguished by markers.
  const source = parseTableSource(asRecord(Array.isArray(value) ? value[0] : value));
  return source === null ? declared : { ...declared, source };
}

/** The format of uv and Poetry: `{ git = …, rev = … }`, `{ path = … }`, `{ url = … }`. */
function parseTableSource(table: Record<string, unknown>): DependencySource | null {
  const url = asString(table["url"]);
  const address = asString(table["git"]);
  if (address !== null)
    return gitSource(address, asString(table["rev"]) ?? asString(table["tag"]) ?? asString(table["branch"]));
  if (url !== null) return { from: "address", url };
  return table["path"] !== undefined || table["workspace"] === true ? insideSource : null;
}

function poetryDependencies(poetry: Record<string, unknown>): DeclaredDependency[] {
  const tables = [
    poetry["dependencies"],
    poetry["dev-dependencies"],
    ...Object.values(asRecord(poetry["group"])).map((group) => asRecord(group)["dependencies"]),
  ];
  return tables.flatMap((table) =>
    Object.entries(asRecord(table)).flatMap(([key, value]): DeclaredDependency[] => {
      const name = normalizePythonName(key);
      if (name === "python") return [];
      const entry = asRecord(Array.isArray(value) ? value[0] : value);
      const spec = asString(value) ?? asString(entry["version"]) ?? "";
      return [{ name, spec: spec.replaceAll(" ", ""), source: parseTableSource(entry) ?? registrySource }];
    }),
  );
}

export function parseTomlTable(text: string): Record<string, unknown> | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
