// Writes a file into a working tree without following links, which the repository may have placed there.
import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { UserError } from "../errors.ts";

/** Returns false if the path exists and may not be replaced. A link is replaced, never followed. */
export function writeNewFile(path: string, text: string, replace: boolean): boolean {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there && !replace) return false;
  if (there?.isDirectory())
    throw new UserError(`${path} is a folder`, "Move it away, then run this again: a file of that name is needed.");
  try {
    rmSync(path, { force: true });
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    throw new UserError(
      `${path} cannot be written: ${(error as Error).message}`,
      "Check the folder's permissions, or print it with --print.",
    );
  }
}
