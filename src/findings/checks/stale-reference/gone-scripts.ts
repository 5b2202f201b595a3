// Scripts of a package.json that are gone, and the commands that still run them.
import { parseTree, findNodeAtLocation, type Node } from "jsonc-parser";
import type { Quote } from "../../../change/change.ts";
import type { NameUse } from "../../../change/symbols/symbols.ts";
import { folderOf, inFolder, fileName, resolveFrom } from "../../../change/paths.ts";
import type { Ground, Hunt, Stale } from "./hunt.ts";
import { isLeftAlone, tellsOfThePast, type Places } from "./places.ts";
import { isPicked, mayBeProgram, packageAt, scriptRuns, type ScriptRun } from "./script-runs.ts";

interface Script {
  name: string;
  /** What it ran. */
  body: string;
  quote: Quote;
  /** The name and the folder of the package that lost it. */
  package: { name: string | null; folder: string };
}

/** What npm runs by itself, and what every package has. */
const common =
  /^(?:pre|post)?(?:test|build|start|dev|lint|format|install|publish|prepare|version|watch|clean|check|serve|docs|release)$/;

export async function goneScripts({ change, code, places }: Ground): Promise<Hunt | null> {
  const before: Script[] = [];
  const after = new Set<string>();
  for (const { oldPath, newPath } of change.files) {
    if (oldPath !== null && isManifest(oldPath)) before.push(...(await scriptsAt(code.base, oldPath)));
    if (newPath !== null && isManifest(newPath))
      for (const { name } of await scriptsAt(code.head, newPath)) after.add(name);
  }
  const gone = before.filter(({ name }) => !after.has(name) && !common.test(name) && /^[\w:.-]{3,60}$/.test(name));
  if (gone.length === 0) return null;
  return {
    names: gone.map(({ name }) => name),
    async stale(uses) {
      const found: Stale[] = [];
      const manifests = (await code.head.paths()).filter(isManifest);
      const folders = new Set([...manifests.map(folderOf), ...gone.map((script) => script.package.folder)]);
      for (const script of gone) {
        const at = uses.get(script.name)?.at ?? [];
        // Another package of the repository has a script of that name.
        if (await isElsewhere(script.name, at, code.head)) continue;
        const program = mayBeProgram(script.name, script.body, await dependenciesAt(code.head, script.package.folder));
        for (const use of at) {
          const runs = scriptRuns(use.text).filter((run) => run.script === script.name);
          const sure = await howSure(runs, script, use, { folders, program, places });
          if (sure === "no") continue;
          const where = await places.at(use.path, use.line, use.text.indexOf(script.name));
          if (where === "none" || isLeftAlone(use.path) || tellsOfThePast(use.text)) continue;
          const isText = where === "docs" || where === "comment";
          // A reader goes to the right folder by himself; a program runs where it is.
          if (sure === "perhaps" && !isText) continue;
          const one = said(script, use, isText ? "script-in-docs" : "script-in-code");
          found.push(sure === "perhaps" ? { ...one, confidence: 4 } : one);
        }
      }
      return found;
    },
  };
}

function isManifest(path: string): boolean {
  return fileName(path) === "package.json";
}

async function isElsewhere(name: string, at: readonly NameUse[], head: Ground["code"]["head"]): Promise<boolean> {
  for (const path of new Set(at.flatMap((use) => (isManifest(use.path) ? use.path : []))))
    if ((await scriptsAt(head, path)).some((script) => script.name === name)) return true;
  return false;
}

async function textAt(tree: Ground["code"]["base"], path: string): Promise<string | null> {
  const bytes = await tree.read(path);
  return bytes ? new TextDecoder().decode(bytes) : null;
}

function parseManifest(text: string): Node | undefined {
  return text !== "" && text.length < 1_000_000 ? parseTree(text) : undefined;
}

async function scriptsAt(tree: Ground["code"]["base"], path: string): Promise<Script[]> {
  const text = (await textAt(tree, path)) ?? "";
  const root = parseManifest(text);
  const scripts = root && findNodeAtLocation(root, ["scripts"]);
  const called: unknown = root && findNodeAtLocation(root, ["name"])?.value;
  const own = { name: typeof called === "string" ? called : null, folder: folderOf(path) };
  return (scripts?.children ?? []).flatMap((property) => {
    const [name, body]: unknown[] = (property.children ?? []).map(({ value }): unknown => value);
    if (typeof name !== "string") return [];
    return [{ name, body: typeof body === "string" ? body : "", quote: quoteOf(path, text, property), package: own }];
  });
}

function quoteOf(path: string, text: string, { offset }: Node): Quote {
  const start = text.slice(0, offset).split("\n").length;
  return { path, side: "base", start, end: start, text: (text.split("\n")[start - 1] ?? "").replace(/\r$/, "") };
}

interface Around {
  /** The folders that hold a package, and those that did. */
  folders: ReadonlySet<string>;
  program: boolean;
  places: Places;
}

type Sure = "yes" | "perhaps" | "no";

async function howSure(runs: readonly ScriptRun[], script: Script, use: NameUse, around: Around): Promise<Sure> {
  const answers = await Promise.all(runs.map((run) => means(run, script, use, around)));
  return answers.find((one) => one === "yes") ?? answers.find((one) => one === "perhaps") ?? "no";
}

/** Whether the command runs the script of the package that lost it: another's may be there, or none was ever meant. */
async function means(
  run: ScriptRun,
  script: Script,
  use: NameUse,
  { folders, program, places }: Around,
): Promise<Sure> {
  if (run.mayBeProgram && program) return "no";
  if (run.everywhere) return "yes";
  if (run.of !== null) return isPicked(run.of, script.package) ? "yes" : "no";
  const set = await workingFolder(use, places);
  return (set ?? packageAt(use.path, use.text, folders)) === script.package.folder ? "yes" : "perhaps";
}

/** What a workflow's step sets near its command. */
async function workingFolder({ path, line }: NameUse, places: Places): Promise<string | null> {
  if (!/\.ya?ml$/.test(path)) return null;
  const lines = (await places.scanned(path))?.lines ?? [];
  const near = lines.slice(Math.max(0, line - 5), line + 4).join("\n");
  const folder = /\bworking-directory: *["']?([\w./@-]+)/.exec(near)?.[1];
  return folder === undefined ? null : resolveFrom("", folder);
}

/** The packages that the nearest manifest and the one at the root ask for. */
async function dependenciesAt(tree: Ground["code"]["base"], folder: string): Promise<string[]> {
  const asked: string[] = [];
  for (const place of new Set([folder, ""])) {
    const root = parseManifest((await textAt(tree, inFolder(place, "package.json"))) ?? "");
    for (const list of ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"])
      for (const property of (root && findNodeAtLocation(root, [list])?.children) ?? []) {
        const name: unknown = property.children?.[0]?.value;
        if (typeof name === "string") asked.push(name);
      }
  }
  return asked;
}

function said({ name, quote }: Script, use: NameUse, kind: string): Stale {
  return {
    ...use,
    kind,
    name,
    and: [quote],
    title: `The script \`${name}\` is gone, and this line still runs it`,
    explanation: `This change removes \`${name}\` from the scripts of \`${quote.path}\`, and no package.json has it any more. The command fails now.`,
  };
}
