import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectOf, skipWithout, smallProject } from "../../../../test/support/tool-run.ts";
import type { Project } from "../runner.ts";
import type { CommandEnd } from "../sandbox-runner.ts";
import { maven } from "./maven.ts";

const shop = {
  "pom.xml": `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version><packaging>pom</packaging>
  <modules><module>core</module><module>./web/pom.xml</module><!-- <module>old</module> --></modules>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies><dependency>
    <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.11.4</version><scope>test</scope>
  </dependency></dependencies>
  <build><pluginManagement><plugins>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
  </plugins></pluginManagement></build>
</project>`,
  "core/pom.xml": module("core"),
  "core/src/main/java/com/acme/Price.java": `package com.acme;
public class Price {
  public static int half(int x) {
    if (x == 7) throw new IllegalStateException("seven");
    return x / 2;
  }
}
`,
  "core/src/main/java/com/acme/Tax.java": "package com.acme;\nclass Tax {}\n",
  "core/src/test/java/com/acme/PriceTest.java": `package com.acme;
import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.*;
class PriceTest {
  @Test void ok() {}
  @Test void fails() { assertEquals(3, Price.half(4)); }
  @Test void throwing() { Price.half(7); }
  @Test @Disabled("later") void later() {}
  @Nested class Inner { @Test void deep() {} }
}
`,
  "core/src/test/java/com/acme/BrokenTest.java": `package com.acme;
import org.junit.jupiter.api.*;
class BrokenTest {
  @BeforeAll static void before() { throw new IllegalStateException("no database"); }
  @Test void never() {}
}
`,
  "core/src/test/java/com/acme/PriceIT.java": "package com.acme;\nclass PriceIT {}\n",
  "core/src/test/java/com/acme/SaleTests.java": "package com.acme;\nclass SaleTests { Tax tax; }\n",
  "web/pom.xml": module("web"),
  "web/src/main/java/com/acme/web/Page.java": "package com.acme.web;\nclass Page {}\n",
  "web/src/test/java/com/acme/web/PageTest.java": "package com.acme.web;\nimport com.acme.Tax;\nclass PageTest {}\n",
  "old/pom.xml": module("old"),
  "old/src/test/java/com/old/OldTest.java": "package com.old;\nclass OldTest {}\n",
};

function module(name: string): string {
  return `<project><modelVersion>4.0.0</modelVersion><parent><groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version></parent><artifactId>${name}</artifactId></project>`;
}

async function usedIn(project: Project, cwd = "") {
  return (await maven.detect(project)).find((one) => one.cwd === cwd)!;
}

test("is used if no parent module lists the folder", async () => {
  expect((await maven.detect(projectOf(shop))).map(({ cwd }) => cwd)).toEqual(["", "old"]);
  const hostile = { "pom.xml": `${"<!--".repeat(100_000)}<module>${" ".repeat(100_000)}` };
  expect(await maven.detect(projectOf(hostile))).toHaveLength(1);
});

test.each<[string[], string[] | null]>([
  [["core/src/main/java/com/acme/Price.java"], ["-pl", "core", "-am", "-Dtest=com.acme.PriceTest"]],
  [
    ["core/src/main/java/com/acme/Tax.java"],
    ["-pl", "core,web", "-am", "-Dtest=com.acme.SaleTests,com.acme.web.PageTest"],
  ],
  [["web/src/test/java/com/acme/web/PageTest.java"], ["-pl", "web", "-am", "-Dtest=com.acme.web.PageTest"]],
  [["core/src/test/java/com/acme/PriceIT.java", "pom.xml", "core/src/main/java/com/acme/a,b.java"], null],
])("%j concerns %j", async (changed, words) => {
  const project = projectOf({ ...shop, "core/src/main/java/com/acme/a,b.java": "" });
  const selection = await maven.related(await usedIn(project), changed, project);
  expect(selection?.command.words.slice(5, -3) ?? null).toEqual(words);
});

test("selected test files become class names; sources are skipped", async () => {
  const project = projectOf(shop);
  const old = await usedIn(project, "old");
  const selection = await maven.exactly(old, ["old/src/test/java/com/old/OldTest.java"], project);
  expect(selection!.command).toMatchObject({ cwd: "old" });
  expect(selection!.command.words.slice(5, -3)).toEqual(["-Dtest=com.old.OldTest"]);
  expect(await maven.exactly(old, ["core/src/main/java/com/acme/Tax.java"], project)).toBeNull();
});

const ended: CommandEnd = { is: "ended", code: 1, why: null, output: "", reports: [], ms: 1 };

test("without its plugins there are no results, with the reason", () => {
  const output =
    "[INFO] x\n\u001b[1;31m[ERROR]\u001b[m Failed to execute goal: Cannot access central in offline mode\n[ERROR] \n[ERROR] help\n";
  expect(maven.read({ ...ended, output }, { runner: "maven", cwd: "" })).toEqual({
    is: "unreadable",
    why: "mvn ended with 1: Failed to execute goal: Cannot access central in offline mode",
  });
});

/** What the projects below need of the machine's repository. */
function skipWithoutSurefire(): boolean {
  const needed = [
    "org/apache/maven/surefire/surefire-junit-platform/3.2.5/surefire-junit-platform-3.2.5.jar",
    "org/apache/maven/plugins/maven-surefire-plugin/3.2.5/maven-surefire-plugin-3.2.5.jar",
    "org/apache/maven/plugins/maven-compiler-plugin/3.13.0/maven-compiler-plugin-3.13.0.jar",
    "org/apache/maven/plugins/maven-resources-plugin/3.3.1/maven-resources-plugin-3.3.1.jar",
    "org/junit/jupiter/junit-jupiter-engine/5.11.4/junit-jupiter-engine-5.11.4.jar",
  ];
  const missing = needed.find((path) => !existsSync(join(homedir(), ".m2/repository", path)));
  if (missing !== undefined) console.log(`Skipped: ${missing} is not in the machine's repository of Maven.`);
  return missing !== undefined;
}

describe.skipIf(skipWithout("mvn", "--version") || skipWithoutSurefire())(
  "with Maven itself",
  { timeout: 120_000 },
  () => {
    const asText = (read: ReturnType<typeof maven.read>) => {
      if (read.is !== "results") throw new Error(read.why);
      return read.results
        .map(
          ({ file, name, status, message, frames }) =>
            `${file?.split("/").at(-1)} > ${name}: ${status}${message === null ? "" : `: ${message.split("\n")[0]}`} at ${frames.map(({ path, line }) => `${path.split("/").at(-1)}:${line}`).join(" ")}`,
        )
        .toSorted();
    };

    test("every kind of result, with its places", async () => {
      const project = smallProject(shop);
      const used = await usedIn(project);
      const files = ["PriceTest", "BrokenTest"].map((name) => `core/src/test/java/com/acme/${name}.java`);
      const { command } = (await maven.exactly(used, files, project))!;
      const read = maven.read(await project.run(command), used);
      expect(asText(read)).toEqual([
        "BrokenTest.java > : failed: no database at BrokenTest.java:4",
        "PriceTest.java > PriceTest > Inner > deep: passed at ",
        "PriceTest.java > PriceTest > fails: failed: expected: <3> but was: <2> at PriceTest.java:6",
        "PriceTest.java > PriceTest > later: skipped: later at ",
        "PriceTest.java > PriceTest > ok: passed at ",
        "PriceTest.java > PriceTest > throwing: failed: seven at Price.java:4 PriceTest.java:7",
      ]);
    });

    test("a compile error is a failed file", async () => {
      const path = "core/src/test/java/com/acme/PriceTest.java";
      const project = smallProject({
        ...shop,
        [path]: "package com.acme;\nclass PriceTest {\n  int x = Price.third(1);\n}\n",
      });
      const used = await usedIn(project);
      const { command } = (await maven.exactly(used, [path], project))!;
      const read = maven.read(await project.run(command), used);
      expect(asText(read)).toEqual([`PriceTest.java > : failed: ${path}:3: cannot find symbol at PriceTest.java:3`]);
      expect(read).toMatchObject({ results: [{ file: path, frames: [{ path, line: 3 }] }] });
    });
  },
);
