// Scripts of a package.json that are gone, and the commands that still run them.
import { parseTree, findNodeAtLocation, type Node } from "jsonc-parser";
import type { Quote } from "../../../change/change.ts";
import type { Use } from "../../../change/symbols/symbols.ts";
import type { Ground, Hunt, Stale } from "./hunt.ts";
import { isLeftAlone, tellsOfThePast } from "./places.ts";

interface Script {
  name: string;
  quote: Quote;
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
      for (const script of gone) {
        const at = uses.get(script.name)?.at ?? [];
        // Another package of the repository has a script of that name.
        if (at.some((use) => isManifest(use.path) && use.text.includes(`"${script.name}":`))) continue;
        for (const use of at.filter(({ text }) => runs(text, script.name))) {
          const where = await places.at(use.path, use.line, use.text.indexOf(script.name));
          if (where === "none" || isLeftAlone(use.path) || tellsOfThePast(use.text)) continue;
          found.push(said(script, use, where === "docs" || where === "comment" ? "script-in-docs" : "script-in-code"));
        }
      }
      return found;
    },
  };
}

function isManifest(path: string): boolean {
  return /(?:^|\/)package\.json$/.test(path);
}

async function scriptsAt(tree: Ground["code"]["base"], path: string): Promise<Script[]> {
  const bytes = await tree.read(path);
  const text = bytes ? new TextDecoder().decode(bytes) : "";
  const root = text.length < 1_000_000 ? parseTree(text) : undefined;
  const scripts = root && findNodeAtLocation(root, ["scripts"]);
  return (scripts?.children ?? []).flatMap((property) => {
    const name: unknown = property.children?.[0]?.value;
    return typeof name === "string" ? [{ name, quote: quoteOf(path, text, property) }] : [];
  });
}

function quoteOf(path: string, text: string, { offset }: Node): Quote {
  const start = text.slice(0, offset).split("\n").length;
  return { path, side: "base", start, end: start, text: (text.split("\n")[start - 1] ?? "").replace(/\r$/, "") };
}

/** `npm run x`, `pnpm x`, `yarn --silent x`: the script is named by the word after the runner and its flags. */
function runs(line: string, name: string): boolean {
  for (const match of line.matchAll(
    /\b(?:npm run(?:-script)?|pnpm(?: run)?|yarn(?: run)?|bun run|npm-run-all|run-[sp])((?: +[-@\w:.=/]+){1,6})/g,
  ))
    if (firstWord(match[1]!) === name) return true;
  return false;
}

function firstWord(words: string): string | undefined {
  return words
    .trim()
    .split(/ +/)
    .find((word) => !word.startsWith("-"));
}

function said({ name, quote }: Script, use: Use, kind: string): Stale {
  return {
    ...use,
    kind,
    name,
    and: [quote],
    title: `The script \`${name}\` is gone, and this line still runs it`,
    explanation: `This change removes \`${name}\` from the scripts of \`${quote.path}\`, and no package.json has it any more. The command fails now.`,
  };
}
