// Packages that a change allows to run scripts when they are installed.
import { fileName } from "../../../change/paths.ts";
import { parse } from "jsonc-parser";
import { listOf, recordOf } from "./dependency.ts";
import { listed } from "./lock-changes.ts";
import { isPopular } from "./look-alikes.ts";
import { at } from "./manifest-changes.ts";
import type { FileDiff } from "../../../change/diff.ts";
import type { Spot } from "./spot.ts";

export function newlyAllowedScripts(file: FileDiff, path: string, before: string, after: string): Spot[] {
  const known = allowedIn(path, before);
  const allowed = [...allowedIn(path, after)].filter((name) => !known.has(name) && !isPopular(name, "npm"));
  const [first] = allowed;
  if (first === undefined) return [];
  return at({ file, text: after }, first, {
    kind: "install-script",
    title: `These packages may now run scripts when they are installed: ${listed(allowed)}`,
    explanation:
      "Their code runs on every machine that installs, with that user's rights. Allow it only where the package does not work " +
      "without.",
    confidence: 4,
  });
}

function allowedIn(path: string, text: string): Set<string> {
  return fileName(path) === "pnpm-workspace.yaml" ? allowedInWorkspace(text) : allowedInPackage(text);
}

function allowedInPackage(text: string): Set<string> {
  const json = recordOf(parse(text));
  const lists = [...listOf(recordOf(json["pnpm"])["onlyBuiltDependencies"]), ...listOf(json["trustedDependencies"])];
  const allowed = Object.entries(recordOf(json["allowScripts"])).filter(([, value]) => value === true);
  return new Set([...lists.filter((name) => typeof name === "string"), ...allowed.map(([name]) => name)]);
}

function allowedInWorkspace(text: string): Set<string> {
  const names = new Set<string>();
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    section = /^([\w-]+):/.exec(line)?.[1] ?? section;
    const item = section === "onlyBuiltDependencies" ? /^\s*-\s+['"]?([\w@./-]+)/.exec(line) : null;
    const entry = section === "allowBuilds" ? /^\s+['"]?([\w@./-]+)['"]?:\s*true\b/.exec(line) : null;
    const name = item?.[1] ?? entry?.[1];
    if (name !== undefined) names.add(name);
  }
  return names;
}
