// Reads the version from the manifest nearest to a file.
import { readText } from "../../changed-text.ts";
import { parse } from "smol-toml";
import { parse as parseJson } from "jsonc-parser";
import type { Tree } from "../../../change/change.ts";

export async function nearestProjectVersion(
  path: string,
  tree: Tree,
): Promise<{ path: string; version: string } | null> {
  const parts = path.split("/").slice(0, -1);
  for (let depth = parts.length; depth >= 0; depth--) {
    const folder = parts.slice(0, depth).join("/");
    for (const [name, read] of manifests) {
      const manifest = folder === "" ? name : `${folder}/${name}`;
      const text = await readText(tree, manifest);
      const version = text === null ? null : read(text);
      if (typeof version === "string" && /^\d+\.\d+\.\d+/.test(version)) return { path: manifest, version };
    }
  }
  return null;
}

const manifests: readonly [string, (text: string) => unknown][] = [
  ["package.json", (text) => getMember(parseJson(text), "version")],
  ["Cargo.toml", (text) => getMember(getMember(parseToml(text), "package"), "version")],
  ["pyproject.toml", (text) => getMember(getMember(parseToml(text), "project"), "version")],
  ["composer.json", (text) => getMember(parseJson(text), "version")],
];

function parseToml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
