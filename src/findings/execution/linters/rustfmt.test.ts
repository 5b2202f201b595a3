import { expect, test } from "vitest";
import { rustfmt } from "./rustfmt.ts";
import { projectFrom, saidBy } from "../../../../test/support/linter-samples.ts";

test("rustfmt is used in the crates of a project that configures it", async () => {
  const crate = '[package]\nname = "a"\n';
  const files = { "Cargo.toml": "[workspace]\n", "rustfmt.toml": "", "one/Cargo.toml": crate, "two/Cargo.toml": crate };
  expect((await rustfmt.detect(projectFrom(files))).map(({ cwd }) => cwd)).toEqual(["one", "two"]);
  expect(await rustfmt.detect(projectFrom({ "Cargo.toml": crate }))).toEqual([]);
});

test("a config that only the nightly release can follow is not held against the change", () => {
  const used = { linter: "rustfmt", cwd: "one", config: null };
  const file = { path: "one/src/lib.rs", text: "fn f() {}\n" };
  const warning =
    "Warning: can't set `imports_granularity = Crate`, unstable features are only available in nightly channel.\n";
  expect(rustfmt.read(saidBy(0, warning, file), used)).toEqual({
    is: "unreadable",
    why: "its config needs the nightly release",
  });
  expect(rustfmt.read(saidBy(0, "", file), used)).toMatchObject({ problems: [{ path: "one/src/lib.rs" }] });
});
