// Parses locations of the project from program output; the tree is at /work in the sandbox.
import { isVendored } from "../../../../change/file-kinds.ts";
import { resolveFrom } from "../../../../change/paths.ts";

const reportedTreeFolder = "/work";

export interface ReportLocation {
  path: string;
  line: number;
}

/** Installed packages and build output. */
const foreign = /(?:^|\/)(?:site-packages|dist-packages|\.venv|venv|\.tox|\.nox|target|\.gradle|__pycache__)\//;

function isForeign(path: string): boolean {
  return isVendored(path) || foreign.test(path);
}

const mostFrames = 20;

/** Path from the root for a path printed by a program in `cwd`; null if it is outside. */
export function pathInProject(text: string, cwd: string): string | null {
  const plain = text.replace(/^file:\/\//, "").replaceAll("\\", "/");
  // `<frozen importlib>`, `<anonymous>`.
  if (plain.startsWith("<")) return null;
  const path = plain.startsWith("/")
    ? plain.startsWith(`${reportedTreeFolder}/`)
      ? resolveFrom("", plain.slice(reportedTreeFolder.length + 1))
      : null
    : resolveFrom(cwd, plain);
  return path === null || path === "" || /^[a-z]+:/i.test(path) || isForeign(`${path}/`) ? null : path;
}

export function locationAt(path: string | null, line: string | number | undefined): ReportLocation[] {
  const number = Number(line);
  return path === null || !Number.isSafeInteger(number) || number < 1 ? [] : [{ path, line: number }];
}

/** Without duplicates, up to the limit. */
export function uniqueFrames(places: readonly ReportLocation[]): ReportLocation[] {
  const seen = new Set<string>();
  return places
    .filter(({ path, line }) => {
      const key = `${path}:${line}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, mostFrames);
}
