// Real Python; what is provided is tried in real bubblewrap.
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasProgram } from "../../../../test/support/has-program.ts";
import { skipWithoutSandbox } from "../../../../test/support/sandbox.ts";
import { provideDependencies } from "../dependencies.ts";
import type { Machine } from "../sandbox-dependencies.ts";
import { makeFolder } from "../../../../test/support/sandbox/made-folder.ts";
import { programFile } from "./this-machine.ts";
import { stagedAt, thisMachine, tryProvided } from "../../../../test/support/sandbox/try-provided.ts";

const python = programFile("python3", thisMachine());
const without = !hasProgram("python3") || (await skipWithoutSandbox());

const project = {
  "src/adder/__init__.py": "def add(a, b):\n    return a + b\n",
  "tests/check.py": "from adder import add\nassert add(1, 2) == 3\nimport sys\nprint(sys.prefix)\n",
};

async function provided(folder: string, machine: Machine = thisMachine(), cwd = "") {
  const result = await provideDependencies("python", cwd, stagedAt(folder), machine);
  if ("is" in result) throw new Error(JSON.stringify(result));
  return result;
}

describe.skipIf(without)("Python", () => {
  test("the system's Python imports from src and has pytest if one is installed", async () => {
    using made = makeFolder(project);
    const dependencies = await provided(made.path);
    expect(dependencies.env["PYTHONPATH"]).toBe("/work:/work/src");
    const result = await tryProvided(dependencies, stagedAt(made.path), ["python3", "tests/check.py"]);
    expect(result).toMatchObject({ code: 0 });
    const pytest = await tryProvided(dependencies, stagedAt(made.path), ["python3", "-m", "pytest", "--version"]);
    const outside = anyHasPytest();
    expect([pytest.code, /^pytest \d/m.test(pytest.output)]).toEqual(outside ? [0, true] : [1, false]);
  });

  test("a package in a folder is imported from there", async () => {
    using made = makeFolder(Object.fromEntries(Object.entries(project).map(([name, text]) => [`lib/${name}`, text])));
    const dependencies = await provided(made.path, thisMachine(), "lib");
    expect(dependencies.env["PYTHONPATH"]).toBe("/work/lib:/work/lib/src:/work");
    expect(await tryProvided(dependencies, stagedAt(made.path), ["python3", "tests/check.py"], "lib")).toMatchObject({
      code: 0,
    });
  });

  test("the virtual environment of the clone takes precedence, at its own path", async () => {
    using made = makeFolder(project);
    using clone = makeFolder();
    const environment = join(clone.path, ".venv");
    execFileSync(python ?? "", ["-m", "venv", "--without-pip", environment]);
    const site = execFileSync(join(environment, "bin/python3"), [
      "-c",
      "import site; print(site.getsitepackages()[0])",
    ]);
    writeFileSync(join(site.toString().trim(), "far_away.py"), "name = 'far away'\n");
    const dependencies = await provided(made.path, thisMachine({ clone: clone.path }));
    expect(dependencies.did).toEqual({ ecosystem: "python", from: "clone", folder: environment });
    const program = "import sys, far_away; print(sys.prefix, far_away.name)";
    const result = await tryProvided(dependencies, stagedAt(made.path), ["python3", "-c", program]);
    expect(result).toEqual({ code: 0, output: `${environment} far away\n` });
  });
});

describe("an untrusted virtual environment is not used", () => {
  test.each<[string, (clone: string) => void]>([
    [
      "its interpreter is not an installation",
      (clone) => writeFileSync(join(clone, ".venv/pyvenv.cfg"), "home = /etc/ssl\n"),
    ],
    [
      "its interpreter is in a home folder",
      (clone) => writeFileSync(join(clone, ".venv/pyvenv.cfg"), `home = ${clone}/bin\n`),
    ],
    ["its config is a link", (clone) => symlinkSync("/etc/passwd", join(clone, ".venv/pyvenv.cfg"))],
    ["it has no config", () => {}],
  ])("%s", async (_, prepare) => {
    using made = makeFolder(project);
    using clone = makeFolder({ "bin/python3": "", "lib/python3.11/os.py": "" });
    mkdirSync(join(clone.path, ".venv"));
    prepare(clone.path);
    const env = { PATH: "/nowhere", HOME: clone.path };
    const result = await provideDependencies(
      "python",
      "",
      stagedAt(made.path),
      thisMachine({ clone: clone.path, env }),
    );
    expect(result).toEqual({ is: "not-run", why: "no-program", program: "python3" });
  });

  test("a link, or a part of the change", async () => {
    using clone = makeFolder({ "real/pyvenv.cfg": "home = /usr/bin\n", "venv/pyvenv.cfg": "home = /usr/bin\n" });
    symlinkSync("real", join(clone.path, ".venv"));
    using made = makeFolder({ "venv/pyvenv.cfg": "home = /usr/bin\n" });
    const machine = thisMachine({ clone: clone.path, env: { PATH: "/nowhere", HOME: "/root" } });
    expect(await provideDependencies("python", "", stagedAt(made.path), machine)).toMatchObject({ why: "no-program" });
  });
});

function anyHasPytest(): boolean {
  return (process.env["PATH"] ?? "").split(":").some((folder) => {
    try {
      execFileSync(join(folder, "python3"), ["-I", "-c", "import pytest"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  });
}
