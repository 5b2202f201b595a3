// The read-only tools of a model: lines, words, folders and callers in the two trees of the change.
import { redactFileLines } from "../../secrets/redact-file.ts";
import * as z from "zod";
import type { Code, Side } from "../../change/change.ts";
import type { Declared, Symbols, NameUse } from "../../change/symbols/symbols.ts";
import type { Tool } from "./asking.ts";
import type { Boundary } from "./boundary.ts";
import { cleanPath, cut, collapseWhitespace } from "./raw-findings.ts";
import type { ReadFile } from "./read-trees.ts";

export interface ToolNeeds {
  code: Code;
  read: ReadFile;
  fence: Boundary["fence"];
}

/** Of one reviewer: what it looks up is read by its model, and paid for. */
export const toolLimits = { calls: 40, characters: 160_000, lines: 250, width: 500, hits: 60, entries: 200 };

const sideInput = z.enum(["base", "head"]).describe("head: after the change; base: before it");

export function reviewTools(needs: ToolNeeds, limits = toolLimits): Tool[] {
  const spent = { calls: 0, characters: 0 };
  const tool = <T>(
    name: string,
    description: string,
    input: z.ZodType<T>,
    find: (input: T) => Promise<Found>,
  ): Tool => ({
    name,
    description,
    input,
    async run(given, stop) {
      stop.throwIfAborted();
      const parsed = input.safeParse(given);
      if (!parsed.success) return `The input of ${name} has another form. ${whatIsWrong(parsed.error)}`;
      if (++spent.calls > limits.calls || spent.characters >= limits.characters) return usedUp;
      const found = await find(parsed.data);
      if (typeof found === "string") return found;
      const lines = withinBounds(found.lines, limits, limits.characters - spent.characters);
      if (lines.length === 1 && found.lines.length > 1) spent.characters = limits.characters;
      if (spent.characters >= limits.characters) return usedUp;
      const answer = needs.fence(`${name} ${found.about}`, lines.join("\n"));
      spent.characters += answer.length;
      return answer;
    },
  });
  const { code, read } = needs;
  return [
    tool(
      "read_lines",
      "Lines of a file, numbered as `12|text`. Up to 250 lines at a time.",
      z.object({ path: z.string(), side: sideInput, start: z.number(), end: z.number() }),
      (input) => readLines(input, code, read, limits.lines),
    ),
    tool(
      "search",
      "Every line at head on which a text stands as whole words: a name, a path, a flag. No patterns.",
      z.object({ text: z.string() }),
      ({ text }) => search(text, code, limits.hits),
    ),
    tool(
      "list",
      "The files and folders in a folder; an empty text is the root.",
      z.object({ folder: z.string(), side: sideInput }),
      (input) => list(input, code, limits.entries),
    ),
    tool(
      "callers",
      "Every use of a name at head, with the function or class around it, told apart from its declarations and imports.",
      z.object({ name: z.string() }),
      ({ name }) => callers(name, code, limits.hits),
    ),
  ];
}

/** What was found, or in our own words why there is nothing. */
type Found = { about: string; lines: string[] } | string;

const usedUp =
  "Nothing more can be looked up in this review. Answer with what you have, and note what you could not check.";

function whatIsWrong({ issues }: z.ZodError): string {
  return (
    issues
      .slice(0, 3)
      // A key of the model's own choosing is not repeated: what is said here stands in no fence.
      .map(({ code, path, message }) =>
        code === "unrecognized_keys"
          ? "It has keys that were not asked for"
          : `${path.map(String).join(".").slice(0, 40)}: ${message.slice(0, 100)}`,
      )
      .join("; ")
  );
}

function withinBounds(
  lines: readonly string[],
  { lines: most, width }: typeof toolLimits,
  characters: number,
): string[] {
  const kept: string[] = [];
  let left = characters;
  for (const line of lines.slice(0, most)) {
    const short = cut(line, width);
    if ((left -= short.length + 1) < 0) break;
    kept.push(short);
  }
  return kept.length < lines.length ? [...kept, `(${lines.length - kept.length} more lines are not shown)`] : kept;
}

async function readLines(
  { path: said, side, start, end }: { path: string; side: Side; start: number; end: number },
  code: Code,
  read: ReadFile,
  most: number,
): Promise<Found> {
  const path = cleanPath(said);
  const file = await read(path, side);
  if (file === null) return await noSuchFile(path, side, code);
  if (file.lines.some((line) => line.includes("\0"))) return "That file is binary.";
  const total = file.lines.at(-1) === "" ? file.lines.length - 1 : file.lines.length;
  const from = Math.max(1, Math.floor(start) || 1);
  if (from > total) return `That file has ${total} lines at ${side}.`;
  const to = Math.min(total, Math.max(from, Math.floor(end) || from), from + most - 1);
  const lines = redactFileLines(path, file.lines, from - 1, to);
  const numbered = lines.map((line, index) => `${from + index}|${line.replace(/\r$/, "")}`);
  return { about: `${path} at ${side}, lines ${from} to ${to} of ${total}`, lines: numbered };
}

async function noSuchFile(path: string, side: Side, code: Code): Promise<Found> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const alike = (await code[side].paths()).filter((one) => one === name || one.endsWith(`/${name}`)).slice(0, 10);
  if (alike.length === 0)
    return `There is no such file at ${side}. Paths are written from the root, as the diff has them.`;
  return { about: `at ${side}: no such file, but these of that name`, lines: alike };
}

async function search(text: string, code: Code, most: number): Promise<Found> {
  const name = text.trim();
  if (name.length < 2 || name.length > 200 || /[\0\r\n]/.test(name))
    return "Search for 2 to 200 characters of one line.";
  const { at, cut: more } = await usesOf(name, code);
  if (at.length === 0) return "It stands on no line at head. (Vendored and generated files are not searched.)";
  return { about: `found on ${at.length}${more ? " and more" : ""} lines at head`, lines: hits(at, most) };
}

async function usesOf(name: string, code: Code): Promise<{ at: readonly NameUse[]; cut: boolean }> {
  return (await code.uses([name])).get(name) ?? { at: [], cut: false };
}

function hits(uses: readonly NameUse[], most: number, note: (use: NameUse) => string = () => ""): string[] {
  const lines = uses
    .slice(0, most)
    .map((use) => `${use.path}:${use.line}|${redactFileLines(use.path, [use.text])[0]!.trim()}${note(use)}`);
  return uses.length > most ? [...lines, `(${uses.length - most} more lines: search for something narrower)`] : lines;
}

async function list({ folder: said, side }: { folder: string; side: Side }, code: Code, most: number): Promise<Found> {
  const folder = said.trim() === "" || /^[./]+$/.test(said.trim()) ? "" : `${cleanPath(said).replace(/\/+$/, "")}/`;
  const entries = new Map<string, number>();
  for (const path of await code[side].paths()) {
    if (!path.startsWith(folder)) continue;
    const [name = "", ...deeper] = path.slice(folder.length).split("/");
    const entry = deeper.length > 0 ? `${name}/` : name;
    entries.set(entry, (entries.get(entry) ?? 0) + 1);
  }
  if (entries.size === 0) return `There is no such folder at ${side}. Paths are written from the root.`;
  const lines = [...entries].map(([entry, files]) => (entry.endsWith("/") ? `${entry} (files: ${files})` : entry));
  const more = lines.length > most ? [`(${lines.length - most} more entries)`] : [];
  return { about: `${folder === "" ? "the root" : folder} at ${side}`, lines: [...lines.slice(0, most), ...more] };
}

async function callers(text: string, code: Code, most: number): Promise<Found> {
  const name = collapseWhitespace(text)
    .replace(/\(.*$/, "")
    .split(/[.:#]+/)
    .at(-1)!
    .trim();
  if (name.length < 2 || name.length > 200) return "Give one name of at least two characters.";
  const { at, cut: more } = await usesOf(name, code);
  if (at.length === 0) return "No line at head has that name. (Vendored and generated files are not searched.)";
  const shown = at.slice(0, most);
  const paths = [...new Set(shown.map(({ path }) => path))];
  const symbols = new Map(
    await Promise.all(paths.map(async (path) => [path, await code.symbols(path, "head")] as const)),
  );
  return {
    about: `${name}: ${at.length}${more ? " and more" : ""} uses at head`,
    lines: hits(at, most, (use) => roleOf(use, name, symbols.get(use.path) ?? null)),
  };
}

function roleOf({ line }: NameUse, name: string, symbols: Symbols | null): string {
  if (symbols === null) return "";
  if (symbols.declared.some((one) => one.name === name && one.line === line)) return "  <- declared here";
  if (symbols.imports.some((one) => one.line === line && (one.name === name || one.local === name)))
    return "  <- imported here";
  if (symbols.exports.some((one) => one.line === line && one.name === name)) return "  <- exported here";
  const around = innermost(symbols.declared, line);
  return around === null ? "" : `  <- in ${around.within === null ? "" : `${around.within}.`}${around.name}`;
}

function innermost(declared: readonly Declared[], line: number): Declared | null {
  return declared
    .filter(({ start, end, line: at }) => start <= line && line <= end && at !== line)
    .reduce<Declared | null>((best, one) => (best === null || one.start >= best.start ? one : best), null);
}
