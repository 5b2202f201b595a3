// Reads yarn.lock, version 1 and later.
import type { DeclaredDependency, DependencyManifest } from "./dependency.ts";
import { singleHash, stripQuotes, type DependencyLock, type LockedPackage } from "./lock.ts";

interface Block {
  descriptors: string[];
  fields: Map<string, string>;
  dependencies: Map<string, string>;
  line: number;
}

export function readYarnLock(text: string): DependencyLock | null {
  const blocks = parseBlocks(text);
  return /^__metadata:/m.test(text)
    ? readBerryLock(blocks)
    : /^# yarn lockfile v1/m.test(text)
      ? readClassicLock(blocks)
      : null;
}

function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let group = "";
  let number = 0;
  for (const line of text.split(/\r?\n/)) {
    number++;
    if (line === "" || line.startsWith("#")) continue;
    const last = blocks.at(-1);
    if (!line.startsWith(" ")) {
      const descriptors = line
        .replace(/:$/, "")
        .split(/,\s*/)
        .map((part) => part.replaceAll('"', ""));
      blocks.push({ descriptors, fields: new Map(), dependencies: new Map(), line: number });
    } else if (last && /^ {2}\S/.test(line)) {
      const [, key = "", value = ""] = /^ {2}("[^"]*"|[^\s:]+):?\s*(.*)$/.exec(line) ?? [];
      group = value === "" ? key : "";
      last.fields.set(stripQuotes(key), stripQuotes(value));
    } else if (last && (group === "dependencies" || group === "optionalDependencies")) {
      const [, key = "", value = ""] = /^ {4}("[^"]*"|[^\s:]+):?\s+(.*)$/.exec(line) ?? [];
      last.dependencies.set(stripQuotes(key), stripQuotes(value));
    }
  }
  return blocks;
}

function descriptorName(descriptor: string): string {
  const at = descriptor.indexOf("@", 1);
  return at < 0 ? descriptor : descriptor.slice(0, at);
}

function readClassicLock(blocks: readonly Block[]): DependencyLock {
  const known = new Set(blocks.flatMap(({ descriptors }) => descriptors));
  return {
    forUnnamed: true,
    packages: blocks.map(({ descriptors, fields, line }): LockedPackage => {
      const from = fields.get("resolved") ?? null;
      const isArchive = from !== null && /^https?:.*\.tgz(?:#|$)/.test(from) && !from.includes("codeload.github");
      return {
        name: descriptorName(descriptors[0] ?? ""),
        version: fields.get("version") ?? "",
        hashes: singleHash(fields.get("integrity")),
        from,
        at: line,
        ...(!isArchive && { unhashed: true }),
        ...(descriptors.some((one) => /@npm:|@https?:/.test(one)) && { alias: true }),
      };
    }),
    agrees({ name, spec, source }, _folder, manifest) {
      // Workspace packages are not in the file, and resolutions replace the declared range.
      if (source.from === "inside" || manifest.overridden.has(name)) return null;
      return known.has(`${name}@${spec}`);
    },
  };
}

function readBerryLock(blocks: readonly Block[]): DependencyLock {
  const workspaces = new Map(
    blocks.flatMap(({ fields, dependencies }) => {
      const folder = /@workspace:(.*)$/.exec(fields.get("resolution") ?? "")?.[1];
      return folder === undefined ? [] : [[folder === "." ? "" : folder, dependencies] as const];
    }),
  );
  return {
    packages: blocks.flatMap(({ descriptors, fields, line }): LockedPackage[] => {
      const id = fields.get("resolution") ?? "";
      // Checksums cover the archive that Yarn itself packs and change with its settings, so they are not compared.
      return id.includes("@npm:")
        ? [
            {
              name: descriptorName(descriptors[0] ?? ""),
              version: fields.get("version") ?? "",
              hashes: new Map(),
              unhashed: true,
              from: null,
              at: line,
            },
          ]
        : [];
    }),
    agrees: (declared, folder, manifest) => compareWithWorkspace(workspaces.get(folder), declared, manifest),
  };
}

function compareWithWorkspace(
  recorded: ReadonlyMap<string, string> | undefined,
  { name, spec, source }: DeclaredDependency,
  manifest: DependencyManifest,
): boolean | null {
  if (recorded === undefined || manifest.overridden.has(name)) return null;
  const known = recorded.get(name);
  if (known === undefined) return false;
  return source.from !== "registry" || known.replace(/^npm:/, "") === spec.replace(/^npm:/, "")
    ? true
    : /^(?:patch|catalog):/.test(known)
      ? null
      : false;
}
