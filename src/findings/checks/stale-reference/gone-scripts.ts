// Finds commands that run removed package.json scripts.
import { readText } from "../../changed-text.ts";
import { parseTree, findNodeAtLocation, type Node } from "jsonc-parser";
import type { Quote } from "../../../change/change.ts";
import type { NameUse } from "../../../change/symbols/symbols.ts";
import { folderOf, inFolder, fileName, resolveFrom } from "../../../change/paths.ts";
import type { SearchContext, ReferenceSearch, StaleReference } from "./reference-search.ts";
import { isExcludedPath, mentionsPast, type LineClassifier } from "./line-classifier.ts";
import { picksPackage, mayBeProgram, packageFolderAt, findScriptRuns, type ScriptRun } from "./script-runs.ts";

interface Script {
  name: string;
  /** The command that it ran. */
  body: string;
  quote: Quote;
  /** The package that lost the script. */
  package: { name: string | null; folder: string };
}

/** Scripts that npm runs itself or that every package has. */
const commonScript =
  /^(?:pre|post)?(?:test|build|start|dev|lint|format|install|publish|prepare|version|watch|clean|check|serve|docs|release)$/;

export async function searchGoneScripts({ change, code, classifier }: SearchContext): Promise<ReferenceSearch | null> {
  const before: Script[] = [];
  const after = new Set<string>();
  for (const { oldPath, newPath } of change.files) {
    if (oldPath !== null && isManifest(oldPath)) before.push(...(await readScripts(code.base, oldPath)));
    if (newPath !== null && isManifest(newPath))
      for (const { name } of await readScripts(code.head, newPath)) after.add(name);
  }
  const gone = before.filter(
    ({ name }) => !after.has(name) && !commonScript.test(name) && /^[\w:.-]{3,60}$/.test(name),
  );
  if (gone.length === 0) return null;
  return {
    names: gone.map(({ name }) => name),
    async findStale(uses) {
      const references: StaleReference[] = [];
      const manifests = (await code.head.paths()).filter(isManifest);
      const folders = new Set([...manifests.map(folderOf), ...gone.map((script) => script.package.folder)]);
      for (const script of gone) {
        const at = uses.get(script.name)?.at ?? [];
        // Another package of the repository has a script of that name.
        if (await existsInOtherPackage(script.name, at, code.head)) continue;
        const program = mayBeProgram(
          script.name,
          script.body,
          await readDependencyNames(code.head, script.package.folder),
        );
        for (const use of at) {
          const runs = findScriptRuns(use.text).filter((run) => run.script === script.name);
          const sure = await judgeRuns(runs, script, use, { folders, program, classifier });
          if (sure === "no") continue;
          const where = await classifier.kindAt(use.path, use.line, use.text.indexOf(script.name));
          if (where === "none" || isExcludedPath(use.path) || mentionsPast(use.text)) continue;
          const isText = where === "docs" || where === "comment";
          // People find the right folder themselves; a program runs where it is.
          if (sure === "perhaps" && !isText) continue;
          const one = toStaleReference(script, use, isText ? "script-in-docs" : "script-in-code");
          references.push(sure === "perhaps" ? { ...one, confidence: 4 } : one);
        }
      }
      return references;
    },
  };
}

function isManifest(path: string): boolean {
  return fileName(path) === "package.json";
}

async function existsInOtherPackage(
  name: string,
  at: readonly NameUse[],
  head: SearchContext["code"]["head"],
): Promise<boolean> {
  for (const path of new Set(at.flatMap((use) => (isManifest(use.path) ? use.path : []))))
    if ((await readScripts(head, path)).some((script) => script.name === name)) return true;
  return false;
}

function parseManifest(text: string): Node | undefined {
  return text !== "" && text.length < 1_000_000 ? parseTree(text) : undefined;
}

async function readScripts(tree: SearchContext["code"]["base"], path: string): Promise<Script[]> {
  const text = (await readText(tree, path)) ?? "";
  const root = parseManifest(text);
  const scripts = root && findNodeAtLocation(root, ["scripts"]);
  const called: unknown = root && findNodeAtLocation(root, ["name"])?.value;
  const own = { name: typeof called === "string" ? called : null, folder: folderOf(path) };
  return (scripts?.children ?? []).flatMap((property) => {
    const [name, body]: unknown[] = (property.children ?? []).map(({ value }): unknown => value);
    if (typeof name !== "string") return [];
    return [
      { name, body: typeof body === "string" ? body : "", quote: quoteProperty(path, text, property), package: own },
    ];
  });
}

function quoteProperty(path: string, text: string, { offset }: Node): Quote {
  const start = text.slice(0, offset).split("\n").length;
  return { path, side: "base", start, end: start, text: (text.split("\n")[start - 1] ?? "").replace(/\r$/, "") };
}

interface RunContext {
  /** Folders that contain a package, at base or head. */
  folders: ReadonlySet<string>;
  program: boolean;
  classifier: LineClassifier;
}

type Certainty = "yes" | "perhaps" | "no";

async function judgeRuns(
  runs: readonly ScriptRun[],
  script: Script,
  use: NameUse,
  around: RunContext,
): Promise<Certainty> {
  const answers = await Promise.all(runs.map((run) => judgeRun(run, script, use, around)));
  return answers.find((one) => one === "yes") ?? answers.find((one) => one === "perhaps") ?? "no";
}

/** Whether the command runs the script of this package: it may mean another package's script or none. */
async function judgeRun(
  run: ScriptRun,
  script: Script,
  use: NameUse,
  { folders, program, classifier }: RunContext,
): Promise<Certainty> {
  if (run.mayBeProgram && program) return "no";
  if (run.everywhere) return "yes";
  if (run.package !== null) return picksPackage(run.package, script.package) ? "yes" : "no";
  const set = await findWorkingFolder(use, classifier);
  return (set ?? packageFolderAt(use.path, use.text, folders)) === script.package.folder ? "yes" : "perhaps";
}

/** The `working-directory` that a workflow step sets near its command. */
async function findWorkingFolder({ path, line }: NameUse, classifier: LineClassifier): Promise<string | null> {
  if (!/\.ya?ml$/.test(path)) return null;
  const lines = (await classifier.scan(path))?.lines ?? [];
  const near = lines.slice(Math.max(0, line - 5), line + 4).join("\n");
  const folder = /\bworking-directory: *["']?([\w./@-]+)/.exec(near)?.[1];
  return folder === undefined ? null : resolveFrom("", folder);
}

/** Dependencies of the nearest and of the root manifest. */
async function readDependencyNames(tree: SearchContext["code"]["base"], folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const place of new Set([folder, ""])) {
    const root = parseManifest((await readText(tree, inFolder(place, "package.json"))) ?? "");
    for (const list of ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"])
      for (const property of (root && findNodeAtLocation(root, [list])?.children) ?? []) {
        const name: unknown = property.children?.[0]?.value;
        if (typeof name === "string") names.push(name);
      }
  }
  return names;
}

function toStaleReference({ name, quote }: Script, use: NameUse, kind: string): StaleReference {
  return {
    ...use,
    kind,
    name,
    and: [quote],
    title: `The script \`${name}\` was removed, and this line still runs it`,
    explanation: `This change removes \`${name}\` from the scripts of \`${quote.path}\`, and no package.json has it any more. The command fails now.`,
  };
}
