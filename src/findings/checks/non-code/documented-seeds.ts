// Finds credentials that the base publishes itself: as test seeds in its docs, or in its example files.
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

/** Settings to copy and fill in, such as `.env.example`: whoever copies them as they are uses these values. */
const exampleFile =
  /(?:^|\/)[^/]*(?:[._-](?:example|sample|template|tmpl|dist|defaults?)(?=[._-]|$)|^(?:example|sample)[._-])[^/]*$/i;

export interface PublishedValues {
  /** The docs call them seeds. */
  seeds: ReadonlySet<string>;
  /** They stand in an example file. */
  examples: ReadonlySet<string>;
}

export async function findPublishedValues(leaks: readonly { value: string }[], base: Tree): Promise<PublishedValues> {
  const [seeds, examples] = [new Set<string>(), new Set<string>()];
  const values = new Set(leaks.map(({ value }) => value));
  if (values.size === 0) return { seeds, examples };
  const paths = (await base.paths()).filter((path) => guidance.test(path) || exampleFile.test(path)).toSorted(byDepth);
  for (const path of paths.slice(0, mostFiles)) {
    const text = (await readText(base, path)) ?? "";
    for (const value of values) {
      if (guidance.test(path) && isCalledSeed(text, value)) seeds.add(value);
      if (isExampleFile(path) && text.includes(value)) examples.add(value);
    }
  }
  return { seeds, examples };
}

export function isExampleFile(path: string): boolean {
  return exampleFile.test(path);
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
