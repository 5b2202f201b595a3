// For tests: a folder with files in it that the sandbox's user can read, too.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface MadeFolder {
  path: string;
  /** Removed when the test is over, with `using`. */
  [Symbol.dispose](): void;
}

export function makeFolder(files: Readonly<Record<string, string>> = {}): MadeFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "crosscheck-made-")));
  chmodSync(path, 0o755);
  for (const [name, text] of Object.entries(files)) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o755 });
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
