// Reads Cargo.lock, uv.lock and poetry.lock line by line.
import satisfies from "semver/functions/satisfies.js";
import valid from "semver/functions/valid.js";
import validRange from "semver/ranges/valid.js";
import type { DeclaredDependency, DependencyManifest } from "./dependency.ts";
import { singleHash, type DependencyLock, type LockedPackage } from "./lock.ts";
import { normalizeClauses, normalizePythonName } from "./manifest-python.ts";

interface Block {
  /** Scalar values at the top of the block. */
  values: Map<string, string>;
  /** The lines of each list; sub-tables have the table's name and a dot as prefix. */
  lists: Map<string, string[]>;
  line: number;
}

function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let table = "";
  let list: string[] | null = null;
  let number = 0;
  for (const line of text.split(/\r?\n/)) {
    number++;
    if (list && !line.startsWith("]")) {
      list.push(line.trim());
      continue;
    }
    list = null;
    if (line === "[[package]]") {
      blocks.push({ values: new Map(), lists: new Map(), line: number + 1 });
      table = "";
    } else if (line.startsWith("[")) table = `${line.replace(/^\[+(?:package\.)?|\]+$/g, "")}.`;
    const block = blocks.at(-1);
    const [, key, value = ""] = /^([\w-]+) = (.*)$/.exec(line) ?? [];
    if (!block || key === undefined) continue;
    if (value === "[") block.lists.set(table + key, (list = []));
    else if (value.startsWith("[")) block.lists.set(table + key, value.slice(1, -1).split(/, (?=[{"])/));
    else block.values.set(table + key, value.replace(/^"(.*)"$/, "$1"));
  }
  return blocks;
}

function toLockedPackage({ values, line }: Block, rest: Partial<LockedPackage>): LockedPackage {
  return {
    name: values.get("name") ?? "",
    version: values.get("version") ?? "",
    hashes: new Map(),
    from: null,
    at: line,
    ...rest,
  };
}

export function readCargoLock(text: string): DependencyLock | null {
  const blocks = parseBlocks(text);
  if (!blocks.some(({ values }) => values.has("name"))) return null;
  const versions = new Map<string, string[]>();
  for (const { values } of blocks) {
    const name = values.get("name") ?? "";
    versions.set(name, [...(versions.get(name) ?? []), values.get("version") ?? ""]);
  }
  const members = new Map(
    blocks.filter(({ values }) => !values.has("source")).map((block) => [block.values.get("name"), block]),
  );
  return {
    packages: blocks.map((block) => {
      const source = block.values.get("source");
      const isRegistry = source !== undefined && /^(?:sparse|registry)\+/.test(source);
      return toLockedPackage(block, {
        hashes: singleHash(block.values.get("checksum")),
        from: isRegistry ? source.replace(/^registry\+/, "") : null,
        ...(!isRegistry && { unhashed: true }),
      });
    }),
    agrees: (declared, _folder, manifest) =>
      compareWithCargo(members.get(manifest.name ?? ""), versions, declared, manifest),
  };
}

function compareWithCargo(
  own: Block | undefined,
  versions: ReadonlyMap<string, string[]>,
  declared: DeclaredDependency,
  manifest: DependencyManifest,
): boolean | null {
  const name = declared.realName ?? declared.name;
  const known = versions.get(name) ?? [];
  if (manifest.overridden.has(name)) return null;
  // A shared workspace table may name packages that nothing uses.
  if (declared.shared) return known.length === 0 ? null : anySatisfies(known, declared);
  if (!own) return null;
  // Inherited from the workspace, where it may have another name.
  if (declared.source.from === "inside" && declared.realName === undefined && known.length === 0) return null;
  const listed = (own.lists.get("dependencies") ?? []).map((line) => line.replace(/^"|",?$/g, "").split(" "));
  const entries = listed.filter(([dependency]) => dependency === name);
  if (entries.length === 0) return false;
  const locked = entries.flatMap(([, version]) => (version === undefined ? known : [version]));
  return anySatisfies(locked, declared);
}

function anySatisfies(versions: readonly string[], { spec, source }: DeclaredDependency): boolean | null {
  if (source.from !== "registry" || spec === "") return true;
  // Cargo reads a bare version as `^`, and commas separate clauses.
  const range = spec
    .split(",")
    .map((part) => part.trim().replace(/^(?=\d)/, "^"))
    .join(" ");
  if (validRange(range) === null || /-/.test(spec)) return null;
  return versions.some((version) => satisfies(version, range, { includePrerelease: true }));
}

export function readUvLock(text: string): DependencyLock | null {
  const blocks = parseBlocks(text);
  if (blocks.length === 0) return null;
  return {
    packages: blocks.map((block) => {
      const from = /^\{ registry = "([^"]*)"/.exec(block.values.get("source") ?? "")?.[1] ?? null;
      const files = [...(block.lists.get("wheels") ?? []), block.values.get("sdist") ?? ""];
      return toLockedPackage(block, { hashes: fileHashes(files), from, ...(from === null && { unhashed: true }) });
    }),
    agrees: (declared, folder) => compareWithUv(blocks, declared, folder),
  };
}

function compareWithUv(
  blocks: readonly Block[],
  { name, spec, source }: DeclaredDependency,
  folder: string,
): boolean | null {
  const own = blocks.find(({ values }) => {
    const path = /^\{ (?:editable|virtual|directory) = "([^"]*)"/.exec(values.get("source") ?? "")?.[1];
    return path !== undefined && (path === "." ? "" : path) === folder;
  });
  if (!own) return null;
  const lines = [...own.lists]
    .filter(([key]) => /^metadata\.requires-dist$|^metadata\.requires-dev\./.test(key))
    .flatMap(([, list]) => list);
  const named = lines.filter((line) => normalizePythonName(/\bname = "([^"]*)"/.exec(line)?.[1] ?? "") === name);
  if (named.length === 0) return false;
  // If the workspace root defines a source, uv writes it instead of the version.
  const isElsewhere = named.some((line) => /\b(?:git|url|path|editable|directory|virtual) = /.test(line));
  if (source.from !== "registry" || isElsewhere) return true;
  return named.some((line) => normalizeClauses(/\bspecifier = "([^"]*)"/.exec(line)?.[1] ?? "") === spec);
}

export function readPoetryLock(text: string): DependencyLock | null {
  const blocks = parseBlocks(text);
  if (blocks.length === 0) return null;
  const versions = Map.groupBy(blocks, ({ values }) => normalizePythonName(values.get("name") ?? ""));
  return {
    packages: blocks.map((block) =>
      toLockedPackage(block, {
        hashes: fileHashes(block.lists.get("files") ?? []),
        from: null,
        ...(block.values.has("source.type") && { unhashed: true }),
      }),
    ),
    agrees({ name, spec, source }, folder) {
      const known = versions.get(name)?.map(({ values }) => values.get("version") ?? "");
      if (folder !== "") return null;
      // Poetry's `content-hash` would be more precise, but it is computed by Poetry's own rules.
      return known === undefined ? false : source.from !== "registry" || spec === "" || poetrySatisfies(known, spec);
    },
  };
}

/** Supports plain forms only; other Python version syntax is not judged. */
function poetrySatisfies(versions: readonly string[], spec: string): boolean | null {
  const range = spec.replaceAll(",", " ").replaceAll("==", "=");
  if (!/^(?:[~^<>=]{0,2}\d+(?:\.\d+){0,2}(?: |$))+$/.test(range) || !versions.every((one) => valid(one))) return null;
  return versions.some((version) => satisfies(version, range));
}

function fileHashes(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const file = /\b(?:url|file) = "([^"]*)"/.exec(line)?.[1];
      const hash = /\bhash = "([^"]*)"/.exec(line)?.[1];
      return file === undefined || hash === undefined ? [] : [[file.slice(file.lastIndexOf("/") + 1), hash] as const];
    }),
  );
}
