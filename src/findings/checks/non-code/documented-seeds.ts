// Finds credentials that the base's own docs publish as test seeds.
import { readText } from "../../changed-text.ts";
import type { Tree } from "../../../change/change.ts";

/** Guides for developers, not all documentation: a changelog or a blog publishes no seeds. */
const guidance =
  /^(?:[^/]+\/){0,3}(?:README|CONTRIBUTING|DEVELOP(?:MENT|ING)?|HACKING|SETUP|INSTALL|TESTING|AGENTS|CLAUDE|GEMINI|copilot-instructions)[^/]*$|(?:^|\/)(?:docs?|documentation)\/.+\.(?:mdx?|rst|adoc|txt)$/i;
const mostFiles = 400;

/** The docs must call it a seed: a live secret that someone pasted into a README is still a leak. */
const seedWords =
  /\b(?:seed(?:s|ed|ing)?|test(?:s|ing)?|local(?:ly|host)?|dev(?:elopment)?|demo|sandbox|emulator|dummy|fake|throw-?away|public)\b/i;
/** How many lines around the value may call it a seed. */
const nearbyLines = 4;

export async function findDocumentedSeeds(
  leaks: readonly { value: string }[],
  base: Tree,
): Promise<ReadonlySet<string>> {
  const seeds = new Set<string>();
  const values = new Set(leaks.map(({ value }) => value));
  if (values.size === 0) return seeds;
  const paths = (await base.paths()).filter((path) => guidance.test(path)).toSorted(byDepth);
  for (const path of paths.slice(0, mostFiles)) {
    const text = (await readText(base, path)) ?? "";
    for (const value of values) if (isCalledSeed(text, value)) seeds.add(value);
  }
  return seeds;
}

function byDepth(a: string, b: string): number {
  return a.split("/").length - b.split("/").length || (a < b ? -1 : 1);
}

function isCalledSeed(text: string, value: string): boolean {
  const at = text.indexOf(value);
  if (at < 0) return false;
  let start = at;
  let end = at + value.length;
  for (let line = 0; line <= nearbyLines; line++) {
    start = Math.max(0, text.lastIndexOf("\n", start - 1));
    const next = text.indexOf("\n", end + 1);
    end = next < 0 ? text.length : next;
    if (start === 0 && end === text.length) break;
  }
  const around = text.slice(Math.max(start, at - 2000), at) + text.slice(at + value.length, Math.min(end, at + 2000));
  return seedWords.test(around);
}
