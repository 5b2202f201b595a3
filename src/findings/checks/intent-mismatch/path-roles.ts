// Classifies paths as documentation, tests, presentation or product source.
import { categoryOf, isFixture, isNoisePath, isNotHandWritten, isProse, isTest } from "../../../change/file-kinds.ts";
import { languageFor, type Family } from "../../text/languages.ts";
import { folderPattern } from "../../../change/word-patterns.ts";

const codeFamilies: ReadonlySet<Family> = new Set(["js", "python", "ruby", "php", "rust", "go", "c"]);
/** Code for documentation, and code about the repository instead of the product. */
const supportFolder = folderPattern(`
  docs? documentation docs?[-_][^/]+ [^/]+[-_]docs? website www site examples? demos? samples? playgrounds? tutorials?
  blog storybook stories scripts? tools? benchmarks? templates? template-[^/]+ misc [^/]+-config \\.[^/]+
`);
const supportFile = /\.stories\.|\.config\.|\.d\.[cm]?ts$|(?:^|\/)(?:conf|setup)\.py$/i;
/** Files with visual styles: there `style:` means appearance. */
const presentationFile = /\.(?:tsx|jsx|vue|svelte|astro|html|dart|swift|css|scss|less|erb|blade\.php)$/i;
const presentationFolder = folderPattern("styles? themes? css ui components");
/** Prompts, skills and templates: text that programs read is product source. */
const readByPrograms = folderPattern(
  "prompts? skills? agents? templates? rules commands content posts? instructions \\.[^/]+",
);
const fileForPrograms = /(?:^|\/)(?:AGENTS|CLAUDE|SKILL)\.md$|\.prompt\.md$/i;

export function isProductSource(path: string): boolean {
  const family = languageFor(path)?.family;
  if (family === undefined || !codeFamilies.has(family)) return false;
  return (
    categoryOf(path) === "source" &&
    !supportFolder.test(path) &&
    !supportFile.test(path) &&
    !isNotHandWritten(path) &&
    !isFixture(path)
  );
}

export function isPresentationPath(path: string): boolean {
  return presentationFile.test(path) || presentationFolder.test(path);
}

export type PathRole = "docs" | "test" | "other";

export function pathRole(path: string): PathRole {
  if (isNoisePath(path) && !isTest(path)) return "other";
  if (isTest(path)) return "test";
  return isProse(path) && !readByPrograms.test(path) && !fileForPrograms.test(path) ? "docs" : "other";
}
