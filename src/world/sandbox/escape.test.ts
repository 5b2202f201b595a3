// Hostile code, run by every runner and from the files that configure them. Whether it got anywhere is seen on this machine.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mildJavascript, quietKinds, type QuietKind } from "../../../test/support/escape/attempts.ts";
import { contexts, maven, type Context } from "../../../test/support/escape/contexts.ts";
import { openMachine, type Machine } from "../../../test/support/escape/machine.ts";
import { skipWithoutSandbox } from "../../../test/support/sandbox.ts";
import type { SandboxRunEnd } from "../../findings/execution/sandbox-runner.ts";
import { makeRepository } from "../git/make-repository.ts";
import { openGit } from "../git/repository.ts";
import { hasProgram } from "../../../test/support/has-program.ts";
import type { SandboxLimits } from "./bubblewrap.ts";
import { openSandboxRunner } from "./open-sandbox-runner.ts";

const never = new AbortController().signal;
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

interface Attack {
  end: SandboxRunEnd;
  tried: string[];
  harm: QuietKind[];
}

async function attack(
  context: Context,
  machine: Machine,
  unsafe = false,
  limits: Partial<SandboxLimits> = {},
): Promise<Attack> {
  const repository = await makeRepository([], process.env, never);
  symlinkSync(machine.target.outside, join(repository.path, "way-out"));
  const files = { ...context.files, "target.json": JSON.stringify(machine.target) };
  await repository.commit({ message: "evil", files });
  const git = openGit(repository.path, process.env, never);
  const head = (await git.resolve("HEAD"))!;
  const sandbox = openSandboxRunner({
    git,
    base: head,
    head,
    clone: machine.target.clone,
    env: machine.env,
    node: process.execPath,
    cache: null,
    stop: never,
    unsafe,
    limits,
    provide: () => Promise.resolve(context.provided),
  });
  try {
    const { words, env = {} } = context;
    const command = { words, env, cwd: "", ms: 60_000, reports: ["/tmp/reports/*.txt"] };
    const end = await sandbox.run({ of: "head" }, ["node"], [command], { stop: never });
    const ends = end.is === "ran" ? end.ends : [];
    const reports = ends.flatMap((one) => one.reports);
    const allOutput = [...ends.map(({ output }) => output), ...reports.map(({ text }) => text)].join("\n");
    const tried =
      reports
        .find(({ path }) => path.endsWith("/tried.txt"))
        ?.text.trim()
        .split("\n") ?? [];
    return { end, tried: [...new Set(tried)], harm: await machine.harm(allOutput) };
  } finally {
    await sandbox.close();
    git.close();
    repository.remove();
  }
}

const isHere = ({ needs }: Context) => needs === null || hasProgram(needs);

const withMaven = await maven();
if (withMaven === null)
  console.log("Left out: a test of maven, which has no repository here that the sandbox can read.");

describe.skipIf(await skipWithoutSandbox())("hostile code", () => {
  const all = [...contexts(modules), ...(withMaven ? [withMaven] : [])];
  const leftOut = all.filter((one) => !isHere(one)).map(({ name }) => name);
  if (leftOut.length > 0) console.log(`Left out, for want of the program: ${leftOut.join(", ")}.`);

  describe.each(all.filter(isHere))("from $name", (context) => {
    let machine: Machine;
    let result: Attack;
    beforeAll(async () => {
      machine = await openMachine(modules);
      result = await attack(context, machine);
    });
    afterAll(() => machine.close());

    test("it runs", () => {
      expect([result.tried.toSorted(), result.end]).toMatchObject([[...quietKinds].toSorted(), { is: "ran" }]);
    });

    test.each(quietKinds)("%s is denied", (kind) => {
      expect(result.tried).toContain(kind);
      expect(result.harm).not.toContain(kind);
    });
  });

  test("the same code succeeds without a sandbox, so a leak would be detected", async () => {
    const machine = await openMachine(modules);
    try {
      const [context] = contexts(modules);
      const { harm } = await attack(
        { ...context!, env: { REPORTS: "/tmp/reports" }, files: { ...context!.files, "attempts.cjs": mildJavascript } },
        machine,
        true,
      );
      const expected: QuietKind[] = ["home", "ssh-key", "processes", "signal", "tcp", "unix-socket", "abstract-socket"];
      expect(harm).toEqual(expect.arrayContaining([...expected, "write-outside", "write-through-link", "clone"]));
    } finally {
      await machine.close();
    }
  });
});
