// Detects once what this machine's bubblewrap and kernel support.
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { release } from "node:os";
import { getuid } from "node:process";
import { findProgram } from "../models/cli/find-program.ts";
import type { SandboxAbilities, SandboxPrograms } from "./bubblewrap.ts";
import { systemCallFilter } from "./system-call-filter.ts";

/** Where npm and others look for a machine's config, which can hold tokens. */
const configFolders = ["/usr/etc", "/usr/local/etc"];

const known = new Map<string, Promise<SandboxAbilities | MissingProgram>>();

/** A program without which no sandbox can start. */
export interface MissingProgram {
  missing: string;
}

export async function sandboxAbilities(path: string): Promise<SandboxAbilities | MissingProgram> {
  const asked = known.get(path) ?? probeAbilities(path);
  known.set(path, asked);
  return await asked;
}

async function probeAbilities(path: string): Promise<SandboxAbilities | MissingProgram> {
  const asRoot = getuid?.() === 0;
  const names = ["bwrap", "prlimit", ...(asRoot ? ["setpriv"] : [])];
  const found = new Map(names.map((name) => [name, findProgram(name, path)?.file ?? null]));
  const missing = names.find((name) => found.get(name) === null);
  if (missing !== undefined) return { missing };
  const programs = Object.fromEntries(found) as unknown as SandboxPrograms;
  const version = await new Promise<string>((resolve) => {
    // Without a version, starting it shows what is wrong.
    execFile(programs.bwrap, ["--version"], { env: {}, timeout: 10_000 }, (_, out) => resolve(out));
  });
  return {
    asRoot,
    programs,
    noNamespaces: isSince(version, 0, 8),
    filter: systemCallFilter(),
    hidden: configFolders.filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory()),
    countsProcesses: isSince(release(), 5, 14),
  };
}

function isSince(version: string, major: number, minor: number): boolean {
  const [, first = "0", next = "0"] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(first) > major || (Number(first) === major && Number(next) >= minor);
}
