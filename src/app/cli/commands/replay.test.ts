// Tests the list of recordings; that a replay is identical is tested in test/models.test.ts.
import { afterEach, expect, test } from "vitest";
import { openDesk, type Desk } from "../../../../test/support/with-models.ts";

let desk: Desk | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

async function opened(): Promise<Desk> {
  desk = await openDesk({ commits: [{ message: "feat: start", files: { "a.js": "a();\n" } }], says: () => undefined });
  return desk;
}

test("where nothing is recorded or kept it says so", async () => {
  const { run } = await opened();
  await run("review", "--no-models", "--no-keep");
  expect(await run("replay")).toMatchObject({ code: 0, out: "No reviews are stored.\n" });
});

test("the list, newest first, for people and for programs", async () => {
  const { run, repository } = await opened();
  const said = await run("review");
  const id = /crosscheck replay (\w+)/.exec(said.err)![1]!;
  expect((await run("replay")).out).toMatch(
    new RegExp(`^${id}  20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d  ${repository.path}\n$`),
  );
  expect(JSON.parse((await run("replay", "--json")).out)).toMatchObject([{ id, repository: repository.path }]);
});
