// Real Deno, in real bubblewrap, where it is installed; else only what would be bound.
import { describe, expect, test } from "vitest";
import { hasProgram } from "../../../../test/support/has-program.ts";
import { skipWithoutSandbox } from "../../../../test/support/sandbox.ts";
import { provideDependencies } from "../dependencies.ts";
import { makeFolder } from "../../../../test/support/sandbox/made-folder.ts";
import { stagedAt, thisMachine, tryProvided } from "../../../../test/support/sandbox/try-provided.ts";

const hasDeno = hasProgram("deno");

const project = { "a.test.ts": 'Deno.test("adds", () => {\n  if (1 + 1 !== 2) throw new Error("no");\n});\n' };

describe.skipIf(!hasDeno || (await skipWithoutSandbox()))("Deno", () => {
  test("tests a file", async () => {
    using made = makeFolder(project);
    const dependencies = await provideDependencies("deno", "", stagedAt(made.path), thisMachine());
    if ("is" in dependencies) throw new Error(JSON.stringify(dependencies));
    const result = await tryProvided(dependencies, stagedAt(made.path), ["deno", "test", "--no-remote"]);
    expect(result).toMatchObject({ code: 0, output: expect.stringContaining("1 passed") });
  });
});

test("only downloads of its cache are in the sandbox", async () => {
  using made = makeFolder(project);
  using machine = makeFolder({ "bin/deno": "#!/bin/sh\n", "cache/npm/x": "", "cache/remote/y": "", "cache/gen/z": "" });
  const env = { PATH: `${machine.path}/bin`, DENO_DIR: `${machine.path}/cache` };
  expect(await provideDependencies("deno", "", stagedAt(made.path), thisMachine({ env }))).toMatchObject({
    readOnly: [
      { from: `${machine.path}/bin/deno`, to: "/deps/deno/bin/deno" },
      { from: `${machine.path}/cache/npm`, to: "/tmp/deno/npm" },
      { from: `${machine.path}/cache/remote`, to: "/tmp/deno/remote" },
    ],
    env: { DENO_DIR: "/tmp/deno" },
  });
});

test("a program that does not run is not used as Deno", async () => {
  using made = makeFolder(project);
  using machine = makeFolder({ "bin/deno": "#!/bin/sh\nexit 1\n" });
  const env = { PATH: `${machine.path}/bin` };
  expect(await provideDependencies("deno", "", stagedAt(made.path), thisMachine({ env }))).toMatchObject({
    why: "no-program",
  });
});

test("without Deno, the missing program is named", async () => {
  using made = makeFolder(project);
  const result = await provideDependencies("deno", "", stagedAt(made.path), thisMachine({ env: { PATH: "/nowhere" } }));
  expect(result).toEqual({ is: "not-run", why: "no-program", program: "deno" });
});
