// Reads Cargo.toml.
import { gitSource, insideSource, asRecord, registrySource, asString } from "./dependency.ts";
import type { DeclaredDependency, DependencyManifest } from "./dependency.ts";
import { parseTomlTable } from "./manifest-python.ts";

const groups = ["dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies"];

export function readCargoToml(text: string): DependencyManifest | null {
  const root = parseTomlTable(text);
  if (!root) return null;
  const tables = [root, ...Object.values(asRecord(root["target"])).map(asRecord)];
  const own = tables.flatMap((table) => groups.flatMap((group) => parseDependencies(table[group])));
  const shared = parseDependencies(asRecord(root["workspace"])["dependencies"]).map((one) => ({
    ...one,
    shared: true as const,
  }));
  const patches = Object.values(asRecord(root["patch"])).flatMap((table) => parseDependencies(table));
  return {
    ecosystem: "rust",
    name: asString(asRecord(root["package"])["name"]),
    dependencies: [...own, ...shared, ...patches.map((one) => ({ ...one, shared: true as const }))],
    overridden: new Set(patches.map(({ name, realName }) => realName ?? name)),
  };
}

function parseDependencies(table: unknown): DeclaredDependency[] {
  return Object.entries(asRecord(table)).map(([name, value]) => {
    const entry = asRecord(value);
    const spec = asString(value) ?? asString(entry["version"]) ?? "";
    const realName = asString(entry["package"]);
    return { name, spec: spec.trim(), source: parseCargoSource(entry), ...(realName !== null && { realName }) };
  });
}

function parseCargoSource(entry: Record<string, unknown>): DeclaredDependency["source"] {
  const url = asString(entry["git"]);
  if (url !== null)
    return gitSource(url, asString(entry["rev"]) ?? asString(entry["tag"]) ?? asString(entry["branch"]));
  return entry["path"] !== undefined || entry["workspace"] === true ? insideSource : registrySource;
}
