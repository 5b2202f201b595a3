import { expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";

test("parses arguments and shows every signal, recognised or not", async () => {
  const ran = await crosscheck([
    "intent",
    "--title",
    "[WIP] feat(api)!: drop v1 [foobar]",
    "--commit",
    "[no-review] try",
    "--commit",
    "fix: x\n\n[wip] in a body",
  ]);
  expect([ran.code, ran.err]).toEqual([0, ""]);
  expect(ran.out).toContain("type feat (api) with !");
  expect(ran.out).toContain("[wip] in title");
  expect(ran.out).toContain("ignored [foobar]");
  expect(ran.out).toContain("only the title can skip a review");
  expect(ran.out).toContain("breaking change in title");
});

test("JSON goes in and comes out", async () => {
  const ran = await crosscheck(["intent", "--json"], {
    input: JSON.stringify({
      title: "docs: x",
      body: "BREAKING CHANGE: y is gone.",
      commits: [{ sha: "abc1234", message: "[style-ok] z" }],
    }),
  });
  expect(JSON.parse(ran.out)).toMatchObject({
    conventional: { type: "docs" },
    breaking: [{ source: "body" }],
    ignore: ["style"],
    commitsScanned: 1,
  });
});

test("a change without intent signals says so", async () => {
  expect((await crosscheck(["intent", "--title", "Tidy up"])).out).toBe("No keywords detected\n");
});

test.each([
  ["nothing", "", /There is nothing to read/],
  ["no JSON", "{title", /Standard input is not JSON/],
  ["the wrong shape", '{"titel":"x"}', /The input does not fit at its top/],
  ["a commit without a message", '{"commits":[{"sha":"1"}]}', /commits\.0\.message/],
])("%s is refused with a remedy", async (_name, input, says) => {
  const ran = await crosscheck(["intent"], { input });
  expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringMatching(says)]);
});
