// Finds scripts, make targets and headings that documentation names and that do not exist.
import { readText } from "../../changed-text.ts";
import type { Code } from "../../../change/change.ts";
import type { DocClaim, FalseClaim } from "./doc-claims.ts";
import type { DocLine } from "./doc-lines.ts";
import { outsideFences } from "./doc-lines.ts";
import { normalizePath } from "./path-index.ts";
import { once } from "../../../once.ts";

export interface NamedTarget extends DocLine {
  doc: string;
  written: string;
  target: { is: "script" | "make"; name: string } | { is: "heading"; path: string; anchor: string };
}

const script = /`(?:\$ )?((?:npm|pnpm|yarn|bun) run ([\w:.-]{2,60}))(?: [^`]{0,100})?`/g;
const make = /`(?:\$ )?(make ([a-z][\w-]{1,40}))`/g;
const anchorLink = /\]\(([^()\s#:]{0,200}\.mdx?)?#([^()\s]{1,120})\)/g;

export function namedTargets(doc: string, line: DocLine): NamedTarget[] {
  const from = (pattern: RegExp, is: "script" | "make"): NamedTarget[] =>
    [...line.text.matchAll(pattern)].map((match) => ({
      ...line,
      doc,
      written: match[1]!,
      target: { is, name: match[2]! },
    }));
  const links = /\.mdx?$/.test(doc) ? [...line.text.matchAll(anchorLink)] : [];
  return [
    ...from(script, "script"),
    ...from(make, "make"),
    ...links.map((match): NamedTarget => {
      const folder = doc.slice(0, doc.lastIndexOf("/") + 1);
      const path =
        match[1] === undefined ? doc : normalizePath(match[1].startsWith("/") ? match[1] : folder + match[1]);
      return {
        ...line,
        doc,
        written: `${match[1] ?? ""}#${match[2]!}`,
        target: { is: "heading", path, anchor: match[2]! },
      };
    }),
  ];
}

/** More manifests are a monorepo in which the script can be anywhere. */
const mostManifests = 60;

export async function findMissingTargets(code: Code, targets: readonly NamedTarget[]): Promise<FalseClaim[]> {
  if (targets.length === 0) return [];
  const paths = await code.head.paths();
  const known = { script: once(() => scripts(paths, code)), make: once(() => makeTargets(paths, code)) };
  const judged: FalseClaim[] = [];
  for (const one of targets) {
    const { target } = one;
    if (target.is === "heading") {
      if (paths.includes(target.path) && (await lacksHeading(code, target.path, target.anchor)))
        judged.push(
          missing(
            one,
            "missing-heading",
            `\`${target.path}\` has no heading for \`#${target.anchor}\``,
            "Link to a heading that exists.",
            6,
          ),
        );
    } else {
      const names = await known[target.is]();
      if (names !== null && !names.has(target.name))
        judged.push(
          missing(
            one,
            "missing-command",
            `\`${one.written}\` is not defined`,
            target.is === "make"
              ? "No makefile of the repository has this target."
              : "No package.json of the repository has this script.",
            6,
          ),
        );
    }
  }
  return judged;
}

function missing(
  claim: Pick<DocClaim, "doc" | "line" | "raw">,
  kind: FalseClaim["kind"],
  title: string,
  explanation: string,
  confidence: number,
): FalseClaim {
  return { kind, claim, title, explanation, confidence };
}

/** Null if it cannot be known: no manifest, or too many. */
async function scripts(paths: readonly string[], code: Code): Promise<Set<string> | null> {
  const manifests = paths.filter((path) => /(?:^|\/)package\.json$/.test(path));
  if (manifests.length === 0 || manifests.length > mostManifests) return null;
  const names = new Set<string>();
  for (const path of manifests) {
    try {
      const { scripts: own } = JSON.parse((await readText(code.head, path)) ?? "{}") as { scripts?: unknown };
      for (const name of Object.keys(own ?? {})) names.add(name);
    } catch {
      return null;
    }
  }
  return names;
}

async function makeTargets(paths: readonly string[], code: Code): Promise<Set<string> | null> {
  const files = paths.filter((path) => /(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$/.test(path));
  if (files.length === 0 || files.length > mostManifests) return null;
  const names = new Set<string>();
  for (const path of files) {
    const text = (await readText(code.head, path)) ?? "";
    // Patterns, computed names and includes can define any target.
    if (/^[^\s#=]*[%$][^=\n]*:|^-?include /m.test(text)) return null;
    for (const [, list] of text.matchAll(/^([\w./ -]{1,200}):(?!=)/gm))
      for (const name of list!.trim().split(/ +/)) names.add(name);
  }
  return names;
}

async function lacksHeading(code: Code, path: string, anchor: string): Promise<boolean> {
  const text = (await readText(code.head, path)) ?? "";
  const wanted = decode(anchor).toLowerCase();
  // Explicit ids, and generators that make headings from code.
  if (
    text.length > 500_000 ||
    text.includes(`"${anchor}"`) ||
    text.includes(`{#${anchor}}`) ||
    /^(?:import |\{%|\{\{)/m.test(text)
  )
    return false;
  const lines = text.split("\n");
  const isOutside = outsideFences(lines);
  const slugs = lines.flatMap((line, index) => {
    const title =
      /^ {0,3}#{1,6}\s+(.+?)\s*#*\s*$/.exec(isOutside[index] ? line.slice(0, 500) : "")?.[1] ??
      (/^(?:={3,}|-{3,})\s*$/.test(line) ? lines[index - 1] : undefined);
    return title === undefined ? [] : [slugOf(title)];
  });
  const base = wanted.replace(/-\d+$/, "");
  const loose = (slug: string) => slug.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return slugs.length > 0 && !slugs.some((slug) => loose(slug) === loose(wanted) || loose(slug) === loose(base));
}

function slugOf(title: string): string {
  return title
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<[^>]*>/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
