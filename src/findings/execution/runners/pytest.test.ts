import { describe, expect, test } from "vitest";
import { projectOf, skipWithout, smallProject } from "../../../../test/support/tool-run.ts";
import type { CommandEnd } from "../sandbox-runner.ts";
import { pytest } from "./pytest.ts";
import { pythonImports } from "./pytest/python-imports.ts";
import { cases } from "../../../../test/support/cases.ts";

const used = { runner: "pytest", cwd: "" };

describe("when it is used", () => {
  cases<[string, Record<string, string>, string[]]>(
    "%s",
    async (_, files) => (await pytest.detect(projectOf(files))).map(({ cwd }) => cwd),
    [
      ["its own config", { "a/pytest.ini": "", "a/test_x.py": "" }, ["a"]],
      ["a table of pyproject.toml", { "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-q'" }, [""]],
      ["a pyproject.toml without one", { "pyproject.toml": "[tool.black]\n# pytest\n", "test_x.py": "" }, []],
      ["a broken pyproject.toml", { "pyproject.toml": "[tool.pytest" }, []],
      ["setup.cfg", { "setup.cfg": "[metadata]\n[tool:pytest]\n" }, [""]],
      ["tox.ini", { "tox.ini": "[tox]\n[pytest]\n", "b/tox.ini": "[tox]\n" }, [""]],
      ["fixtures below a project", { "lib/setup.py": "", "lib/tests/conftest.py": "" }, ["lib"]],
      ["fixtures alone", { "tests/conftest.py": "" }, [""]],
      ["tests, and a requirement", { "requirements-dev.txt": "PyTest>=7  # x", "tests/test_a.py": "" }, [""]],
      ["tests, and a requirement in a folder", { "x/requirements/test.txt": "pytest", "x/a_test.py": "" }, ["x"]],
      [
        "tests, and a dependency group",
        { "pyproject.toml": '[dependency-groups]\ndev = ["pytest"]', "test_a.py": "" },
        [""],
      ],
      ["tests of another runner", { "requirements.txt": "django", "tests/test_a.py": "" }, []],
      [
        "tests for the standard library's runner",
        { "lib/setup.cfg": "", "lib/tests/test_a.py": "import os\nfrom unittest import TestCase\n" },
        ["lib"],
      ],
      ["tests of a framework's own command", { "manage.py": "", "shop/test_a.py": "import unittest\n" }, []],
      ["a requirement without tests", { "requirements.txt": "pytest" }, []],
    ],
  );
});

describe("the tests that changed files concern", () => {
  const files = {
    "pytest.ini": "",
    "src/shop/__init__.py": "",
    "src/shop/cart/__init__.py": "",
    "src/shop/cart/price.py": "",
    "src/shop/price.py": "",
    "src/shop/_tax.py": "",
    "src/shop/store.py": "",
    "tests/cart/test_price.py": "",
    "tests/test_price.py": "",
    "tests/test_tax.py": "import os, shop.store as s\n",
    "tests/store_test.py": "",
    "tests/test_all.py": "from shop import (\n  price,  # here\n  store as st,\n)\n",
    "src/shop/errors.py": "",
    "tests/other/test_errors.py": "",
    "tests/helpers.py": "",
    "tests/test_helped.py": "from .helpers import x\n",
    "tests/sub/conftest.py": "",
    "tests/sub/test_one.py": "",
    "tests/sub/deep/test_two.py": "",
    "other/pytest.ini": "",
    "other/test_price.py": "from shop import price",
    "README.md": "",
  };
  cases<[string[], string[] | null]>(
    "%j",
    async (changed) => (await pytest.related(used, changed, projectOf(files)))?.files ?? null,
    [
      [["tests/test_tax.py"], ["tests/test_tax.py"]],
      [["src/shop/cart/price.py"], ["tests/cart/test_price.py"]],
      [["src/shop/_tax.py"], ["tests/test_tax.py"]],
      [["src/shop/store.py"], ["tests/store_test.py", "tests/test_tax.py", "tests/test_all.py"]],
      [["src/shop/errors.py"], null],
      [["tests/helpers.py"], ["tests/test_helped.py"]],
      [["tests/sub/conftest.py"], ["tests/sub/test_one.py", "tests/sub/deep/test_two.py"]],
      [["README.md", "other/test_price.py"], null],
    ],
  );

  test("paths are relative to its folder, and never look like options", async () => {
    const project = projectOf({ "a/pytest.ini": "", "a/-x_test.py": "" });
    const selection = await pytest.exactly({ runner: "pytest", cwd: "a" }, ["a/-x_test.py", "b/test_c.py"], project);
    expect(selection).toMatchObject({ files: ["a/-x_test.py"], command: { cwd: "a" } });
    expect(selection!.command.words).toContain("./-x_test.py");
    expect(await pytest.exactly(used, ["README.md"], project)).toBeNull();
  });

  cases<[string, string[]]>("%j imports", (text) => [...pythonImports(text)], [
    ["import a.b, c as d", ["a.b", "c"]],
    ["from a.b import c as d, e # x", ["a.b", "a.b.c", "a.b.e"]],
    ["  from ..x import (y,\nz)", ["..x", "..x.y", "..x.z"]],
    ["from . import q", [".q"]],
    ["from a import \\\n b", ["a"]],
    ["important = from_x", []],
  ]);
});

const ended: CommandEnd = { is: "ended", code: 0, why: null, output: "", reports: [], ms: 1 };

describe.skipIf(skipWithout("python3", "-m", "pytest", "--version"))("with pytest itself", () => {
  const shop = {
    "lib/pytest.ini": "[pytest]\n",
    "lib/shop.py": "def half(x):\n    if x % 2:\n        raise ValueError('odd')\n    return x / 2\n",
    "lib/tests/test_shop.py": `import pytest, unittest
from shop import half
def test_ok(): assert half(4) == 2
def test_bad(): assert half(4) == 3, "nope"
class TestGroup:
    @pytest.mark.parametrize("n", [1, 2])
    def test_param(self, n): half(n)
    @pytest.mark.skip(reason="later")
    def test_skip(self): pass
@pytest.fixture
def broken():
    yield 1
    raise RuntimeError("at the end")
def test_twice(broken): assert False
@pytest.mark.xfail
def test_known(): assert False
`,
    "lib/tests/test_syntax.py": "x = 1\ndef f(:\n",
    "lib/tests/test_import.py": "import shop.nothing\n",
    "lib/conftest.py": "import sys\nsys.path.insert(0, '.')\n",
  };
  const inLib = { runner: "pytest", cwd: "lib" };

  test("every kind of result, with its places", async () => {
    const project = smallProject(shop);
    const [found] = await pytest.detect(project);
    expect(found).toEqual(inLib);
    const files = project.paths.filter((path) => pytest.collects(path, inLib));
    const read = pytest.read(await project.run((await pytest.exactly(inLib, files, project))!.command), inLib);
    if (read.is !== "results") throw new Error(read.why);
    const short = read.results.map(({ file, name, status, message, frames }) => ({
      test: `${file} > ${name}`,
      status,
      message: message?.split("\n").at(name === "" ? -1 : 0) ?? null,
      frames: frames.map(({ path, line }) => `${path}:${line}`),
    }));
    const at = "lib/tests/test_shop.py";
    expect(short.toSorted((a, b) => (a.test < b.test ? -1 : 1))).toEqual([
      {
        test: "lib/tests/test_import.py > ",
        status: "failed",
        message: expect.stringContaining("ModuleNotFoundError"),
        frames: ["lib/tests/test_import.py:1"],
      },
      {
        test: `${at} > TestGroup > test_param[1]`,
        status: "failed",
        message: "ValueError: odd",
        frames: ["lib/shop.py:3", `${at}:7`],
      },
      { test: `${at} > TestGroup > test_param[2]`, status: "passed", message: null, frames: [] },
      { test: `${at} > TestGroup > test_skip`, status: "skipped", message: "later", frames: [] },
      { test: `${at} > test_bad`, status: "failed", message: "AssertionError: nope", frames: [`${at}:4`] },
      { test: `${at} > test_known`, status: "skipped", message: "pytest.xfail", frames: [] },
      { test: `${at} > test_ok`, status: "passed", message: null, frames: [] },
      { test: `${at} > test_twice`, status: "failed", message: "assert False", frames: [`${at}:14`] },
      {
        test: "lib/tests/test_syntax.py > ",
        status: "failed",
        message: expect.stringContaining("SyntaxError"),
        frames: ["lib/tests/test_syntax.py:2"],
      },
    ]);
  });

  test("fixtures that cannot be loaded are a failed file", async () => {
    const project = smallProject({
      "conftest.py": "x = 1\nimport nothing_there\n",
      "test_a.py": "def test_a(): pass\n",
    });
    const selection = await pytest.exactly(used, ["test_a.py"], project);
    expect(pytest.read(await project.run(selection!.command), used)).toMatchObject({
      is: "results",
      results: [{ file: "conftest.py", name: "", status: "failed", frames: [{ path: "conftest.py", line: 2 }] }],
    });
  });

  test("options that need a missing plugin give no results", async () => {
    const project = smallProject({
      "pytest.ini": "[pytest]\naddopts = --no-such-plugin=1\n",
      "test_a.py": "def test_a(): pass\n",
    });
    const selection = await pytest.exactly(used, ["test_a.py"], project);
    expect(pytest.read(await project.run(selection!.command), used)).toEqual({
      is: "unreadable",
      why: expect.stringContaining("unrecognized arguments: --no-such-plugin=1"),
    });
  });

  test("a file without tests has no results", async () => {
    const project = smallProject({ "pytest.ini": "", "test_a.py": "" });
    const selection = await pytest.exactly(used, ["test_a.py"], project);
    expect(pytest.read(await project.run(selection!.command), used)).toEqual({ is: "results", results: [] });
  });
});

test.each<[Partial<CommandEnd>, string]>([
  [{ is: "too-slow", code: null }, "it timed out"],
  [{ is: "not-started", why: "no python3" }, "it did not start: no python3"],
  [{ code: 1, output: "/usr/bin/python3: No module named pytest" }, "pytest is not installed"],
  [{ code: 3, output: "\u001b[31mINTERNALERROR\u001b[0m" }, "pytest ended with 3 and without a report: INTERNALERROR"],
])("%j cannot be read", (end, why) => {
  expect(pytest.read({ ...ended, ...end }, used)).toEqual({ is: "unreadable", why });
});
