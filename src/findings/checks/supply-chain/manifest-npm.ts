// package.json, and the version catalogues of pnpm-workspace.yaml.
import { parse, type ParseError } from "jsonc-parser";
import { git, inside, recordOf, registry, stringOf, type Declared, type Manifest, type Source } from "./dependency.ts";

// Peers are the user's to install and are in no lock file as such.
const groups = ["dependencies", "devDependencies", "optionalDependencies"];

export function readPackageJson(text: string): Manifest | null {
  const errors: ParseError[] = [];
  const json = recordOf(parse(text, errors));
  if (errors.length > 0) return null;
  const dependencies = groups.flatMap((group) =>
    Object.entries(recordOf(json[group])).flatMap(([name, spec]): Declared[] =>
      typeof spec === "string" ? [{ name, spec: spec.trim(), source: npmSource(spec.trim()) }] : [],
    ),
  );
  const overrides = [json["overrides"], json["resolutions"], recordOf(json["pnpm"])["overrides"]];
  return {
    ecosystem: "npm",
    name: stringOf(json["name"]),
    dependencies,
    overridden: new Set(overrides.flatMap((table) => Object.keys(recordOf(table)).map(overriddenName))),
  };
}

// Paths such as `a>b@1` and `a/b` end in the name that is overridden.
export function overriddenName(key: string): string {
  const last = key.slice(-300).split(">").at(-1)?.trim() ?? key;
  const [, name] = /((?:@[^/@\s]+\/)?[^/@\s]+)(?:@[^/]*)?$/.exec(last) ?? [];
  return name ?? last;
}

const hosted = /^(?:(github|gitlab|bitbucket|gist):)?([\w.-]+\/[\w.-]+|[0-9a-f]{20,40})(?:#(.*))?$/;

export function npmSource(spec: string): Source {
  if (/^(?:workspace|file|link|portal|catalog|patch|exec|jsr):|^\.{0,2}\/|^~\//.test(spec)) return inside;
  if (/^npm:/.test(spec)) return registry;
  const [address = "", fragment = ""] = spec.split("#", 2);
  if (/^(?:git(?:\+\w+)?|ssh):|^git@|^https?:\/\/[^?]*\.git$/.test(address)) return git(address, refOf(fragment));
  if (/^https?:/.test(address)) return { from: "address", url: spec };
  const shorthand = hosted.exec(spec);
  if (!shorthand) return registry;
  return git(`${shorthand[1] ?? "github"}:${shorthand[2]}`, refOf(shorthand[3] ?? ""));
}

function refOf(fragment: string): string | null {
  // `semver:` is a range over the repository's tags; `path:` names a folder of it.
  const ref = fragment.split("&").find((part) => part !== "" && !part.startsWith("path:"));
  return ref?.replace(/^commit[:=]|^(?:head|tag)[:=]/, "") ?? null;
}

/** The catalogues, read by line: the file is as small as it is regular. */
export function readPnpmWorkspace(text: string): Manifest {
  const dependencies: Declared[] = [];
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
      dependencies.push({ name, spec, source: npmSource(spec), shared: true });
  }
  return { ecosystem: "npm", name: null, dependencies, overridden };
}
