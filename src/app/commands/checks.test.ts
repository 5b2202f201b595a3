import { expect, test } from "vitest";
import { crosscheck } from "../../../test/run-cli.ts";
import { checks } from "../../findings/checks/index.ts";

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

test("a name that is nearly right gets a suggestion", async () => {
  const ran = await crosscheck(["checks", "dependency-chian"]);
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("Did you mean dependency-chain?")]);
});
