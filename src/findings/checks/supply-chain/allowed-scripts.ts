// Finds packages that a change allows to run install scripts.
import { fileName } from "../../../change/paths.ts";
import { parse } from "jsonc-parser";
import { asArray, asRecord } from "./dependency.ts";
import { formatNames } from "./lock-changes.ts";
import { isPopular } from "./look-alikes.ts";
import { problemAtName } from "./manifest-changes.ts";
import type { FileDiff } from "../../../change/diff.ts";
import type { DependencyProblem } from "./dependency-problem.ts";

export function findAllowedScripts(file: FileDiff, path: string, before: string, after: string): DependencyProblem[] {
  const known = readAllowed(path, before);
  const allowed = [...readAllowed(path, after)].filter((name) => !known.has(name) && !isPopular(name, "npm"));
  const [first] = allowed;
  if (first === undefined) return [];
  return problemAtName({ file, text: after }, first, {
    kind: "install-script",
    title: `These packages may now run install scripts: ${formatNames(allowed)}`,
    explanation:
      "Their code runs on every machine that installs them, with that user's permissions. Allow it only if the package does not work " +
      "without it.",
    confidence: 4,
  });
}

function readAllowed(path: string, text: string): Set<string> {
  return fileName(path) === "pnpm-workspace.yaml" ? readAllowedInWorkspace(text) : readAllowedInPackage(text);
}

function readAllowedInPackage(text: string): Set<string> {
  const json = asRecord(parse(text));
  const lists = [...asArray(asRecord(json["pnpm"])["onlyBuiltDependencies"]), ...asArray(json["trustedDependencies"])];
  const allowed = Object.entries(asRecord(json["allowScripts"])).filter(([, value]) => value === true);
  return new Set([...lists.filter((name) => typeof name === "string"), ...allowed.map(([name]) => name)]);
}

function readAllowedInWorkspace(text: string): Set<string> {
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
