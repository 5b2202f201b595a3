// requirements files and pyproject.toml, for pip, uv and Poetry.
import { parse } from "smol-toml";
import {
  git,
  inside,
  listOf,
  recordOf,
  registry,
  stringOf,
  type Declared,
  type Manifest,
  type Source,
} from "./dependency.ts";

/** Names differ in case and in `-`, `_` and `.` without meaning another package. */
export function pythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

export function readRequirements(text: string): Manifest {
  const lines = text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/);
  return manifest(
    null,
    lines.flatMap((line) => requirement(line.replace(/(?:^|\s)#.*$/, ""))),
  );
}

function manifest(name: string | null, dependencies: Declared[], overridden: Iterable<string> = []): Manifest {
  return { ecosystem: "python", name, dependencies, overridden: new Set(overridden) };
}

/** One requirement of PEP 508, or pip's older forms with an address alone. */
export function requirement(line: string): Declared[] {
  const text = line.trim().replace(/^(?:-e|--editable)[\s=]+/, "");
  if (text === "" || text.startsWith("-")) return [];
  const bare = /^[a-z+]+:\/\/\S+|^\.{0,2}\/\S*/i.exec(text)?.[0];
  if (bare !== undefined) {
    const egg = /[#&]egg=([\w.-]+)/.exec(bare)?.[1];
    return [{ name: pythonName(egg ?? bare), spec: "", source: pythonSource(bare) }];
  }
  const match = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/.exec(text);
  if (!match) return [];
  const name = pythonName(match[1] ?? "");
  const rest = (match[2] ?? "").split(/;|\s--hash/, 1)[0]?.trim() ?? "";
  if (rest.startsWith("@")) return [{ name, spec: "", source: pythonSource(rest.slice(1).trim()) }];
  return /^[\s\w.*+!,<>=~()-]*$/.test(rest) ? [{ name, spec: clauses(rest), source: registry }] : [];
}

/** The clauses of a version in one order, so that two spellings of the same compare equal. */
export function clauses(spec: string): string {
  return spec
    .replace(/[()\s]/g, "")
    .split(",")
    .filter((clause) => clause !== "")
    .toSorted()
    .join(",");
}

function pythonSource(url: string): Source {
  if (/^file:|^\.{0,2}\//.test(url)) return inside;
  if (!/^(?:git|hg|bzr|svn)\+/.test(url)) return { from: "address", url };
  const [address = ""] = url.split("#", 1);
  // The reference follows the last `@` of the path; one before the host is a user.
  const path = address.slice(address.indexOf("://") + 3);
  const at = path.lastIndexOf("@");
  const ref = at > path.indexOf("/") ? path.slice(at + 1) : null;
  return git(ref === null ? address : address.slice(0, -ref.length - 1), ref);
}

export function readPyproject(text: string): Manifest | null {
  const root = tomlOf(text);
  if (!root) return null;
  const project = recordOf(root["project"]);
  const uv = recordOf(recordOf(root["tool"])["uv"]);
  const poetry = recordOf(recordOf(root["tool"])["poetry"]);
  const lists = [
    listOf(project["dependencies"]),
    ...Object.values(recordOf(project["optional-dependencies"])).map(listOf),
    ...Object.values(recordOf(root["dependency-groups"])).map(listOf),
    listOf(uv["dev-dependencies"]),
  ];
  const sources = new Map(Object.entries(recordOf(uv["sources"])).map(([name, value]) => [pythonName(name), value]));
  const own = stringOf(project["name"]) ?? stringOf(poetry["name"]);
  const listed = lists
    .flat()
    .flatMap((item) => (typeof item === "string" ? requirement(item) : []))
    .map((one) => withSource(one, sources.get(one.name)))
    // An extra may name others of the same package.
    .filter(({ name }) => own === null || name !== pythonName(own));
  return manifest(
    own,
    [...listed, ...poetryDependencies(poetry)],
    [
      ...sources.keys(),
      ...[...listOf(uv["override-dependencies"])].flatMap((item) =>
        requirement(stringOf(item) ?? "").map(({ name }) => name),
      ),
    ],
  );
}

function withSource(declared: Declared, value: unknown): Declared {
  // Several sources, told apart by markers.
  const source = tableSource(recordOf(Array.isArray(value) ? value[0] : value));
  return source === null ? declared : { ...declared, source };
}

/** As uv and Poetry write it: `{ git = …, rev = … }`, `{ path = … }`, `{ url = … }`. */
function tableSource(table: Record<string, unknown>): Source | null {
  const url = stringOf(table["url"]);
  const address = stringOf(table["git"]);
  if (address !== null)
    return git(address, stringOf(table["rev"]) ?? stringOf(table["tag"]) ?? stringOf(table["branch"]));
  if (url !== null) return { from: "address", url };
  return table["path"] !== undefined || table["workspace"] === true ? inside : null;
}

function poetryDependencies(poetry: Record<string, unknown>): Declared[] {
  const tables = [
    poetry["dependencies"],
    poetry["dev-dependencies"],
    ...Object.values(recordOf(poetry["group"])).map((group) => recordOf(group)["dependencies"]),
  ];
  return tables.flatMap((table) =>
    Object.entries(recordOf(table)).flatMap(([key, value]): Declared[] => {
      const name = pythonName(key);
      if (name === "python") return [];
      const entry = recordOf(Array.isArray(value) ? value[0] : value);
      const spec = stringOf(value) ?? stringOf(entry["version"]) ?? "";
      return [{ name, spec: spec.replaceAll(" ", ""), source: tableSource(entry) ?? registry }];
    }),
  );
}

export function tomlOf(text: string): Record<string, unknown> | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
