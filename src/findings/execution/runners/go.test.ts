import { describe, expect, test } from "vitest";
import { projectOf, skipWithout, smallProject } from "../../../../test/support/tool-run.ts";
import type { Project } from "../runner.ts";
import type { CommandEnd } from "../sandbox-runner.ts";
import { go } from "./go.ts";

const shop = {
  "go.mod": "module example.com/shop\n\ngo 1.19\n",
  "main.go": "package main\n\nfunc main() {}\n",
  "price/price.go":
    'package price\n\nfunc Half(x int) int {\n\tif x == 7 {\n\t\tpanic("seven")\n\t}\n\treturn x / 2\n}\n',
  "price/price_test.go": `package price

import "testing"

func TestOk(t *testing.T) {}
func TestGroup(t *testing.T) {
	t.Run("sub one", func(t *testing.T) { t.Errorf("got %d\\nwant 3", Half(4)) })
	t.Run("fine", func(t *testing.T) {})
}
func TestSkip(t *testing.T) { t.Skip("later") }
`,
  "price/panic_test.go": `package price

import "testing"

func TestPanic(t *testing.T) { Half(7) }
`,
  "price/testdata/x/input.txt": "",
  "cart/cart.go": 'package cart\n\nimport "example.com/shop/price"\n\nvar X = price.Half(2)\n',
  "cart/cart_test.go": 'package cart\n\nimport "testing"\n\nfunc TestCart(t *testing.T) {}\n',
  "plain/plain.go": 'package plain\n\nimport _ "example.com/shop/price"\n',
  "broken/broken.go": 'package broken\n\nfunc C() int { return "x" }\n',
  "broken/broken_test.go": 'package broken\n\nimport "testing"\n\nfunc TestC(t *testing.T) { C() }\n',
  "accept/a_test.go": '//go:build acceptance\n\npackage accept\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n',
  "accept/b_darwin_test.go": 'package accept\n\nimport "testing"\n\nfunc TestB(t *testing.T) {}\n',
  "tools/go.mod": "module example.com/tools\n",
  "tools/t_test.go": "package tools\n",
  "vendor/x/go.mod": "module x\n",
  "price/testdata/mod/go.mod": "module y\n",
};

async function usedIn(project: Project, cwd = "") {
  return (await go.detect(project)).find((one) => one.cwd === cwd)!;
}

test("is used for every module except vendored ones", async () => {
  const used = await go.detect(projectOf(shop));
  expect(used.map(({ cwd }) => cwd)).toEqual(["", "tools"]);
  expect([...used[0]!.names!]).toEqual([
    ["example.com/shop", ""],
    ["example.com/tools", "tools"],
  ]);
});

test.each<[string[], string[] | null]>([
  [["price/price.go"], ["./price", "./cart"]],
  [["price/price_test.go"], ["./price"]],
  [["price/testdata/x/input.txt"], ["./price"]],
  [["plain/plain.go", "main.go", "README.md"], null],
  [["tools/t_test.go"], null],
  [["accept/a_test.go", "accept/b_darwin_test.go"], null],
])("%j concerns %j", async (changed, packages) => {
  const project = projectOf(shop);
  const selection = await go.related(await usedIn(project), changed, project);
  expect(selection?.command.words.slice(4) ?? null).toEqual(packages);
});

test("just some files are the tests that they declare", async () => {
  const project = projectOf(shop);
  const used = await usedIn(project);
  const selection = await go.exactly(used, ["price/price_test.go", "tools/t_test.go"], project);
  expect(selection).toMatchObject({ files: ["price/price_test.go"] });
  expect(selection!.command.words.slice(4)).toEqual(["-run", "^(TestOk|TestGroup|TestSkip)$", "./price"]);
  expect(await go.exactly(used, ["price/price.go"], project)).toBeNull();
});

const ended: CommandEnd = { is: "ended", code: 1, why: null, output: "", reports: [], ms: 1 };
const named = { runner: "go", cwd: "", names: new Map([["example.com/shop", ""]]) };

describe.skipIf(skipWithout("go", "version"))("with Go itself", () => {
  const asText = (read: ReturnType<typeof go.read>) => {
    if (read.is !== "results") throw new Error(read.why);
    return read.results.map(
      ({ file, name, status, message, frames }) =>
        `${file ?? ""} > ${name}: ${status}${message === null ? "" : `: ${message.split("\n")[0]}`} at ${frames.map(({ path, line }) => `${path}:${line}`).join(" ")}`,
    );
  };

  test("every kind of result, with its places", async () => {
    const project = smallProject(shop);
    const used = await usedIn(project);
    const changed = ["price/price.go", "broken/broken.go"];
    const selection = (await go.related(used, changed, project))!;
    // Packages end in whatever order they end.
    expect(asText(go.read(await project.run(selection.command), used)).toSorted()).toEqual([
      ' > : failed: example.com/shop/broken: broken/broken.go:3:23: cannot use "x" (untyped string constant) as int value in return statement at broken/broken.go:3',
      " > example.com/shop/cart > TestCart: passed at ",
      "> example.com/shop/price > TestPanic: failed: panic: seven [recovered] at price/price.go:5 price/panic_test.go:5".replace(
        /^/,
        " ",
      ),
    ]);
  });

  test("groups count as their tests", async () => {
    const project = smallProject(shop);
    const used = await usedIn(project);
    const selection = (await go.exactly(used, ["price/price_test.go"], project))!;
    expect(asText(go.read(await project.run(selection.command), used))).toEqual([
      " > example.com/shop/price > TestOk: passed at ",
      " > example.com/shop/price > TestGroup > sub_one: failed: price_test.go:7: got 2 at price/price_test.go:7",
      " > example.com/shop/price > TestGroup > fine: passed at ",
      " > example.com/shop/price > TestSkip: skipped: price_test.go:10: later at ",
    ]);
  });

  test("a module that cannot be read gives no results", async () => {
    const project = smallProject({ ...shop, "go.mod": "module example.com/shop\nnonsense\n" });
    const used = await usedIn(project);
    const selection = (await go.exactly(used, ["price/price_test.go"], project))!;
    expect(go.read(await project.run(selection.command), used)).toEqual({
      is: "unreadable",
      why: expect.stringContaining("unknown directive: nonsense"),
    });
  });
});

test("newer versions report compiler errors in JSON", () => {
  const lines = [
    {
      ImportPath: "example.com/shop/a [example.com/shop/a.test]",
      Action: "build-output",
      Output: "# example.com/shop/a [example.com/shop/a.test]\n",
    },
    {
      ImportPath: "example.com/shop/a [example.com/shop/a.test]",
      Action: "build-output",
      Output: "a/a.go:3:1: wrong\n",
    },
    { ImportPath: "example.com/shop/a [example.com/shop/a.test]", Action: "build-fail" },
    { Action: "start", Package: "example.com/shop/a" },
    { Action: "output", Package: "example.com/shop/a", Output: "FAIL\texample.com/shop/a [build failed]\n" },
    {
      Action: "fail",
      Package: "example.com/shop/a",
      Elapsed: 0,
      FailedBuild: "example.com/shop/a [example.com/shop/a.test]",
    },
  ];
  const output = lines.map((line) => JSON.stringify(line)).join("\n");
  expect(go.read({ ...ended, output }, named)).toMatchObject({
    is: "results",
    results: [{ file: null, name: "", frames: [{ path: "a/a.go", line: 3 }] }],
  });
});

test("a truncated failing output proves nothing; a truncated passing one counts as far as it goes", () => {
  const pass = JSON.stringify({ Action: "pass", Package: "example.com/shop/a", Test: "TestA", Elapsed: 0 });
  const output = `${pass}\n{"Action":"pa\n[...]\nss"}\n`;
  expect(go.read({ ...ended, output }, named)).toEqual({
    is: "unreadable",
    why: "it failed, and its output was too long to keep",
  });
  expect(go.read({ ...ended, code: 0, output }, named)).toMatchObject({ results: [{ status: "passed" }] });
});

test("modules that would have to be fetched are no fault of the tests", () => {
  const output = `# example.com/shop/a\na/a.go:3:8: cannot find module providing package example.com/x: module lookup disabled by GOPROXY=off\nFAIL\texample.com/shop/a [setup failed]\n`;
  expect(go.read({ ...ended, output }, named)).toEqual({
    is: "unreadable",
    why: expect.stringContaining("module lookup disabled"),
  });
});

test("a program that exits early fails with its package and its running tests", () => {
  const lines = [
    { Action: "run", Package: "example.com/shop/a", Test: "TestOut" },
    { Action: "fail", Package: "example.com/shop/a", Elapsed: 0.2 },
    { Action: "output", Package: "example.com/shop/b", Output: "no database\n" },
    { Action: "fail", Package: "example.com/shop/b", Elapsed: 0.2 },
  ];
  const output = `{"Action": broken\n${lines.map((line) => JSON.stringify(line)).join("\n")}\n{"half`;
  expect(go.read({ ...ended, output }, named)).toMatchObject({
    results: [
      { name: "example.com/shop/a > TestOut", status: "failed" },
      { name: "example.com/shop/b", status: "failed", message: "no database", ms: 200 },
    ],
  });
});
