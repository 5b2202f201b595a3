// Real Maven, in real bubblewrap, where it is installed. Gradle's part is tried only as far as what is bound.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { getuid } from "node:process";
import { describe, expect, test } from "vitest";
import { hasProgram } from "../../../../test/support/has-program.ts";
import { skipWithoutSandbox } from "../../../../test/support/sandbox.ts";
import { provideDependencies } from "../dependencies.ts";
import type { SandboxDependencies } from "../sandbox-dependencies.ts";
import { makeFolder } from "../../../../test/support/sandbox/made-folder.ts";
import { stagedAt, thisMachine, tryProvided } from "../../../../test/support/sandbox/try-provided.ts";

const hasJava = hasProgram("java");
const hasMaven = hasJava && hasProgram("mvn");

const start = '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>';
const parent = "<groupId>far</groupId><artifactId>parent</artifactId><version>1</version>";
const project = { "pom.xml": `${start}<parent>${parent}</parent><artifactId>a</artifactId></project>` };
const repository = {
  ".m2/repository/far/parent/1/parent-1.pom": `${start}${parent}<packaging>pom</packaging></project>`,
  ".m2/settings.xml": "<settings><servers><server><password>secret</password></server></servers></settings>",
};

async function provided(folder: string, home: string): Promise<SandboxDependencies> {
  const result = await provideDependencies(
    "java",
    "",
    stagedAt(folder),
    thisMachine({ env: { ...process.env, HOME: home } }),
  );
  if ("is" in result) throw new Error(JSON.stringify(result));
  return result;
}

describe.skipIf(!hasMaven || (await skipWithoutSandbox()))("Maven", () => {
  test("starts and reads earlier downloads", async () => {
    using made = makeFolder(project);
    using home = makeFolder(repository);
    const dependencies = await provided(made.path, home.path);
    const run = (...words: [string, ...string[]]) => tryProvided(dependencies, stagedAt(made.path), words);
    expect(await run("mvn", "-v")).toMatchObject({ code: 0, output: expect.stringContaining("Apache Maven") });
    expect(await run("mvn", "-o", "-B", "validate")).toMatchObject({
      code: 0,
      output: expect.stringContaining("BUILD SUCCESS"),
    });
  });

  test("gets no settings of the user or the machine", async () => {
    using made = makeFolder(project);
    using home = makeFolder(repository);
    const looks = ["find", "/etc", "/tmp", "/deps", "-name", "settings*.xml"] as const;
    const result = await tryProvided(await provided(made.path, home.path), stagedAt(made.path), [...looks]);
    expect(result).toEqual({ code: 0, output: "" });
  });
});

describe.skipIf(!hasJava)("earlier downloads", () => {
  test("are required by Maven", async () => {
    using made = makeFolder(project);
    using home = makeFolder();
    const machine = thisMachine({ env: { ...process.env, HOME: home.path } });
    expect(await provideDependencies("java", "", stagedAt(made.path), machine)).toEqual({
      is: "not-run",
      why: "no-dependencies",
      ecosystem: "java",
      message: `there is no ${home.path}/.m2/repository. Run the tests with mvn in your clone once`,
    });
  });

  test.skipIf(getuid?.() !== 0)("of root are not provided", async () => {
    using made = makeFolder(project);
    using home = makeFolder(repository);
    chmodSync(join(home.path, ".m2/repository"), 0o750);
    const machine = thisMachine({ env: { ...process.env, HOME: home.path } });
    const result = await provideDependencies("java", "", stagedAt(made.path), machine);
    expect(result).toHaveProperty("message", expect.stringMatching(/^only root can read /));
  });

  test("include Gradle modules and wrapper distributions", async () => {
    using made = makeFolder({ "build.gradle": "" });
    using home = makeFolder({
      ".gradle/caches/modules-2/x": "",
      ".gradle/wrapper/dists/y": "",
      ".gradle/gradle.properties": "secret",
    });
    const { readOnly, env } = await provided(made.path, home.path);
    const gradle = readOnly.filter(({ from }) => from.startsWith(home.path));
    expect(gradle.map(({ to }) => to)).toEqual(["/deps/gradle/modules-2", "/tmp/gradle/wrapper/dists"]);
    expect(env).toMatchObject({ GRADLE_USER_HOME: "/tmp/gradle", GRADLE_RO_DEP_CACHE: "/deps/gradle" });
  });
});

test("without Java, the missing program is named", async () => {
  using made = makeFolder(project);
  const result = await provideDependencies("java", "", stagedAt(made.path), thisMachine({ env: { PATH: "/nowhere" } }));
  expect(result).toEqual({ is: "not-run", why: "no-program", program: "java" });
});
