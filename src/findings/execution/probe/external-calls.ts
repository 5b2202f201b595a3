// Finds calls to external systems in a range of lines.
import { isWorkflow } from "../../../change/file-kinds.ts";
import type { Imported } from "../../../change/symbols/symbols.ts";
import { externalSystems, withoutImport, type ExternalSystem } from "./external-systems.ts";
import { familyOf, isIdle, clipLine, type ProbeSource } from "./probe-sources.ts";

export interface ExternalCall {
  /** With the package, if known: "a SQL database (pg)". */
  system: string;
  line: number;
}

const listedFamilies = ["script", "python", "go", "rust", "java"] as const;
type ListedFamily = (typeof listedFamilies)[number];

const packages: Readonly<Record<ListedFamily, ReadonlyMap<string, ExternalSystem[]>>> = {
  script: byPackage("script"),
  python: byPackage("python"),
  go: byPackage("go"),
  rust: byPackage("rust"),
  java: byPackage("java"),
};

function byPackage(family: ListedFamily): ReadonlyMap<string, ExternalSystem[]> {
  const pairs = externalSystems.flatMap((system) =>
    (system[family] ?? "").split(" ").map((name) => [name, system] as const),
  );
  const named = pairs.filter(([name]) => name !== "");
  return new Map(
    [...Map.groupBy(named, ([name]) => name)].map(([name, all]) => [name, all.map(([, system]) => system)]),
  );
}

/** The external system of an import and its listed package; the longest match wins. */
export function externalSystemFor(
  family: string | null,
  imported: Pick<Imported, "from" | "name">,
): { system: ExternalSystem; by: string } | null {
  if (!isListed(family)) return null;
  const mark = family === "rust" ? "::" : family === "python" || family === "java" ? "." : "/";
  const from = imported.from.replace(/^node:(?!sqlite$)/, "");
  const whole =
    imported.name === "" || imported.name === "*" || imported.name === "default"
      ? from
      : `${from}${mark}${imported.name}`;
  for (let name = whole.slice(0, 300); name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(mark)))) {
    const [system] = packages[family].get(name) ?? [];
    if (system) return { system, by: name };
  }
  return null;
}

function isListed(family: string | null): family is ListedFamily {
  return (listedFamilies as readonly (string | null)[]).includes(family);
}

/** The first call of each system in a range of lines. */
export function externalCalls(source: ProbeSource, from: number, to: number): ExternalCall[] {
  const family = familyOf(source.path);
  const patterns = [
    ...source.symbols.imports.flatMap((imported) => importPatterns(family, imported)),
    ...withoutImport
      .filter((one) => one.family === null || one.family === family)
      .map(({ name, calls }) => ({ system: name, calls })),
  ];
  const found = new Map<string, ExternalCall>();
  for (let line = Math.max(1, from); line <= Math.min(to, source.lines.length); line++) {
    const text = clipLine(source.lines[line - 1]);
    if (isIdle(text) || source.symbols.imports.some((imported) => imported.line === line)) continue;
    for (const { system, calls } of patterns) {
      const plain = system.replace(/ \(.*/, "");
      if (!found.has(plain) && calls.test(text)) found.set(plain, { system, line });
    }
  }
  return [...found.values()];
}

function importPatterns(family: string | null, imported: Imported): { system: string; calls: RegExp }[] {
  const hit = externalSystemFor(family, imported);
  if (!hit) return [];
  const { system, by } = hit;
  const named =
    system.name.includes("(") || system.name.toLowerCase() === by.toLowerCase()
      ? system.name
      : `${system.name} (${by})`;
  const names = system.callsOnly ? [] : namesOf(family, imported);
  const calls = [...(system.calls ? [system.calls] : []), ...names.map(callOf)];
  return calls.map((one) => ({ system: named, calls: one }));
}

/** Go package names often differ from the import path: `redis` of `go-redis/v9`. */
function namesOf(family: string | null, { from, local }: Imported): string[] {
  const folder = family === "go" ? from.split("/").findLast((part) => !/^v\d+$/.test(part)) : undefined;
  const plain = folder?.replace(/^go-|[-.]go$|\.v\d+$/g, "");
  return [...new Set([local, plain].filter((name) => name != null && /\w/.test(name)))] as string[];
}

/** A call on the name, on a variable named after it (`stripe`, `redisClient`), or on such a field. */
function callOf(local: string): RegExp {
  const name = local.slice(0, 100).replaceAll(/[^\w]/g, String.raw`\$&`);
  const lower = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const names = [...new Set([name, lower, name.toLowerCase()])].join("|");
  return new RegExp(String.raw`(?<![A-Za-z0-9])_?(?:${names})(?:[A-Z_]\w{0,40})?\s?[?!]?(?:\.|\(|::|->|<|` + "`)");
}

export function isCiConfig(path: string): boolean {
  return (
    isWorkflow(path) ||
    /(?:^|\/)(?:\.gitlab-ci|\.circleci\/|Jenkinsfile|azure-pipelines|bitbucket-pipelines|cloudbuild|\.travis)/.test(
      path,
    )
  );
}
