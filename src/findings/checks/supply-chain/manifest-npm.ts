// Reads package.json and the catalogs of pnpm-workspace.yaml.
import { parse, type ParseError } from "jsonc-parser";
import { gitSource, insideSource, asRecord, registrySource, asString } from "./dependency.ts";
import type { DeclaredDependency, DependencyManifest, DependencySource } from "./dependency.ts";

// Users install peer dependencies, which lock files do not list as such.
const groups = ["dependencies", "devDependencies", "optionalDependencies"];

export function readPackageJson(text: string): DependencyManifest | null {
  const errors: ParseError[] = [];
  const json = asRecord(parse(text, errors));
  if (errors.length > 0) return null;
  const dependencies = groups.flatMap((group) =>
    Object.entries(asRecord(json[group])).flatMap(([name, spec]): DeclaredDependency[] =>
      typeof spec === "string" ? [{ name, spec: spec.trim(), source: parseNpmSource(spec.trim()) }] : [],
    ),
  );
  const overrides = [json["overrides"], json["resolutions"], asRecord(json["pnpm"])["overrides"]];
  return {
    ecosystem: "npm",
    name: asString(json["name"]),
    dependencies,
    overridden: new Set(overrides.flatMap((table) => Object.keys(asRecord(table)).map(overriddenName))),
  };
}

// Paths such as `a>b@1` and `a/b` end with the overridden name.
export function overriddenName(key: string): string {
  const last = key.slice(-300).split(">").at(-1)?.trim() ?? key;
  const [, name] = /((?:@[^/@\s]+\/)?[^/@\s]+)(?:@[^/]*)?$/.exec(last) ?? [];
  return name ?? last;
}

const hostedShorthand = /^(?:(github|gitlab|bitbucket|gist):)?([\w.-]+\/[\w.-]+|[0-9a-f]{20,40})(?:#(.*))?$/;

export function parseNpmSource(spec: string): DependencySource {
  if (/^(?:workspace|file|link|portal|catalog|patch|exec|jsr):|^\.{0,2}\/|^~\//.test(spec)) return insideSource;
  if (/^npm:/.test(spec)) return registrySource;
  const [address = "", fragment = ""] = spec.split("#", 2);
  if (/^(?:git(?:\+\w+)?|ssh):|^git@|^https?:\/\/[^?]*\.git$/.test(address))
    return gitSource(address, parseRef(fragment));
  if (/^https?:/.test(address)) return { from: "address", url: spec };
  const shorthand = hostedShorthand.exec(spec);
  if (!shorthand) return registrySource;
  return gitSource(`${shorthand[1] ?? "github"}:${shorthand[2]}`, parseRef(shorthand[3] ?? ""));
}

function parseRef(fragment: string): string | null {
  // `semver:` is a range over the repository's tags; `path:` names a folder in it.
  const ref = fragment.split("&").find((part) => part !== "" && !part.startsWith("path:"));
  return ref?.replace(/^commit[:=]|^(?:head|tag)[:=]/, "") ?? null;
}

/** Parses the catalogues line by line: the file is small and regular. */
export function readPnpmWorkspace(text: string): DependencyManifest {
  const dependencies: DeclaredDependency[] = [];
  const overridden = new Set<string>();
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    const top = /^([\w-]+):/.exec(line);
    if (top) section = top[1] ?? "";
    const entry = /^ {2,8}(?:'([^']+)'|"([^"]+)"|([\w@./-]+)):\s+(?:'([^']*)'|"([^"]*)"|([^\s#'"]+))/.exec(line);
    const name = entry?.[1] ?? entry?.[2] ?? entry?.[3];
    const spec = entry?.[4] ?? entry?.[5] ?? entry?.[6];
    if (name === undefined || spec === undefined) continue;
    if (section === "overrides") overridden.add(overriddenName(name));
    if (section === "catalog" || section === "catalogs")
      dependencies.push({ name, spec, source: parseNpmSource(spec), shared: true });
  }
  return { ecosystem: "npm", name: null, dependencies, overridden };
}
