// Finds a program on the PATH.
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

export interface FoundProgram {
  file: string;
  /** Changes after an update. */
  stamp: string;
}

/** Only absolute folders count: relative ones depend on the current directory. */
export function findProgram(name: string, path: string): FoundProgram | null {
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const found = runnable(join(folder, name));
    if (found) return found;
  }
  return null;
}

function runnable(file: string): FoundProgram | null {
  try {
    accessSync(file, constants.X_OK);
    const stat = statSync(file);
    return stat.isFile() ? { file, stamp: `${realpathSync(file)} ${stat.mtimeMs} ${stat.size}` } : null;
  } catch {
    return null;
  }
}
