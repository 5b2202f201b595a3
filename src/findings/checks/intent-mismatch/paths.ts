// What a path counts as when the author's words are held against it.
import { categoryOf, isFixture, isNoisePath, isNotHandWritten, isProse, isTest } from "../../../change/file-kinds.ts";
import { languageFor, type Family } from "../../text/languages.ts";
import { folderPattern } from "../../../change/word-patterns.ts";

const codeFamilies: ReadonlySet<Family> = new Set(["js", "python", "ruby", "php", "rust", "go", "c"]);
/** Code that documents or serves documentation, and code about the repository rather than of the product. */
const beside = folderPattern(`
  docs? documentation docs?[-_][^/]+ [^/]+[-_]docs? website www site examples? demos? samples? playgrounds? tutorials?
  blog storybook stories scripts? tools? benchmarks? templates? template-[^/]+ misc [^/]+-config \\.[^/]+
`);
const besideFile = /\.stories\.|\.config\.|\.d\.[cm]?ts$|(?:^|\/)(?:conf|setup)\.py$/i;
/** Where the look of things is written: `style:` there means what people see. */
const looks = /\.(?:tsx|jsx|vue|svelte|astro|html|dart|swift|css|scss|less|erb|blade\.php)$/i;
const looksFolder = folderPattern("styles? themes? css ui components");
/** Text that a program reads: prompts, skills and templates are the product there. */
const readByPrograms = folderPattern(
  "prompts? skills? agents? templates? rules commands content posts? instructions \\.[^/]+",
);
const fileForPrograms = /(?:^|\/)(?:AGENTS|CLAUDE|SKILL)\.md$|\.prompt\.md$/i;

export function isSource(path: string): boolean {
  const family = languageFor(path)?.family;
  if (family === undefined || !codeFamilies.has(family)) return false;
  return (
    categoryOf(path) === "source" &&
    !beside.test(path) &&
    !besideFile.test(path) &&
    !isNotHandWritten(path) &&
    !isFixture(path)
  );
}

export function isAboutLooks(path: string): boolean {
  return looks.test(path) || looksFolder.test(path);
}

export type Role = "docs" | "test" | "other";

export function roleOf(path: string): Role {
  if (isNoisePath(path) && !isTest(path)) return "other";
  if (isTest(path)) return "test";
  return isProse(path) && !readByPrograms.test(path) && !fileForPrograms.test(path) ? "docs" : "other";
}
