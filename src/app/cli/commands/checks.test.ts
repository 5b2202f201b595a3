import { expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";
import { checks } from "../../../findings/checks/index.ts";
import { makeRepository } from "../../../world/git/make-repository.ts";

test("lists every check", async () => {
  const ran = await crosscheck(["checks"]);
  for (const check of checks) expect(ran.out).toContain(check.id);
});

test.each(checks.map((check) => [check.id, check] as const))(
  "explains %s with its kinds and examples",
  async (id, check) => {
    const { out } = await crosscheck(["checks", id]);
    for (const kind of Object.keys(check.kinds)) expect(out).toContain(kind);
    for (const example of [...check.examples.bad, ...check.examples.good]) expect(out).toContain(example.name);
  },
);

test("as JSON, for programs", async () => {
  const { out } = await crosscheck(["checks", "--json"]);
  expect((JSON.parse(out) as { id: string }[]).map((check) => check.id)).toEqual(checks.map((check) => check.id));
});

test("a misspelled name gets a suggestion", async () => {
  const ran = await crosscheck(["checks", "dependency-chian"]);
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("Did you mean dependency-chain?")]);
});

test("lists the repository's own checks", async () => {
  const files = { ".crosscheck/checks/no-fixme.ts": "export default {};\n" };
  const repository = await makeRepository([{ message: "a", files }], process.env, new AbortController().signal);
  try {
    const at = { cwd: repository.path };
    const list = await crosscheck(["checks"], at);
    expect(list.out).toContain("This repository's own check is no-fixme (.crosscheck/checks at HEAD).");
    const page = await crosscheck(["checks", "no-fixme"], at);
    expect([page.code, page.out]).toEqual([0, expect.stringContaining(".crosscheck/checks/no-fixme.ts")]);
    const close = await crosscheck(["checks", "no-fixm"], at);
    expect([close.code, close.err]).toEqual([2, expect.stringContaining("Did you mean no-fixme?")]);
    const json = await crosscheck(["checks", "--json"], at);
    expect(JSON.parse(json.out)).toHaveLength(checks.length);
  } finally {
    repository.remove();
  }
});

test("does not mention own checks in other repositories", async () => {
  const ran = await crosscheck(["checks"], { cwd: "/" });
  expect([ran.code, ran.err]).toEqual([0, ""]);
  expect(ran.out).not.toContain("own check");
});
