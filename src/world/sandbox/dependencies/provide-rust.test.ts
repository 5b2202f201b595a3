// Real cargo, in real bubblewrap, where it is installed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasProgram } from "../../../../test/support/has-program.ts";
import { skipWithoutSandbox } from "../../../../test/support/sandbox.ts";
import { provideDependencies } from "../dependencies.ts";
import type { SandboxDependencies } from "../sandbox-dependencies.ts";
import { makeFolder } from "../../../../test/support/sandbox/made-folder.ts";
import { stagedAt, thisMachine, tryProvided } from "../../../../test/support/sandbox/try-provided.ts";

const works = hasProgram("rustc");

const crate = {
  "Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
  "src/lib.rs": "#[test]\nfn adds() {\n    assert_eq!(1 + 1, 2);\n}\n",
};
const lock = `version = 3

[[package]]
name = "a"
version = "0.1.0"
dependencies = ["far"]

[[package]]
name = "far"
version = "1.2.3"
source = "registry+https://registry.example/index"
`;

async function provided(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<SandboxDependencies> {
  const result = await provideDependencies("rust", "", stagedAt(folder), thisMachine({ env }));
  if ("is" in result) throw new Error(JSON.stringify(result));
  return result;
}

describe.skipIf(!works || (await skipWithoutSandbox()))("Rust", () => {
  test("tests a crate", async () => {
    using made = makeFolder(crate);
    const result = await tryProvided(await provided(made.path), stagedAt(made.path), ["cargo", "test", "--lib"]);
    expect(result).toEqual({ code: 0, output: expect.stringContaining("test adds ... ok") });
  });

  test("only crates of cargo's home are in the sandbox", async () => {
    using made = makeFolder({ ...crate, "Cargo.lock": lock });
    using home = makeFolder({
      "registry/cache/example/far-1.2.3.crate": "",
      "registry/index/example/x": "",
      "credentials.toml": "token = 'secret'",
      "config.toml": "",
    });
    // Where rustup finds its toolchains does not depend on cargo's home.
    const env = { ...process.env, CARGO_HOME: home.path };
    const dependencies = await provided(made.path, env);
    const inside = () => dependencies.readOnly.map(({ to }) => to).filter((to) => to.startsWith("/tmp/cargo"));
    expect(inside()).toEqual(["/tmp/cargo/registry/index", "/tmp/cargo/registry/cache"]);
    const result = await tryProvided(dependencies, stagedAt(made.path), ["find", "/tmp/cargo", "-type", "f"]);
    expect(result.output.split("\n").filter(Boolean).toSorted()).toEqual([
      "/tmp/cargo/registry/cache/example/far-1.2.3.crate",
      "/tmp/cargo/registry/index/example/x",
    ]);
  });
});

describe.skipIf(!works)("crates", () => {
  test("are bound unpacked if all are unpacked", async () => {
    using made = makeFolder({ ...crate, "Cargo.lock": lock });
    using home = makeFolder({ "registry/src/example/far-1.2.3/Cargo.toml": "", "registry/index/x": "" });
    const { readOnly } = await provided(made.path, { ...process.env, CARGO_HOME: home.path });
    expect(readOnly.map(({ to }) => to)).toContain("/tmp/cargo/registry/src");
  });

  test("that are not downloaded are reported with a remedy", async () => {
    using made = makeFolder({ ...crate, "Cargo.lock": lock });
    using home = makeFolder();
    const env = { ...process.env, CARGO_HOME: home.path };
    expect(await provideDependencies("rust", "", stagedAt(made.path), thisMachine({ env }))).toEqual({
      is: "not-run",
      why: "no-dependencies",
      ecosystem: "rust",
      message: `the crates of Cargo.lock are not in ${home.path}. Run cargo fetch in your clone`,
    });
  });

  test("a toolchain that the change names is not installed", async () => {
    using made = makeFolder(crate);
    writeFileSync(join(made.path, "rust-toolchain.toml"), '[toolchain]\nchannel = "1.0.0"\n');
    expect((await provided(made.path)).did.ecosystem).toBe("rust");
  });
});

test("without cargo, the missing program is named", async () => {
  using made = makeFolder(crate);
  const result = await provideDependencies("rust", "", stagedAt(made.path), thisMachine({ env: { PATH: "/nowhere" } }));
  expect(result).toEqual({ is: "not-run", why: "no-program", program: "cargo" });
});
