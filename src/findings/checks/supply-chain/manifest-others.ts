// Reads go.mod, Gemfile and composer.json.
import { parse, type ParseError } from "jsonc-parser";
import { gitSource, insideSource, asRecord, registrySource, asString } from "./dependency.ts";
import type { DeclaredDependency, DependencyManifest } from "./dependency.ts";

export function readGoMod(text: string): DependencyManifest {
  const dependencies: DeclaredDependency[] = [];
  const overridden = new Set<string>();
  let block = "";
  let name: string | null = null;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.replace(/\/\/.*$/, "").trim();
    if (line === ")") block = "";
    const [, directive = "", rest = ""] = /^(module|require|replace)\s+(.*)$/.exec(line) ?? [];
    if (/\($/.test(line)) {
      block = line.slice(0, -1).trim();
      continue;
    }
    const kind = directive === "" ? block : directive;
    const content = (directive === "" ? line : rest).trim();
    if (kind === "module") name = content;
    const required = kind === "require" ? /^(\S+)\s+(v\S+)$/.exec(content) : null;
    if (required) dependencies.push({ name: required[1] ?? "", spec: required[2] ?? "", source: registrySource });
    const replaced = kind === "replace" ? /^(\S+)(?:\s+v\S+)?\s*=>\s*(\S+)(?:\s+(v\S+))?$/.exec(content) : null;
    if (replaced) {
      const [, from = "", to = "", version] = replaced;
      overridden.add(from);
      const isInside = /^\.{1,2}(?:\/|$)/.test(to) || to === from;
      dependencies.push({
        name: from,
        spec: `=> ${to} ${version ?? ""}`.trim(),
        source: isInside ? insideSource : gitSource(to, version ?? null),
        onLineWith: to,
        shared: true,
      });
    }
  }
  return { ecosystem: "go", name, dependencies, overridden };
}

const gemLine = /^(\s*)gem\s*\(?\s*["']([\w.-]+)["'](.*)$/;

/** Returns unconditional gems. Conditional ones may never be installed and are skipped. */
export function readGemfile(text: string): DependencyManifest {
  const dependencies: DeclaredDependency[] = [];
  const conditions: number[] = [];
  for (const line of text.split(/\r?\n/)) {
    const indent = line.length - line.trimStart().length;
    const word = /^\s*(if|unless|case|else|elsif|install_if|end)\b/.exec(line)?.[1];
    if (word === "end" && conditions.at(-1) === indent) conditions.pop();
    else if (word !== undefined && word !== "end" && !word.startsWith("els")) conditions.push(indent);
    const match = gemLine.exec(line);
    // A version in a variable or a condition is known only at run time.
    if (!match || conditions.length > 0 || /\s(?:if|unless)\s|^\s*,\s*[*\w]+\s*(?:[,)]|$)/.test(match[3] ?? ""))
      continue;
    dependencies.push(parseGem(match[2] ?? "", match[3] ?? ""));
  }
  return { ecosystem: "ruby", name: null, dependencies, overridden: new Set() };
}

function parseGem(name: string, rest: string): DeclaredDependency {
  const versions = /^(?:\s*,\s*["'][^"']*["'])+/.exec(rest)?.[0] ?? "";
  const spec = [...versions.matchAll(/["']([^"']*)["']/g)].map((match) => match[1]?.trim()).join(",");
  const option = (key: string) => new RegExp(`\\b${key}(?::|["']?\\s*=>)\\s*["']([^"']+)["']`).exec(rest)?.[1] ?? null;
  const url = option("git") ?? option("github");
  const ref = option("ref") ?? option("tag") ?? option("branch");
  if (url !== null) return { name, spec, source: gitSource(url, ref) };
  return { name, spec, source: option("path") === null ? registrySource : insideSource };
}

export function readComposerJson(text: string): DependencyManifest | null {
  const errors: ParseError[] = [];
  const json = asRecord(parse(text, errors));
  if (errors.length > 0) return null;
  const dependencies = ["require", "require-dev"].flatMap((group) =>
    Object.entries(asRecord(json[group])).flatMap(([name, spec]): DeclaredDependency[] =>
      name.includes("/") && typeof spec === "string"
        ? [{ name: name.toLowerCase(), spec: spec.trim(), source: registrySource }]
        : [],
    ),
  );
  return { ecosystem: "php", name: asString(json["name"]), dependencies, overridden: new Set() };
}
