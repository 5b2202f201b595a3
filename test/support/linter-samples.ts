// For tests of linters: a project in memory, and how a command ended.
import type { Project } from "../../src/findings/execution/runner.ts";
import type { CommandEnd } from "../../src/findings/execution/sandbox-runner.ts";

export function projectFrom(files: Readonly<Record<string, string>>): Project {
  return { paths: Object.keys(files), read: async (path) => files[path] ?? null };
}

export function saidBy(code: number, output: string, report?: { path: string; text: string }): CommandEnd {
  return { is: "ended", code, why: null, output, reports: report ? [report] : [], ms: 1 };
}

export function pins(...names: string[]): string {
  return JSON.stringify({ devDependencies: Object.fromEntries(names.map((name) => [name, "1.0.0"])) });
}
