// Writes a result whole or not at all.
import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../errors.ts";

/** Before the work is done, so that it is not done in vain. */
export function checkOutput(file: string, cwd: string): void {
  const path = resolve(cwd, file);
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch {
    throw new UserError(`${path} cannot be written`, "Name a file in a folder that exists and that you may write to.");
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(`${path} is a folder`, "Name a file.");
}

export function writeOutput(file: string, cwd: string, text: string): void {
  const path = resolve(cwd, file);
  const unfinished = join(dirname(path), `.${basename(path)}.unfinished`);
  try {
    writeFileSync(unfinished, text);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new UserError(
      `${path} cannot be written: ${(error as Error).message}`,
      "Name a file in a folder that you may write to, with room left.",
    );
  }
}
