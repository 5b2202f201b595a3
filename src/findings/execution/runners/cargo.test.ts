import { describe, expect, test } from "vitest";
import { projectOf, skipWithout, smallProject } from "../../../../test/support/tool-run.ts";
import type { Project } from "../runner.ts";
import type { CommandEnd } from "../sandbox-runner.ts";
import { cargo } from "./cargo.ts";

const manifest = (name: string) => `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`;
const shop = {
  "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/old"]\nresolver = "2"\n',
  "crates/price/Cargo.toml": manifest("my-price"),
  "crates/price/src/lib.rs": `/// Adds.
/// \`\`\`
/// assert_eq!(my_price::add(1, 2), 3);
/// \`\`\`
/// \`\`\`
/// assert_eq!(my_price::add(1, 2), 4);
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 {
    if a == 7 { panic!("seven") }
    a + b
}
#[cfg(test)]
mod tests;
`,
  "crates/price/src/tests.rs": `#[test]
fn works() {}
#[test]
fn fails() {
    println!("error: said by a test");
    assert_eq!(1, 2, "not the same");
}
#[test]
#[ignore = "slow"]
fn later() {}
#[test]
#[should_panic]
fn panics() { panic!("x") }
#[test]
fn inner() { crate::add(7, 1); }
`,
  "crates/price/tests/whole.rs": '#[test]\nfn integrates() -> Result<(), String> { Err("oh".into()) }\n',
  "crates/cart/Cargo.toml": manifest("cart"),
  "crates/cart/src/lib.rs": "#[test]\nfn t() {}\n",
  "crates/old/Cargo.toml": manifest("old"),
  "crates/old/src/lib.rs": "",
  "tool/Cargo.toml": manifest("tool"),
  "README.md": "",
};

async function usedIn(project: Project, cwd = "") {
  return (await cargo.detect(project)).find((one) => one.cwd === cwd)!;
}

test("is used in workspaces and standalone packages, not in packages outside their workspace", async () => {
  expect((await cargo.detect(projectOf(shop))).map(({ cwd }) => cwd).toSorted()).toEqual(["", "crates/old"]);
  const alone = projectOf({
    "a/Cargo.toml": manifest("a"),
    "b/Cargo.toml": `${manifest("b")}[workspace]\n`,
    "b/c/Cargo.toml": manifest("c"),
  });
  expect((await cargo.detect(alone)).map(({ cwd }) => cwd)).toEqual(["a", "b"]);
  expect(await cargo.detect(projectOf({ "Cargo.toml": "[package", "x.rs": "" }))).toEqual([]);
});

test.each<[string[], string[] | null]>([
  [
    ["crates/price/src/lib.rs", "crates/price/tests/whole.rs"],
    ["-p", "my-price"],
  ],
  [
    ["crates/cart/Cargo.toml", "crates/price/tests/data/x.txt"],
    ["-p", "cart", "-p", "my-price"],
  ],
  [["README.md", "crates/old/src/lib.rs", "crates/cart/README.md"], null],
])("%j concerns %j", async (changed, words) => {
  const project = projectOf(shop);
  const selection = await cargo.related(await usedIn(project), changed, project);
  expect(selection?.command.words.slice(4) ?? null).toEqual(words);
});

test.each<[string[], string[] | null]>([
  [["crates/price/tests/whole.rs"], ["-p", "my-price", "--test", "whole"]],
  [["crates/price/src/tests.rs"], ["-p", "my-price", "--lib", "--", "tests"]],
  [
    ["crates/price/src/tests.rs", "crates/price/tests/whole.rs"],
    ["-p", "my-price", "--test", "whole", "--lib"],
  ],
  [["crates/price/src/lib.rs", "crates/price/tests/whole.rs"], null],
  [["README.md"], null],
])("just %j", async (files, words) => {
  const project = projectOf({ ...shop, "Cargo.lock": "" });
  const selection = await cargo.exactly(await usedIn(project), files, project);
  expect(selection?.command.words.slice(0, 5) ?? null).toEqual(
    words && ["cargo", "test", "--offline", "--locked", "--no-fail-fast"],
  );
  expect(selection?.command.words.slice(5) ?? null).toEqual(words);
});

describe.skipIf(skipWithout("cargo", "--version"))("with Cargo itself", { timeout: 120_000 }, () => {
  const asText = (read: ReturnType<typeof cargo.read>) => {
    if (read.is !== "results") throw new Error(read.why);
    return read.results.map(
      ({ file, name, status, message, frames }) =>
        `${file} > ${name}: ${status}${message === null ? "" : `: ${message.split("\n")[0]}`} at ${frames.map(({ path, line }) => `${path}:${line}`).join(" ")}`,
    );
  };

  test("every kind of result, with its places", async () => {
    const project = smallProject(shop);
    const used = await usedIn(project);
    const changed = ["crates/price/src/lib.rs", "crates/cart/src/lib.rs"];
    const { command } = (await cargo.related(used, changed, project))!;
    const tests = "crates/price/src/tests.rs";
    const results = asText(cargo.read(await project.run(command), used));
    expect(results.toSorted()).toEqual([
      "crates/cart/src/lib.rs > t: passed at ",
      "crates/price/src/lib.rs > add > doc test 2: failed: Test executable failed (exit status: 101). at crates/price/src/lib.rs:5",
      "crates/price/src/lib.rs > add > doc test: passed at ",
      `crates/price/src/lib.rs > tests > fails: failed: error: said by a test at ${tests}:6 ${tests}:4`,
      `crates/price/src/lib.rs > tests > inner: failed: seven at crates/price/src/lib.rs:9 ${tests}:15`,
      "crates/price/src/lib.rs > tests > later: skipped at ",
      "crates/price/src/lib.rs > tests > panics: passed at ",
      "crates/price/src/lib.rs > tests > works: passed at ",
      'crates/price/tests/whole.rs > integrates: failed: Error: "oh" at ',
    ]);
  });

  test("a compile error is a failed file, and a killed program fails", async () => {
    const project = smallProject({
      ...shop,
      "crates/price/src/lib.rs": 'fn unused() {}\npub fn add() -> i32 { "x" }\n',
      "crates/cart/src/lib.rs": "#[test]\nfn t() { std::process::abort() }\n",
    });
    const used = await usedIn(project);
    const price = (await cargo.related(used, ["crates/price/src/lib.rs"], project))!;
    expect(asText(cargo.read(await project.run(price.command), used))).toEqual([
      "crates/price/src/lib.rs > : failed: error[E0308]: mismatched types at crates/price/src/lib.rs:2",
    ]);
    const whole = smallProject({ ...shop, "crates/price/tests/whole.rs": "#[test]\nfn t() { my_price::nothing() }\n" });
    const only = (await cargo.exactly(used, ["crates/price/tests/whole.rs"], whole))!;
    expect(asText(cargo.read(await whole.run(only.command), used))).toEqual([
      "crates/price/tests/whole.rs > : failed: error[E0425]: cannot find function `nothing` in crate `my_price` at crates/price/tests/whole.rs:2",
    ]);
    const cart = (await cargo.related(used, ["crates/cart/src/lib.rs"], project))!;
    expect(asText(cargo.read(await project.run(cart.command), used))).toEqual([
      "crates/cart/src/lib.rs > : failed: The program of the tests ended before its tests did. at ",
    ]);
  });

  test("unresolvable dependencies give no results", async () => {
    const project = smallProject({
      "Cargo.toml": `${manifest("a")}[dependencies]\nno-such-crate-here = "1"\n`,
      "src/lib.rs": "",
    });
    const used = await usedIn(project);
    const { command } = (await cargo.related(used, ["src/lib.rs"], project))!;
    expect(cargo.read(await project.run(command), used)).toEqual({
      is: "unreadable",
      why: expect.stringContaining("no-such-crate-here"),
    });
  });
});

test("interleaved streams are separated", () => {
  const output = `     Running unittests src/lib.rs (target/debug/deps/cart-0123456789abcdef)
     Running tests/whole.rs (target/debug/deps/whole-0123456789abcdef)

running 1 test
test t ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s


running 1 test
test integrates ... FAILED

failures:

---- integrates stdout ----
thread 'integrates' panicked at 'boom', crates/price/tests/whole.rs:2:5
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace


failures:
    integrates

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;
  const end: CommandEnd = { is: "ended", code: 101, why: null, output, reports: [], ms: 1 };
  const names = new Map([
    ["cart", "crates/cart"],
    ["tests/whole.rs", "crates/price"],
  ]);
  expect(cargo.read(end, { runner: "cargo", cwd: "", names })).toMatchObject({
    results: [
      { file: "crates/cart/src/lib.rs", name: "t", status: "passed" },
      {
        file: "crates/price/tests/whole.rs",
        name: "integrates",
        message: expect.stringContaining("boom"),
        frames: [{ path: "crates/price/tests/whole.rs", line: 2 }],
      },
    ],
  });
});
