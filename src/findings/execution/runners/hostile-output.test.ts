// Test output is untrusted: no output may break a parser.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Runner } from "../runner.ts";
import type { CommandEnd } from "../sandbox-runner.ts";
import { cargo } from "./cargo.ts";
import { configuredRunner } from "./configured.ts";
import { go } from "./go.ts";
import { gradle } from "./gradle.ts";
import { maven } from "./maven.ts";
import { pytest } from "./pytest.ts";

const runners: Runner[] = [pytest, go, cargo, maven, gradle, configuredRunner({ run: "x", report: "r" }, 0)];
const used = { runner: "", cwd: "a", names: new Map([["x", "a"]]) };

function endOf(output: string, report = output): CommandEnd {
  const reports = [{ path: "/tmp/reports/pytest.xml", text: report }];
  return { is: "ended", code: 1, why: null, output, reports, ms: 1 };
}

const much = 200_000;
const long: [string, string][] = [
  ["blanks", " ".repeat(much)],
  ["line ends", "\n".repeat(much)],
  ["brackets that open", `     Running a${" (".repeat(much)}`],
  ["results without an end", `running 1 test\ntest ${"a ... ".repeat(much)}`],
  ["words of a test", `running 1 test\ntest a ... FAILED\n---- a stdout ----\n${"panicked at '".repeat(much)}`],
  [
    "events",
    `${JSON.stringify({ Action: "output", Package: "x", Test: "/".repeat(1000), Output: "\n" })}\n`.repeat(2_000),
  ],
  ["deep JSON", `{"Action":${"[".repeat(much)}`],
  ["compile errors", `[ERROR] /work/${"a/".repeat(much)}A.java:[1,2] x`],
  ["frames", `FAIL\n${"a.py:1: in ".repeat(much)}`],
  ["places", `${"a.b".repeat(much)}:1`],
  ["colours without an end", "\u001b]".repeat(much)],
  [
    "a report of frames",
    `<testsuite><testcase name="a"><failure>${"\tat a.b.c.d(".repeat(much)}</failure></testcase></testsuite>`,
  ],
];

test.each(runners.flatMap((runner) => long.map(([name, text]) => [runner, name, text] as const)))(
  "$0.id reads $1",
  (runner, _, text) => {
    const read = runner.read(endOf(text), used);
    expect(JSON.stringify(read).length).toBeLessThan(text.length + 10_000);
  },
);

test.each(runners)("any output is parsed by $id, and its messages are plain text", (runner) => {
  const word = fc.constantFrom(
    "{",
    '"Action":"fail"',
    "}",
    "running 1 test",
    "test a ... ok",
    "---- a stdout ----",
    "\n",
    "\u001b[31m",
    "[ERROR] ",
    "/work/a.java:[1,2] ",
    "error: ",
    "--> a.rs:1:2",
    "E   ",
    "FAIL\ta [build failed]",
    "# a",
    "<testsuite>",
    "1..1",
    "ok 1",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const read = runner.read(endOf(words.join("")), used);
      expect(JSON.stringify(read)).not.toContain("u001b");
    }),
  );
});
