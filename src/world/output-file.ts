// Writes result files atomically.
import { accessSync, constants, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { UserError } from "../errors.ts";

/** Called before the work starts, so that no work is lost. */
export function checkOutput(file: string, cwd: string): void {
  const path = resolveOutput(file, cwd);
  if (!mayWriteIn(dirname(path)))
    throw new UserError(`${path} cannot be written`, "Name a file in a folder that exists and that you may write to.");
  if (kindOf(path) === "folder")
    throw new UserError(`${path} is a folder`, "Name a file. (A folder is for several formats at once.)");
}

/** Missing folders are created later. */
export function checkOutputFolder(folder: string, cwd: string): void {
  const path = resolveOutput(folder, cwd);
  let nearest = path;
  while (kindOf(nearest) === "nothing" && dirname(nearest) !== nearest) nearest = dirname(nearest);
  if (kindOf(nearest) === "other")
    throw new UserError(
      `${nearest} is not a folder`,
      "Several formats are written into one: name a folder, new or old, or ask for one format.",
    );
  if (!mayWriteIn(nearest))
    throw new UserError(`${path} cannot be written to`, "Name a folder, new or old, in a place that you may write to.");
}

export function writeOutput(file: string, cwd: string, text: string): void {
  writeAll([{ path: resolveOutput(file, cwd), text }]);
}

/** All files are written before the first is renamed into place. */
export function writeOutputs(
  folder: string,
  cwd: string,
  files: readonly { readonly name: string; readonly text: string }[],
): void {
  const path = resolveOutput(folder, cwd);
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw cannotWrite(path, error);
  }
  writeAll(files.map(({ name, text }) => ({ path: join(path, name), text })));
}

function writeAll(files: readonly { path: string; text: string }[]): void {
  const all = files.map((file) => ({
    ...file,
    unfinished: join(dirname(file.path), `.${basename(file.path)}.unfinished`),
  }));
  let at = "";
  try {
    for (const { path, unfinished, text } of all) {
      at = path;
      // The folder may be a repository's: an existing link is removed, never followed.
      rmSync(unfinished, { force: true });
      writeFileSync(unfinished, text, { flag: "wx" });
    }
    for (const { path, unfinished } of all) {
      at = path;
      renameSync(unfinished, path);
    }
  } catch (error) {
    for (const { unfinished } of all) rmSync(unfinished, { force: true });
    throw cannotWrite(at, error);
  }
}

function cannotWrite(path: string, error: unknown): UserError {
  return new UserError(
    `${path} cannot be written: ${(error as Error).message}`,
    "Choose a place that you may write to and that has free space.",
  );
}

/** A repository may contain a link that leads out of it: what is named inside of a folder is written inside of it. */
function resolveOutput(name: string, cwd: string): string {
  const path = resolve(cwd, name);
  if (!isWithin(path, cwd)) return path;
  let nearest = path;
  while (kindOf(nearest) !== "folder" && dirname(nearest) !== nearest) nearest = dirname(nearest);
  if (!isWithin(realpathSync(nearest), realpathSync(cwd)))
    throw new UserError(
      `${path} is behind a link that leads to ${realpathSync(nearest)}`,
      "To write there, give that path itself.",
    );
  return path;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function mayWriteIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function kindOf(path: string): "folder" | "other" | "nothing" {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return "nothing";
  return found.isDirectory() ? "folder" : "other";
}
