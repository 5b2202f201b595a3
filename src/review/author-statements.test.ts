// Tests which sentences of a description are quoted as its reason, its goal and its behaviour.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStatements } from "./author-statements.ts";

const read = (body: string, title = "Mend the cart") => readStatements(title, body);

describe("the reason", () => {
  test.each<[string, string, string]>([
    ["a section", "Adds an index.\n\n## Why\n\nCarts were slow.\n\n## What\n\nAn index.", "Carts were slow."],
    [
      "a section of items",
      "## Motivation\n- Carts were slow.\n- People left the shop",
      "Carts were slow; People left the shop",
    ],
    ["a label", "Reason: the tax office asked for it.", "the tax office asked for it."],
    ["a cause", "Adds an index because carts are slow.", "Adds an index because carts are slow."],
    ["a purpose", "Keep the order, so that receipts match.", "Keep the order, so that receipts match."],
    ["something to avoid", "Lock the row to avoid double charges.", "Lock the row to avoid double charges."],
    [
      "a problem, before what is done about it",
      "The sum was wrong for two carts. Reset it.",
      "The sum was wrong for two carts.",
    ],
    [
      "what does not work",
      "Currently, the total does not include the tax.\n\nAdd it.",
      "Currently, the total does not include the tax.",
    ],
    [
      "a problem after its background, with it",
      "A cart keeps its sum. However, this leaks into the next cart.\n\nReset it.",
      "A cart keeps its sum. However, this leaks into the next cart.",
    ],
    [
      "inline code in a sentence",
      "A slow job stalls everything behind it, because `queue.take()` waits.",
      "A slow job stalls everything behind it, because `queue.take()` waits.",
    ],
  ])("is %s", (_name, body, why) => expect(read(body).why).toBe(why));

  test.each<[string, string]>([
    ["a description of what is done", "Adds an index to the carts."],
    ["a heading with nothing below it", "## Why\n\nN/A\n\n## What\n\nAn index."],
    ["a remark to reviewers", "I could not test this because I have no printer. Let me know!"],
    ["a limit of the change", "Adds an index.\n\nThis does not change the other tables."],
    ["a question", "Is this slow because of the index?"],
    ["a test plan", "## Testing\nRan it twice, because it is flaky."],
    [
      "a commit of a squash merge",
      "* Add an index\n\nCarts are slow.\n\n* Fix the test\n\nIt failed because of the order.",
    ],
    ["an error that is not quoted", "Before, paying twice caused the error\n\n```\nTypeError\n```"],
    ["the behaviour after the change", "We no longer accept old cards; set `OLD_CARDS` to accept them."],
    ["the new behaviour of what the title names", "These carts no longer fail to close, which is nicer."],
    ["a consequence of the change", "Strictly-speaking this change is incompatible because it adds a column."],
    ["a sentence around an address", "`sum` is wrong, since https://a.b/1 says that it should be a list."],
    ["what is left to do", "Still not complete, needs some work since carts can be split."],
    ["what is done a second time", "Re-adds the index and fixes the wrong order."],
    ["what repeats the title", "Mend the broken cart"],
    ["the reason for the old behaviour", "Previously, we kept a list because carts were small. Now it is a map."],
    ["an earlier attempt", "Keeps carts in a map. #12 reverted this change due to a leak."],
    [
      "an exception",
      "Carts may be empty.\n\nUnfortunately the old shop does not support it, so its carts are preserved.",
    ],
    ["a side fix", "The docs of receipts were wrong, so I fixed that too."],
    ["a later step", "After this, we should drop the old table because it is unused."],
    ["a guess", "I think this is probably a bug in the shop."],
    ["a limit", "This does not support discounts."],
    ["a wish", "Adds a page. I want to figure out a way to avoid repeating it."],
    ["the cause of a case", "The callback runs when a cart is closed or deleted because it expired."],
    ["a condition", "If a payment fails, a new page is shown."],
    ["the aim of the code it describes", "The shop prints the link so that people can follow it."],
    ["a reason in a later paragraph", "Carts are kept in a map.\n\nThe index is wrong because of the order."],
    ["a background that another sentence turns", "Carts cannot be shared. But few people want that, so that's fine."],
    ["an answer to a question that is not quoted", "That fails for two carts, because the sum is kept."],
    ["the history of the code", "To reduce the number of calls we added a cache of carts."],
    ["what exists already", "The list of carts is useful when people pay later."],
    ["a limit of the code as it is now", "Implementation is somewhat brittle due to #40, but works."],
    ["a forecast", "Will fail without the new printer."],
    ["steps that are not quoted", "Previously, a cart got lost when we pay with the below steps\n1. Open it"],
    ["one of two that are not named", "One was found by failing tests, the other by hand."],
    ["a weighing of drawbacks", "The drawbacks seem small, because carts are small anyway."],
    ["a pointer", "Related bug fix in the shop 26.4"],
    ["what is done, with a failure as its object", "Fetches carts and displays whether one of them is failing."],
    ["an offer to reviewers", "Of course, I can change it because it is small."],
    ["a text that is crossed out", "~~This is broken because of the sums.~~"],
    ["a text in brackets", "(`sum` is wrong for two carts, too.)"],
    ["an addition", "Edit: the sum is wrong for two carts."],
    ["a link alone", "## Why\n\nThis is caused by https://a.b/1"],
    ["a sentence whose end is in a list", "Without the lock there are failures like\n- a double charge"],
    ["what is done, below a heading for reasons", "## Why\n\nAdds an index to the carts."],
    ["another question in a heading", "## Why was it slow?\n\nThere is a new call to the shop."],
    ["the rest of a sentence in the title", "and therefore the sum of the cart is wrong."],
    ["a condition at the end", "We treat the name as a key, using it to replace the id if that is undefined."],
    ["the aim of what it adds", "This commit adds a cart that can be used in order to pay later."],
    ["what is done in a case", "When a cart is gone, show a clear page instead of the misleading error."],
    ["a section that points elsewhere", "Context: see https://a.b/1 where the shop was chosen. A cart can be kept."],
    ["what changed in the passive", "The list of redundant carts was changed."],
    ["what is done, without a subject", "Completes the move: carts that are broken no longer block the shop."],
    ["what the change removes", "The shop no longer keeps the sum of old carts."],
    ["an announcement", "## Problem\n\n- The build prints the following error, which is wrong:\n\n      cart.ts"],
    ["a note for the release", "RELNOTES=Fixed a bug of carts that could lead to failures."],
    ["code and quotes", "```\nbecause\n```\n> It was slow because of the index."],
  ])("is not %s", (_name, body) => expect(read(body, "Mend the broken cart").why).toBeNull());

  test("of a revert is what it broke", () =>
    expect(
      read("This reverts commit 0123456789.\n\nUnfortunately, this broke the sums.", 'Revert "Add sums"').why,
    ).toBe("Unfortunately, this broke the sums."));
});

test("what the title adds is described, which states no problem", () => {
  const body = "CartReport lists carts that are unused, and cannot list others because they are gone.";
  expect(read(body, "Add CartReport").why).toBeNull();
  expect(read(body, "Fix CartReport").why).toBe(body);
});

describe("the goal", () => {
  test.each<[string, string, string | null]>([
    ["a section", "This fixes the sum.\n\n## Goal\nPeople can pay later.", "People can pay later."],
    [
      "an aim",
      "Adds a table. The goal of this change is to let people pay later.",
      "The goal of this change is to let people pay later.",
    ],
    ["what the change makes possible", "This PR lets people pay later.", "This PR lets people pay later."],
    ["the first sentence that says so", "This prevents double charges.", "This prevents double charges."],
    ["not what a problem causes", "The lock is never freed. This prevents people from paying.", null],
    ["not an empty phrase", "The lock is never freed. This PR fixes that.", null],
    ["not only an issue", "The lock is never freed. This commit attempts to fix #12.", null],
    ["not what it fixes without a name", "This PR fixes the following error.\n\n```\nTypeError\n```", null],
  ])("is %s", (_name, body, goal) => expect(read(body).goal).toBe(goal));
});

describe("the behaviour", () => {
  test.each<[string, string, string | null]>([
    [
      "what the change does",
      "This PR adds an index to the table of orders.",
      "This PR adds an index to the table of orders.",
    ],
    ["an imperative", "The sum was wrong.\n\nReset the sum before each order.", "Reset the sum before each order."],
    ["not what the title says", "This PR mends the cart.", null],
    ["not a judgement of the change", "This change is always safe for old carts.", null],
    ["not an empty phrase", "The sum was kept. Refactor the code accordingly.", null],
    ["not a subject that looks like a verb", "Set CART_KEY was read from the shop, but the key is there.", null],
    [
      "not two lines as one",
      "Move the names of all carts of the shop to one list\nAdd the sums to it for a mail",
      null,
    ],
    ["not a participle of its subject", "Included carts of the shop do not inherit the sum of the other one.", null],
    [
      "not a sentence that goes on after an address",
      "The example: https://a.b/1\n\nCreates a cart from all the names.",
      null,
    ],
    ["not advice", "The old cart is gone. Use the new cart instead.", null],
    ["not an expected effect", "This should make the shop much faster for many people.", null],
    ["not a noun", "Support for old carts was restored.", null],
    [
      "not a change to what only the description names",
      "Cards change. This PR updates the shop to use the new rules.",
      null,
    ],
    ["not what is named elsewhere", "Carts are shared by name. This PR removes support for this pattern.", null],
    ["not a gerund", "Using an index is faster than scanning.", null],
    ["not a test", "Adds a test for two carts.", null],
    [
      "not what refers to an earlier sentence",
      "Carts have new names. This PR updates the outdated page to reflect it.",
      null,
    ],
    ["not a later detail", "Carts were slow.\n\nSee the table.\n\nUse quotes for every name in the shop.", null],
    ["not the past", "This used to be public in the first version of the shop.", null],
    ["not a sentence that says nothing", "Carts are kept apart. This PR only adds the data.", null],
    ["not a commit of a squash merge", "* Add an index\n\nAdds a key for each of the orders.\n\n* Fix the test", null],
    ["not the second of two", "Names have a comma. See it.\n\nSecond, add two names to the list of carts.", null],
    ["not the hash of a reverted commit", "This reverts commit 0123456789abcdef.", null],
  ])("is %s", (_name, body, what) => expect(read(body).what).toBe(what));

  test("is not quoted twice", () => {
    const { why, goal, what } = read("This PR adds an index because carts are slow. This PR lets people pay later.");
    expect([why, goal, what]).toEqual([
      "This PR adds an index because carts are slow.",
      "This PR lets people pay later.",
      null,
    ]);
  });
});

describe("the opening of a description without a reason", () => {
  test.each<[string, string, string | null]>([
    ["its first paragraph", "Carts are kept by name. The list is long.", "Carts are kept by name. The list is long."],
    [
      "the items of a summary",
      "## Summary\n\n- Carts are kept by name.\n- The list of them is long.\n",
      "Carts are kept by name; The list of them is long",
    ],
    ["not the first sentence of a list", "The shop has three kinds of carts\n\n- red\n- blue\n- green", null],
    ["not what is about a list", "- red\n\nIn practice the first and second kind are the same.", null],
    [
      "not a paragraph about one that is not quoted",
      "Redo of https://a.b/1\n\nThis, however, is not what people want.",
      null,
    ],
    [
      "the next paragraph, if it stands alone",
      "Redo of https://a.b/1\n\nCarts are kept by name.",
      "Carts are kept by name.",
    ],
    [
      "not half a code span",
      "Every cart that defines `def sum(...)` is kept.",
      "Every cart that defines `def sum(...)` is kept.",
    ],
    ["not an example that is announced", "Make an address of a cart like\nCarts::route(1) of the shop", null],
    [
      "not an announcement",
      "Addresses warnings such as these:\n\n  /home/cart.py:95: Warning: the cart is not empty",
      null,
    ],
    ["not what leads to code", "Now you will get\n```\nno cart\n```", null],
    ["not a remark on the author", "This is the first time I make a change. I love carts.", null],
    ["not an unsure remark", "Following the shop, I'm not sure what is better.", null],
    [
      "a version as it is wrapped",
      "Carts need the library of the shop\n>=2.0 or later.",
      "Carts need the library of the shop >=2.0 or later.",
    ],
    ["not an error alone", "Then this is shown:\n\n`TypeError: no cart`\n\nIt is sad.", null],
    [
      "not that there was a bug",
      "Fixed a bug I found. Carts without a name were dropped by it.",
      "Carts without a name were dropped by it.",
    ],
    ["not the output of a tool", "✔ Generated the client (6.1) into the folder", null],
    [
      "not what a release bot writes",
      "This PR was opened by the Changesets release GitHub action. Merge it when ready.",
      null,
    ],
  ])("is %s", (_name, body, opening) => expect(read(body).opening).toBe(opening));
});

test("what follows the rest of a title is not quoted without it", () => {
  const title = "Update the address that the shop shows to people when it warns them about it";
  const body = "they run an old version. Therefore, it is wrong.\n\nThe old address is gone.";
  expect(read(body, title).opening).toBe("The old address is gone.");
  const cut = "Unfortunately the shop shows the old address, since it was built on one of the";
  expect(read("10.7 systems, but it is broken there.", cut).why).toBeNull();
});

test("the reason goes on before code, not behind it", () => {
  const body = "## Problem\n\nThe sum is read twice. Then it raises:\n\n```\nTypeError\n```\n\nwhich stops the shop.";
  expect(read(body).why).toBe("The sum is read twice.");
});

const words = [
  ..."because This PR adds However, it is not so that the cart. Fix to avoid `a` ( [ ] ) : ?".split(" "),
  "\n",
];

test("a statement is one line of at most 300 characters", () => {
  const body = fc.array(fc.constantFrom(...words), { maxLength: 120 }).map((parts) => parts.join(" "));
  fc.assert(
    fc.property(body, (text) => {
      for (const statement of Object.values(read(text))) {
        if (statement === null) continue;
        expect(statement).not.toMatch(/[\r\n]/);
        expect(Array.from(statement as string).length).toBeLessThanOrEqual(300);
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  "because ",
  "This PR ",
  "However, it is not. ",
  "now also just ",
  "a. ",
  "fixes #1 ",
  "the goal of this a ",
])("a lot of %j is read to its end", (piece) =>
  expect(() => read(piece.repeat(Math.ceil(100_000 / piece.length)))).not.toThrow(),
);
