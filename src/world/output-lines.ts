// Writes a result line by line, for what is too long to be held: it gets its name when it is whole.
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../errors.ts";

export interface OutputLines {
  write(line: string): void;
  finish(): void;
  /** Nothing is left of it. After `finish` it does nothing. */
  abandon(): void;
}

/** For its owner alone: such things are long because they hold much of what people wrote. */
export function openOutputLines(file: string, cwd: string): OutputLines {
  const path = resolve(cwd, file);
  const unfinished = join(dirname(path), `.${basename(path)}.unfinished`);
  const saying = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw new UserError(
        `${path} cannot be written: ${(error as Error).message}`,
        "Name a place that you may write to, with room left.",
      );
    }
  };
  const handle = saying(() => {
    // A link of that name is taken away, never followed.
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

/** The system may take less than all at once. */
function writeAll(handle: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
}
