// Hostile code that would take the machine down with it. How far it gets is seen on this machine.
import { randomBytes } from "node:crypto";
import { globSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, describe, test } from "vitest";
import { floodings, type Flooding, type FloodKind } from "../../../test/support/escape/floods.ts";
import { processesWith } from "../../../test/support/escape/machine.ts";
import { watching, type Peak } from "../../../test/support/escape/watching.ts";
import { skipWithoutSandbox } from "../../../test/support/sandbox.ts";
import type { CommandEnd } from "../../findings/execution/sandbox-runner.ts";
import { makeRepository } from "../git/make-repository.ts";
import { openGit } from "../git/repository.ts";
import { hasProgram } from "../../../test/support/has-program.ts";
import { runInSandbox } from "./run-in-sandbox.ts";
import { openSandboxRunner } from "./open-sandbox-runner.ts";

const never = new AbortController().signal;
const limits = { totalMb: 1024, processes: 150, openFiles: 1024, fileMb: 256 };
const did = { ecosystem: "node", from: "machine", folder: "" } as const;

interface Flooded {
  ends: readonly CommandEnd[];
  peak: Peak;
  left: number[];
  /** On disks of this machine, by what the run has there. */
  bytes: { before: number; after: number };
}

async function flood(flooding: Flooding, kind: FloodKind): Promise<Flooded> {
  const mark = `flood${randomBytes(6).toString("hex")}`;
  const files = flooding.files(kind, mark);
  const repository = await makeRepository([{ message: "evil", files }], process.env, never);
  const git = openGit(repository.path, process.env, never);
  const head = (await git.resolve("HEAD"))!;
  const provide = () => Promise.resolve({ readOnly: [], env: {}, path: [], links: [], did });
  const needs = { clone: null, env: process.env, node: process.execPath, cache: null, stop: never, provide, limits };
  const sandbox = openSandboxRunner({ git, base: head, head, ...needs });
  const quiet = { cwd: "", ms: 20_000 };
  try {
    const started = await sandbox.run({ of: "head" }, ["node"], [{ ...quiet, words: ["true"] }], { stop: never });
    expect(started.is).toBe("ran");
    const before = bytesOfRun();
    const commands = [
      { ...quiet, words: flooding.words },
      { ...quiet, words: ["echo", "still", "here"] as const },
    ];
    const run = () => sandbox.run({ of: "head" }, ["node"], commands, { stop: never });
    const { result, peak } = await watching(mark, run);
    if (result.is !== "ran") throw new Error(JSON.stringify(result));
    return { ends: result.ends, peak, left: processesWith(mark), bytes: { before, after: bytesOfRun() } };
  } finally {
    await sandbox.close();
    git.close();
    repository.remove();
  }
}

function bytesOfRun(): number {
  const files = globSync(`crosscheck-*-${process.pid}-*/**`, { cwd: tmpdir() });
  return files.reduce((sum, file) => sum + (statSync(join(tmpdir(), file), { throwIfNoEntry: false })?.size ?? 0), 0);
}

const isHere = ({ needs }: Flooding) => needs === null || hasProgram(needs);

describe.skipIf(await skipWithoutSandbox())("resource exhaustion", () => {
  describe.each(floodings.filter(isHere))("from $name", (flooding) => {
    test("by processes stays within their limit and ends", async () => {
      const { ends, peak, left } = await flood(flooding, "processes");
      expect(peak.processes).toBeGreaterThan(20);
      expect(peak.processes).toBeLessThanOrEqual(limits.processes);
      expect(left).toEqual([]);
      expect(ends[1]).toMatchObject({ code: 0, output: "still here\n" });
    });

    test("by memory in many processes stays within their common limit", async () => {
      const { peak, left } = await flood(flooding, "memory");
      expect(peak.memoryMb).toBeGreaterThan(100);
      expect(peak.memoryMb).toBeLessThan(limits.totalMb * 1.25);
      expect(left).toEqual([]);
    });

    test("by files does not reach the disk", async () => {
      const { bytes } = await flood(flooding, "disk");
      expect(bytes.after).toBe(bytes.before);
    });

    test("by signals ends only its own processes", async () => {
      const { ends, left } = await flood(flooding, "signals");
      expect(ends[0]).toMatchObject({ is: "ended" });
      expect(ends[0]!.code).not.toBe(0);
      expect(left).toEqual([]);
    });
  });

  test("by memory is detected from outside if the kernel enforces no common limit", async () => {
    const mark = `flood${randomBytes(6).toString("hex")}`;
    const eats = "const all = []; setInterval(() => all.push(Buffer.alloc(5_000_000, 1)), 10)";
    const code = `const { spawn } = require("child_process"); for (let i = 0; i < 6; i++) spawn(process.execPath, ["-e", ${JSON.stringify(eats)}, "${mark}"]); setInterval(() => {}, 1000)`;
    const result = await runInSandbox({
      program: process.execPath,
      args: ["-e", code],
      memoryMb: 1024,
      limits,
      groups: false,
      ms: 30_000,
      mostOutput: 10_000,
      env: process.env,
      stop: never,
    });
    expect(result).toMatchObject({ is: "ended", excess: "memory" });
    expect(processesWith(mark)).toEqual([]);
  });
});
