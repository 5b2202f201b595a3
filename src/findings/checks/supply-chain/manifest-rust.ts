// Cargo.toml.
import { git, inside, recordOf, registry, stringOf, type Declared, type Manifest } from "./dependency.ts";
import { tomlOf } from "./manifest-python.ts";

const groups = ["dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies"];

export function readCargoToml(text: string): Manifest | null {
  const root = tomlOf(text);
  if (!root) return null;
  const tables = [root, ...Object.values(recordOf(root["target"])).map(recordOf)];
  const own = tables.flatMap((table) => groups.flatMap((group) => declaredIn(table[group])));
  const shared = declaredIn(recordOf(root["workspace"])["dependencies"]).map((one) => ({
    ...one,
    shared: true as const,
  }));
  const patches = Object.values(recordOf(root["patch"])).flatMap((table) => declaredIn(table));
  return {
    ecosystem: "rust",
    name: stringOf(recordOf(root["package"])["name"]),
    dependencies: [...own, ...shared, ...patches.map((one) => ({ ...one, shared: true as const }))],
    overridden: new Set(patches.map(({ name, realName }) => realName ?? name)),
  };
}

function declaredIn(table: unknown): Declared[] {
  return Object.entries(recordOf(table)).map(([name, value]) => {
    const entry = recordOf(value);
    const spec = stringOf(value) ?? stringOf(entry["version"]) ?? "";
    const realName = stringOf(entry["package"]);
    return { name, spec: spec.trim(), source: cargoSource(entry), ...(realName !== null && { realName }) };
  });
}

function cargoSource(entry: Record<string, unknown>): Declared["source"] {
  const url = stringOf(entry["git"]);
  if (url !== null) return git(url, stringOf(entry["rev"]) ?? stringOf(entry["tag"]) ?? stringOf(entry["branch"]));
  return entry["path"] !== undefined || entry["workspace"] === true ? inside : registry;
}
