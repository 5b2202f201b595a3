// Finds the runtime exports that a change adds.
import { hasAddedText, readText } from "../../changed-text.ts";
import type { Change, Code } from "../../../change/change.ts";
import { addedLines, type FileDiff } from "../../../change/diff.ts";
import { linksOf } from "../../../change/symbols/links-of.ts";
import type { Exported } from "../../../change/symbols/symbols.ts";
import { isLoadedByName, isReservedName } from "./framework-conventions.ts";

export interface NewExport {
  path: string;
  name: string;
  line: number;
  text: string;
}

/** Decides by path alone. */
export function mayAddExports(file: FileDiff): boolean {
  return hasAddedText(file) && !isLoadedByName(file.newPath) && addsExport(file);
}

function addsExport(file: FileDiff): boolean {
  for (const { text } of addedLines(file)) if (/\bexport\b/.test(text)) return true;
  return false;
}

export async function findNewExports(change: Change, code: Code): Promise<NewExport[]> {
  const files = change.files.filter(mayAddExports);
  if (files.length === 0) return [];
  const gone = await exportedBefore(change, code);
  const added: NewExport[] = [];
  await linksOf(code.head).ahead(files.map(({ newPath }) => newPath!));
  for (const file of files) added.push(...(await exportsAddedBy(file, code, gone)));
  return added;
}

/** Every name that a changed file exported at base: moving a name does not change whether it is used. */
async function exportedBefore(change: Change, code: Code): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const paths = change.files.flatMap(({ oldPath }) => oldPath ?? []);
  await linksOf(code.base).ahead(paths);
  for (const path of paths) for (const { name } of (await linksOf(code.base).of(path))?.exports ?? []) names.add(name);
  return names;
}

async function exportsAddedBy(file: FileDiff, code: Code, gone: ReadonlySet<string>): Promise<NewExport[]> {
  const path = file.newPath!;
  const links = await linksOf(code.head).of(path);
  const lines = ((await readText(code.head, path)) ?? "").split("\n");
  const added = new Map([...addedLines(file)].map(({ line, text }) => [line, text]));
  return (links?.exports ?? []).flatMap((one) => {
    const text = added.get(one.line);
    if (text === undefined || !isOwnValue(one) || gone.has(one.name) || isReservedName(one.name)) return [];
    if (isDecorated(lines, one.line)) return [];
    return [{ path, name: one.name, line: one.line, text }];
  });
}

/** A value that the file itself declares under its own name. */
function isOwnValue({ name, local, from, typeOnly }: Exported): boolean {
  return from === null && !typeOnly && name === local && name !== "default" && name.length > 2;
}

/** A decorator registers its target with a container, router or database layer. */
function isDecorated(lines: readonly string[], line: number): boolean {
  if (/^\s*@/.test(lines[line - 1] ?? "")) return true;
  for (let at = line - 2; at >= Math.max(0, line - 60); at--) {
    const text = lines[at] ?? "";
    if (/^@\w/.test(text)) return true;
    if (text.trim() === "" || /^(?:import|export|const|let|var|function|class|\}|\};?$)(?![\w)])/.test(text))
      return false;
  }
  return false;
}
