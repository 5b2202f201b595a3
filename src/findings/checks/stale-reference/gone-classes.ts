// Finds markup that uses CSS classes that no stylesheet defines any more.
import { readText } from "../../changed-text.ts";
import type { Quote, Tree } from "../../../change/change.ts";
import type { FileDiff } from "../../../change/diff.ts";
import { isFixture, isNoisePath, isNotHandWritten, isProse, isTest } from "../../../change/file-kinds.ts";
import type { NameUse } from "../../../change/symbols/symbols.ts";
import {
  firstOfEachFile,
  mostNames,
  mostParsed,
  type SearchContext,
  type ReferenceSearch,
  type StaleReference,
} from "./reference-search.ts";
import { importsFramework, mayBelongToLibrary, usesFramework } from "./style-frameworks.ts";
import { findClasses, holdsStyle, isCssModule, isStylesheet, type StyledClasses } from "./stylesheets.ts";

interface GoneClass {
  name: string;
  /** The line at base that defined it. */
  quote: Quote;
  /** The only file that the style applied to; null if it applied everywhere. */
  only: string | null;
}

/** With more stylesheets, the set of defined classes is unknown. */
const mostStylesheets = 1500;
const markup =
  /\.(?:html?|xhtml|[jt]sx?|mjs|gjs|gts|vue|svelte|astro|hbs|handlebars|mustache|ejs|erb|njk|liquid|twig|php|cshtml|razor|jinja2?|j2|tmpl|gohtml|ftl|jsp)$/i;
const attribute = /(?<![\w:.@$-])class(?:Name)?\s{0,3}=\s{0,3}(?:"([^"]{1,1000})"|'([^']{1,1000})')/g;
/** Formats without braces, or with their own way to compose names. */
const otherStylesheet = /\.(?:sass|styl(?:us)?)$/i;

export async function searchGoneClasses(context: SearchContext): Promise<ReferenceSearch | null> {
  const gone = (await findGoneClasses(context)).slice(0, mostNames);
  if (gone.length === 0 || (await usesFramework(context.code.head))) return null;
  return {
    names: gone.map(({ name }) => name),
    async findStale(uses) {
      const references: StaleReference[] = [];
      for (const one of gone) {
        const at = uses.get(one.name);
        if (at && !at.cut) references.push(...(await findStaleUses(one, at.at, context)));
      }
      const defined = references.length === 0 ? null : await readDefinedClasses(context.code.head);
      if (defined === null) return [];
      const left: StaleReference[] = [];
      for (const one of references)
        if (!defined(one.name) && !(await isStyledWithin(one, context.code.head))) left.push(one);
      return firstOfEachFile(left);
    },
  };
}

async function findGoneClasses({ change, code }: SearchContext): Promise<GoneClass[]> {
  const before = new Map<string, GoneClass>();
  const after: StyledClasses[] = [];
  for (const file of change.files.filter(mayLoseClasses).slice(0, mostParsed)) {
    const { oldPath, newPath } = file;
    const now = newPath === null ? null : await readText(code.head, newPath);
    if (now !== null) after.push(findClasses(newPath!, now));
    // A deleted page took its own styles along; a page that is too large to read may still have them.
    if (now === null && (newPath !== null || !isStylesheet(oldPath!))) continue;
    const text = (await readText(code.base, oldPath!)) ?? "";
    const lines = text.split("\n");
    for (const [name, line] of findClasses(oldPath!, text).classes) {
      const quote: Quote = { path: oldPath!, side: "base", start: line, end: line, text: lines[line - 1] ?? "" };
      before.set(name, { name, quote, only: isStylesheet(oldPath!) ? null : newPath });
    }
  }
  return [...before.values()].filter(({ name }) => isDistinctive(name) && !after.some((one) => hasClass(name, one)));
}

function mayLoseClasses({ oldPath, status, binary, deletions }: FileDiff): boolean {
  if (oldPath === null || binary || status === "copied" || (deletions === 0 && status !== "deleted")) return false;
  return (
    holdsStyle(oldPath) &&
    !isCssModule(oldPath) &&
    !isNotHandWritten(oldPath) &&
    !isFixture(oldPath) &&
    !isTest(oldPath)
  );
}

/** A plain word may be used by anyone. */
function isDistinctive(name: string): boolean {
  const letters = name.replaceAll(/[^A-Za-z]/g, "").length;
  return letters >= 3 && name.length <= 80 && (/[-_]/.test(name) || letters >= 8) && !mayBelongToLibrary(name);
}

function hasClass(name: string, { classes, pieces }: StyledClasses): boolean {
  return classes.has(name) || pieces.some((piece) => name.includes(piece));
}

/** A class that code or a selector also uses serves more than appearance. */
async function findStaleUses(
  gone: GoneClass,
  uses: readonly NameUse[],
  { classifier }: SearchContext,
): Promise<StaleReference[]> {
  const references: StaleReference[] = [];
  for (const use of uses.filter(({ text }) => occursAlone(text, gone.name))) {
    if (isProse(use.path)) continue;
    if (use.text.length > 5000 || isStylesheet(use.path) || otherStylesheet.test(use.path)) return [];
    const columns = markup.test(use.path) ? attributeColumns(use.text, gone.name) : [];
    const where = await classifier.kindAt(use.path, use.line, columns[0] ?? use.text.indexOf(gone.name));
    if (where === "comment" || where === "docs") continue;
    // An occurrence outside a class attribute is a string, a name or a selector.
    if (columns.length < countOccurrences(use.text, gone.name)) return [];
    const applies = gone.only === null || gone.only === use.path;
    if (applies && where !== "none" && where !== "list" && !isTest(use.path))
      references.push(toStaleReference(gone, use));
  }
  return references;
}

/** The search matches words of letters and digits; a class may continue after a hyphen. */
function wholeName(name: string): RegExp {
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "g");
}

function occursAlone(text: string, name: string): boolean {
  return wholeName(name).test(text);
}

function countOccurrences(text: string, name: string): number {
  return [...text.matchAll(wholeName(name))].length;
}

/** The columns of the `class="…"` attributes that contain the name. */
function attributeColumns(text: string, name: string): number[] {
  return [...text.matchAll(attribute)].flatMap((match) =>
    (match[1] ?? match[2]!).split(/\s+/).flatMap((word) => (word === name ? [match.index] : [])),
  );
}

/**
 * Returns a lookup of the classes that any stylesheet defines at head, vendored ones included; null if that is unknown.
 */
async function readDefinedClasses(head: Tree): Promise<((name: string) => boolean) | null> {
  const paths = await head.paths();
  const sheets = paths.filter(isStylesheet);
  if (sheets.length > mostStylesheets || paths.some((path) => otherStylesheet.test(path) && !isNoisePath(path)))
    return null;
  const styled: StyledClasses[] = [];
  for (const path of sheets) {
    const text = await readText(head, path);
    if (text === null || importsFramework(text)) return null;
    styled.push(findClasses(path, text));
  }
  return (name) => styled.some((one) => hasClass(name, one));
}

/** Whether its own styles, or an external stylesheet that it links to, may define the class. */
async function isStyledWithin({ path, name }: StaleReference, head: Tree): Promise<boolean> {
  const text = holdsStyle(path) ? ((await readText(head, path)) ?? "") : "";
  return hasClass(name, findClasses(path, text)) || /<link\b[^>]{0,500}\bhref=["']?(?:https?:)?\/\//i.test(text);
}

function toStaleReference({ name, quote, only }: GoneClass, use: NameUse): StaleReference {
  const styles = only === null ? "no stylesheet" : "no style of this file";
  return {
    ...use,
    kind: "class-in-markup",
    name,
    and: [quote],
    confidence: 4,
    title: `The class \`${name}\` has no rule any more, and this line still uses it`,
    explanation: `This change removes \`.${name}\` from \`${quote.path}\`, and ${styles} in the repository defines it at head. Use the class that replaces it, or remove it here if it is not needed.`,
  };
}
