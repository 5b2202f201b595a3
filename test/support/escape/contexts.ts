// The places from which code of a change is run: tests of each runner, and the files that configure runners and linters.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandLine } from "../../../src/findings/execution/sandbox-runner.ts";
import type { SandboxDependencies } from "../../../src/world/sandbox/sandbox-dependencies.ts";
import { provideDependencies } from "../../../src/world/sandbox/dependencies.ts";
import { go, java, javascript, python, rust } from "./attempts.ts";

export interface Context {
  name: string;
  files: Readonly<Record<string, string>>;
  words: CommandLine["words"];
  env?: Readonly<Record<string, string>>;
  provided: SandboxDependencies;
  /** What must be installed on this machine. */
  needs: string | null;
}

const packages = "/deps/node_modules";

export function contexts(modules: string): Context[] {
  const node = nodeOf(modules);
  const js = (name: string, words: CommandLine["words"], files: Record<string, string>): Context => ({
    name,
    words,
    files: { "attempts.cjs": javascript, "package.json": '{"private":true}', ...files },
    provided: node,
    needs: null,
  });
  const attacks = 'require("./attempts.cjs")()';
  const awaits = 'import attack from "./attempts.cjs";\nawait attack();\n';
  const idle = 'test("waits", () => new Promise((done) => setTimeout(done, 1500)));';
  const py = (name: string, files: Record<string, string>): Context => ({
    name,
    words: ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"],
    files: { "attempts.py": python, "test_none.py": "def test_none(): pass\n", ...files },
    provided: machineOf("python"),
    needs: "pytest-3",
  });
  const cargo = (name: string, files: Record<string, string>): Context => ({
    name,
    words: ["cargo", "test", "--offline", "-q", "--", "--nocapture"],
    files: { "Cargo.toml": '[package]\nname = "escape"\nversion = "0.1.0"\nedition = "2021"\n', ...files },
    provided: rustOf(),
    needs: "rustc",
  });
  return [
    js("a test of node:test", ["node", "--test"], {
      "a.test.cjs": `require("node:test").test("escape", () => ${attacks});`,
    }),
    js("a test of vitest", ["vitest", "run"], {
      "a.test.ts":
        'import { test } from "vitest";\nimport attack from "./attempts.cjs";\ntest("escape", () => attack());\n',
    }),
    js("vitest.config.ts", ["vitest", "run", "--passWithNoTests"], {
      "vitest.config.ts": `import attack from "./attempts.cjs";\nexport default async () => { await attack(); return {}; };\n`,
    }),
    js("a test of jest", ["jest", "--ci", "--watchman=false"], { "a.test.js": `test("escape", () => ${attacks});` }),
    js("jest.config.js", ["jest", "--ci", "--watchman=false", "--passWithNoTests"], {
      "jest.config.js": `module.exports = async () => { await ${attacks}; return {}; };`,
    }),
    js("a test of mocha", ["mocha", "a.spec.cjs"], { "a.spec.cjs": `it("escape", () => ${attacks}).timeout(20_000);` }),
    js(".mocharc.cjs", ["mocha", "a.spec.cjs"], {
      ".mocharc.cjs": `${attacks}; module.exports = { timeout: 20_000 };`,
      "a.spec.cjs": idle.replace("test(", "it("),
    }),
    js("a plugin of a linter's config", ["oxlint", "--quiet"], {
      ".oxlintrc.json": '{ "jsPlugins": ["./plugin.mjs"], "rules": { "evil/none": "error" } }',
      "plugin.mjs": `${awaits}export default { meta: { name: "evil" }, rules: { none: { create: () => ({}) } } };\n`,
      "a.js": "export const a = 1;\n",
    }),
    py("a test of pytest", { "test_escape.py": "import attempts\ndef test_escape(): attempts.attack()\n" }),
    py("conftest.py", { "conftest.py": "import attempts\nattempts.attack()\n" }),
    py("a plugin named in setup.cfg", {
      "setup.cfg": "[tool:pytest]\naddopts = -p evil_plugin\n",
      "evil_plugin.py": "import attempts\nattempts.attack()\n",
    }),
    {
      name: "a test of go",
      words: ["go", "test", "-count=1", "-v", "."],
      files: { "go.mod": "module escape\n\ngo 1.19\n", "escape_test.go": go },
      env: { GOCACHE: "/tmp/go", GOPATH: "/tmp/gopath", GOPROXY: "off", CGO_ENABLED: "0", GOTOOLCHAIN: "local" },
      provided: machineOf("go"),
      needs: "go",
    },
    cargo("a test of cargo", { "src/lib.rs": `${rust}\n#[test]\nfn escape() { attack(); }\n` }),
    cargo("build.rs", { "build.rs": `${rust}\nfn main() { attack(); }\n`, "src/lib.rs": "" }),
  ];
}

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>com.acme</groupId><artifactId>escape</artifactId><version>1</version>
<properties><maven.compiler.release>17</maven.compiler.release><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.11.4</version><scope>test</scope></dependency></dependencies>
<build><plugins>
<plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin>
<plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
<plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
</plugins></build></project>`;

/** Null where Maven has not downloaded before what the test needs. */
export async function maven(): Promise<Context | null> {
  const downloaded = "org/apache/maven/surefire/surefire-junit-platform/3.2.5/surefire-junit-platform-3.2.5.jar";
  if (!existsSync(join(homedir(), ".m2/repository", downloaded))) return null;
  const { env, execPath: node } = process;
  const machine = { env, clone: null, cache: tmpdir(), node, stop: new AbortController().signal };
  const tree = { folder: "/", paths: ["pom.xml"], read: () => Promise.resolve(pom) };
  const provided = await provideDependencies("java", "", tree, machine);
  if ("is" in provided) return null;
  const files = { "pom.xml": pom, "src/test/java/EscapeTest.java": java };
  return { name: "a test of maven", words: ["mvn", "-o", "-q", "-B", "test"], files, provided, needs: "mvn" };
}

function machineOf(ecosystem: SandboxDependencies["did"]["ecosystem"]): SandboxDependencies {
  return { readOnly: [], env: {}, path: [], links: [], did: { ecosystem, from: "machine", folder: "/usr" } };
}

/** A folder of links, as a clone's packages are given to a change. */
function nodeOf(modules: string): SandboxDependencies {
  const names = readdirSync(modules).filter((name) => !name.startsWith(".") || name === ".bin");
  return {
    ...machineOf("node"),
    readOnly: [{ from: modules, to: packages }],
    links: names.map((name) => ({ at: `node_modules/${name}`, to: `${packages}/${name}` })),
  };
}

function rustOf(): SandboxDependencies {
  const toolchain = sysroot();
  return {
    ...machineOf("rust"),
    readOnly: toolchain === null ? [] : [{ from: toolchain, to: "/deps/rust" }],
    path: ["/deps/rust/bin"],
    env: { CARGO_HOME: "/tmp/cargo" },
  };
}

function sysroot(): string | null {
  try {
    return execFileSync("rustc", ["--print", "sysroot"], { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return null;
  }
}
