// Writes a long result line by line to a temporary file, and renames it when it is complete.
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../errors.ts";

export interface OutputLines {
  write(line: string): void;
  finish(): void;
  /** Removes the temporary file. After `finish` it does nothing. */
  abandon(): void;
}

/** Readable by its owner only, because the file may contain text that people wrote. */
export function openOutputLines(file: string, cwd: string): OutputLines {
  const path = resolve(cwd, file);
  const unfinished = join(dirname(path), `.${basename(path)}.unfinished`);
  const saying = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw new UserError(
        `${path} cannot be written: ${(error as Error).message}`,
        "Choose a place that you may write to and that has free space.",
      );
    }
  };
  const handle = saying(() => {
    // An existing link is removed, never followed.
    rmSync(unfinished, { force: true });
    return openSync(unfinished, "wx", 0o600);
  });
  let open = true;
  const close = () => {
    if (open) closeSync(handle);
    open = false;
  };
  return {
    write: (line) => saying(() => writeAll(handle, Buffer.from(`${line}\n`))),
    finish() {
      close();
      saying(() => renameSync(unfinished, path));
    },
    abandon() {
      if (!open) return;
      close();
      rmSync(unfinished, { force: true });
    },
  };
}

/** A single write may be incomplete. */
function writeAll(handle: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
}
