import { expect, test } from "vitest";
import { projectOf } from "../../../../test/support/tool-run.ts";
import type { CommandEnd } from "../sandbox-runner.ts";
import { gradle } from "./gradle.ts";

const shop = {
  "settings.gradle.kts": "",
  "build.gradle.kts": "",
  "core/build.gradle": "",
  "core/src/main/kotlin/com/acme/Price.kt": "",
  "core/src/test/kotlin/com/acme/PriceTest.kt": "",
  "core/src/test/java/com/acme/SaleTest.java": "import com.acme.Price;",
  "plugins/a/build.gradle": "",
  "plugins/a/src/test/java/com/acme/ATest.java": "import com.acme.Price;",
  "tool/settings.gradle": "",
  "tool/build.gradle": "",
  "tool/src/test/java/T/ToolTest.java": "",
  "core/src/test/resources/x/build.gradle": "",
};

test("is used for settings files and single build scripts", async () => {
  expect((await gradle.detect(projectOf(shop))).map(({ cwd }) => cwd)).toEqual(["", "tool"]);
  expect(
    (await gradle.detect(projectOf({ "a/build.gradle": "", "a/b/build.gradle": "" }))).map(({ cwd }) => cwd),
  ).toEqual(["a"]);
});

test.each<[string, string[], string[] | null]>([
  [
    "",
    ["core/src/main/kotlin/com/acme/Price.kt"],
    [
      ":core:test",
      "--tests",
      "com.acme.PriceTest",
      "--tests",
      "com.acme.SaleTest",
      ":plugins:a:test",
      "--tests",
      "com.acme.ATest",
    ],
  ],
  ["tool", ["tool/src/test/java/T/ToolTest.java"], [":test", "--tests", "T.ToolTest"]],
  ["", ["build.gradle.kts", "README.md"], null],
])("in %j, %j concerns %j", async (cwd, changed, words) => {
  const project = projectOf(shop);
  const selection = await gradle.related({ runner: "gradle", cwd }, changed, project);
  expect(selection?.command.words.slice(5) ?? null).toEqual(words);
});

const ended: CommandEnd = { is: "ended", code: 1, why: null, output: "", reports: [], ms: 1 };
const report = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="com.acme.PriceTest" tests="2" skipped="0" failures="1" errors="0" timestamp="2024-01-01T00:00:00" hostname="vm" time="0.02">
  <properties/>
  <testcase name="halves()" classname="com.acme.PriceTest" time="0.01">
    <failure message="org.opentest4j.AssertionFailedError: expected: &lt;3&gt; but was: &lt;2&gt;" type="org.opentest4j.AssertionFailedError">org.opentest4j.AssertionFailedError: expected: &lt;3&gt; but was: &lt;2&gt;
	at app//org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:531)
	at app//com.acme.PriceTest$Inner.halves(PriceTest.kt:9)
	at java.base@17/java.lang.reflect.Method.invoke(Method.java:569)
</failure>
  </testcase>
  <testcase name="adds()" classname="com.acme.PriceTest" time="0.001"/>
  <system-out><![CDATA[]]></system-out>
</testsuite>`;

test("its reports are read as its documentation has them", async () => {
  const [used] = await gradle.detect(projectOf(shop));
  expect(gradle.read({ ...ended, reports: [{ path: "x.xml", text: report }] }, used!)).toMatchObject({
    results: [
      {
        file: "core/src/test/kotlin/com/acme/PriceTest.kt",
        name: "PriceTest > halves()",
        status: "failed",
        frames: [{ path: "core/src/test/kotlin/com/acme/PriceTest.kt", line: 9 }],
      },
      { name: "PriceTest > adds()", status: "passed" },
    ],
  });
});

test.each<[string, string, number]>([
  ["/work/core/src/main/java/com/acme/A.java:5: error: incompatible types", "core/src/main/java/com/acme/A.java", 5],
  ["e: file:///work/core/src/main/kotlin/A.kt:7:16 Unresolved reference: x", "core/src/main/kotlin/A.kt", 7],
  ["e: /work/core/src/main/kotlin/A.kt: (7, 16): Unresolved reference: x", "core/src/main/kotlin/A.kt", 7],
])("%s is a failed file", (line, path, at) => {
  const output = `> Task :core:compileJava FAILED\n${line}\n/work/a/B.java:1: warning: old\n/usr/x/C.java:1: error: not ours\n`;
  expect(gradle.read({ ...ended, output }, { runner: "gradle", cwd: "" })).toMatchObject({
    is: "results",
    results: [{ file: path, name: "", status: "failed", frames: [{ path, line: at }] }],
  });
});

test("a build that cannot be configured reports the reason", () => {
  const output =
    "FAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not resolve all files.\n> No cached version available for offline mode.\n";
  expect(gradle.read({ ...ended, output }, { runner: "gradle", cwd: "" })).toEqual({
    is: "unreadable",
    why: "gradle ended with 1: Could not resolve all files.\n> No cached version available for offline mode.",
  });
});
