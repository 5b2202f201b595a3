// Reads a file that a person named.
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../errors.ts";

/** Larger files are not what was meant. */
const largest = 200 * 1024 * 1024;

export function readInputFile(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UserError(`There is no file ${path}`, "Check its name, or give - for standard input.");
  if (found.isDirectory()) throw new UserError(`${path} is a folder`, "Name a file, or give - for standard input.");
  if (found.size > largest)
    throw new UserError(`${path} is larger than ${largest / 1024 / 1024} MB`, "Name another file.");
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UserError(`${path} cannot be read: ${(error as Error).message}`, "Check its permissions.");
  }
}
