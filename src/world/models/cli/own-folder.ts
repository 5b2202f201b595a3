// Creates an empty folder to start a program in, so that no file there is read as a setting or instruction.
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface OwnFolder {
  /** Empty. */
  cwd: string;
  /** For files named in arguments. */
  beside: string;
  /** For programs that need none of the user's files. */
  home: string;
  /** For the program's temporary files. */
  temporary: string;
}

type Four = [string, string, string, string];

export async function inOwnFolder<T>(root: string | undefined, work: (folder: OwnFolder) => Promise<T>): Promise<T> {
  const path = await mkdtemp(join(await realpath(root ?? tmpdir()), "crosscheck-program-"));
  try {
    const [cwd, beside, home, temporary] = ["empty", "beside", "home", "temporary"].map((name) =>
      join(path, name),
    ) as Four;
    for (const each of [cwd, beside, home, temporary]) await mkdir(each);
    return await work({ cwd, beside, home, temporary });
  } finally {
    // A terminated process may still be writing.
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

export async function writeProgramFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    // Readable inside a sandbox with another user; the folder around it is ours alone.
    await writeFile(join(folder, name), text, { mode: 0o644 });
  }
}
