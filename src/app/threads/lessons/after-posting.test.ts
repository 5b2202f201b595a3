// From a posted review to a lesson that the next review is given, through the commands.
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/run-command.ts";
import { openThreadShop, type ThreadShop } from "../../../../test/support/thread-shop.ts";
import { lessonsCommand } from "../../cli/commands/lessons.ts";
import { reviewCommand } from "../../cli/commands/review.ts";

let shop: ThreadShop;
beforeEach(async () => {
  const focused = 'test.only("a", () => {});\n';
  shop = await openThreadShop({ "test/a.test.js": focused, "test/b.test.js": focused });
});
afterEach(async () => await shop.close());

test("a repeated finding is proposed as a lesson once the review is posted; approved, it applies", async () => {
  const at = { cwd: shop.clone, env: shop.env };
  const { err } = await runCommand(reviewCommand, { post: "code", models: false, quick: true }, at, [
    `${shop.ref.number}`,
  ]);
  expect(err).toContain("Noted for reviews of this repository: 1 pattern: JavaScript: ");
  expect(err).toMatch(
    /1 lesson is pending your approval .*:\n {2}[0-9a-f]{8} {2}In `test\/`, fix this before a change is merged: /,
  );
  const id = /^ {2}([0-9a-f]{8}) /m.exec(err)![1]!;
  await runCommand(lessonsCommand, { id, yes: true, rule: "Never leave `test.only` in `test/`: remove it." }, at, [
    "approve",
  ]);
  expect((await runCommand(lessonsCommand, {}, at)).out).toContain(
    "Approved, not yet in the file (`crosscheck lessons write`)\n",
  );
});
