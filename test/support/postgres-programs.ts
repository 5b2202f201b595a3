// Where PostgreSQL's own programs are. Debian keeps them off the PATH.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { dirname, join } from "node:path";

/** Ready to be put before the name of a program; null where PostgreSQL is missing. */
export function postgresPrograms(): ((name: string) => string) | null {
  if (["initdb", "postgres"].every((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0))
    return (name) => name;
  const newest = globSync("/usr/lib/postgresql/*/bin/postgres")
    .toSorted((a, b) => versionIn(b) - versionIn(a))
    .at(0);
  return newest === undefined ? null : (name) => join(dirname(newest), name);
}

function versionIn(path: string): number {
  return Number(/\/(\d+)\/bin\//.exec(path)?.[1] ?? 0);
}
