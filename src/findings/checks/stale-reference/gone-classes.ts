// Classes that no stylesheet gives a look to any more, while markup still asks for them.
import type { Quote, Tree } from "../../../change/change.ts";
import type { FileDiff } from "../../../change/diff.ts";
import { isFixture, isNoisePath, isNotHandWritten, isProse, isTest } from "../../../change/file-kinds.ts";
import type { NameUse } from "../../../change/symbols/symbols.ts";
import { firstOfEachFile, mostNames, mostParsed, type Ground, type Hunt, type Stale } from "./hunt.ts";
import { importsFramework, mayBeLibrarys, usesFramework } from "./style-frameworks.ts";
import { classesIn, holdsStyle, isCssModule, isStylesheet, type Styled } from "./stylesheets.ts";

interface GoneClass {
  name: string;
  /** The line at base that gave it a look. */
  quote: Quote;
  /** The one file whose markup it was for; null where it was for all. */
  only: string | null;
}

/** Past this many stylesheets, what the others define is not known. */
const mostStylesheets = 1500;
const markup =
  /\.(?:html?|xhtml|[jt]sx?|mjs|gjs|gts|vue|svelte|astro|hbs|handlebars|mustache|ejs|erb|njk|liquid|twig|php|cshtml|razor|jinja2?|j2|tmpl|gohtml|ftl|jsp)$/i;
const attribute = /(?<![\w:.@$-])class(?:Name)?\s{0,3}=\s{0,3}(?:"([^"]{1,1000})"|'([^']{1,1000})')/g;
/** These are written without braces, or put names together in ways of their own. */
const otherStylesheet = /\.(?:sass|styl(?:us)?)$/i;

export async function goneClasses(ground: Ground): Promise<Hunt | null> {
  const gone = (await classesGone(ground)).slice(0, mostNames);
  if (gone.length === 0 || (await usesFramework(ground.code.head))) return null;
  return {
    names: gone.map(({ name }) => name),
    async stale(uses) {
      const found: Stale[] = [];
      for (const one of gone) {
        const at = uses.get(one.name);
        if (at && !at.cut) found.push(...(await staleIn(one, at.at, ground)));
      }
      const defined = found.length === 0 ? null : await definedAtHead(ground.code.head);
      if (defined === null) return [];
      const left: Stale[] = [];
      for (const one of found) if (!defined(one.name) && !(await isStyledWithin(one, ground.code.head))) left.push(one);
      return firstOfEachFile(left);
    },
  };
}

async function classesGone({ change, code }: Ground): Promise<GoneClass[]> {
  const before = new Map<string, GoneClass>();
  const after: Styled[] = [];
  for (const file of change.files.filter(mayLoseClasses).slice(0, mostParsed)) {
    const { oldPath, newPath } = file;
    const now = newPath === null ? null : await textAt(code.head, newPath);
    if (now !== null) after.push(classesIn(newPath!, now));
    // A page takes its own styles along, and one too large to read may still have them.
    if (now === null && (newPath !== null || !isStylesheet(oldPath!))) continue;
    const text = (await textAt(code.base, oldPath!)) ?? "";
    const lines = text.split("\n");
    for (const [name, line] of classesIn(oldPath!, text).classes) {
      const quote: Quote = { path: oldPath!, side: "base", start: line, end: line, text: lines[line - 1] ?? "" };
      before.set(name, { name, quote, only: isStylesheet(oldPath!) ? null : newPath });
    }
  }
  return [...before.values()].filter(({ name }) => isTelling(name) && !after.some((one) => isIn(name, one)));
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

/** A plain word may be anybody's. */
function isTelling(name: string): boolean {
  const letters = name.replaceAll(/[^A-Za-z]/g, "").length;
  return letters >= 3 && name.length <= 80 && (/[-_]/.test(name) || letters >= 8) && !mayBeLibrarys(name);
}

function isIn(name: string, { classes, pieces }: Styled): boolean {
  return classes.has(name) || pieces.some((piece) => name.includes(piece));
}

/** A class that code or a selector also names is kept for something other than its look. */
async function staleIn(gone: GoneClass, uses: readonly NameUse[], { places }: Ground): Promise<Stale[]> {
  const found: Stale[] = [];
  for (const use of uses.filter(({ text }) => standsAlone(text, gone.name))) {
    if (isProse(use.path)) continue;
    if (use.text.length > 5000 || isStylesheet(use.path) || otherStylesheet.test(use.path)) return [];
    const columns = markup.test(use.path) ? columnsOf(use.text, gone.name) : [];
    const where = await places.at(use.path, use.line, columns[0] ?? use.text.indexOf(gone.name));
    if (where === "comment" || where === "docs") continue;
    // As many as there are: one more is a string, a name or a selector.
    if (columns.length < countOf(use.text, gone.name)) return [];
    const isHere = gone.only === null || gone.only === use.path;
    if (isHere && where !== "none" && where !== "list" && !isTest(use.path)) found.push(said(gone, use));
  }
  return found;
}

/** The search knows words of letters and digits; a class may go on after a hyphen. */
function wholeName(name: string): RegExp {
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "g");
}

function standsAlone(text: string, name: string): boolean {
  return wholeName(name).test(text);
}

function countOf(text: string, name: string): number {
  return [...text.matchAll(wholeName(name))].length;
}

/** Where each `class="…"` begins that has the name among its words. */
function columnsOf(text: string, name: string): number[] {
  return [...text.matchAll(attribute)].flatMap((match) =>
    (match[1] ?? match[2]!).split(/\s+/).flatMap((word) => (word === name ? [match.index] : [])),
  );
}

/** Whether any stylesheet has the class at head, vendored ones included; null where that cannot be told. */
async function definedAtHead(head: Tree): Promise<((name: string) => boolean) | null> {
  const paths = await head.paths();
  const sheets = paths.filter(isStylesheet);
  if (sheets.length > mostStylesheets || paths.some((path) => otherStylesheet.test(path) && !isNoisePath(path)))
    return null;
  const styled: Styled[] = [];
  for (const path of sheets) {
    const text = await textAt(head, path);
    if (text === null || importsFramework(text)) return null;
    styled.push(classesIn(path, text));
  }
  return (name) => styled.some((one) => isIn(name, one));
}

/** By its own styles, or by a stylesheet from elsewhere that it links to. */
async function isStyledWithin({ path, name }: Stale, head: Tree): Promise<boolean> {
  const text = holdsStyle(path) ? ((await textAt(head, path)) ?? "") : "";
  return isIn(name, classesIn(path, text)) || /<link\b[^>]{0,500}\bhref=["']?(?:https?:)?\/\//i.test(text);
}

async function textAt(tree: Tree, path: string): Promise<string | null> {
  const bytes = await tree.read(path);
  return bytes ? new TextDecoder().decode(bytes) : null;
}

function said({ name, quote, only }: GoneClass, use: NameUse): Stale {
  const styles = only === null ? "no stylesheet" : "no style of this file";
  return {
    ...use,
    kind: "class-in-markup",
    name,
    and: [quote],
    confidence: 4,
    title: `The class \`${name}\` has no rule any more, and this line still uses it`,
    explanation: `This change removes \`.${name}\` from \`${quote.path}\`, and ${styles} in the repository has it at head. Use the class that takes its place, or drop it here if it is not needed.`,
  };
}
