// What people without write access can make a server do: models are asked only after somebody with write access agrees, and
// their questions do not delay others.
import { onTestFinished, expect, test } from "vitest";
import type { ServerTasks } from "../src/app/server/server-tasks.ts";
import { openModelStandin } from "../src/standin/models/open.ts";
import { openShop } from "./support/conversation-story.ts";
import { databases } from "./support/databases.ts";
import { openServerShop, until, workflow, workflowFile } from "./support/server-shop.ts";

const user = { models: [{ use: "anthropic/claude-sonnet-4-5" }] };

test("a fork's pull request is reviewed without models until it has the label; one from a branch is with them", async () => {
  const server = await openServerShop(databases[0]!.newPlace);
  onTestFinished(async () => await server.close());
  const { github, shop } = server;
  const read = server.read;
  const reads: Pick<Parameters<ServerTasks["reviewPullRequest"]>[0], "models" | "withheld" | "request">[] = [];
  server.read = async (input, stop) => {
    reads.push(input);
    // No model has to answer here: only who may ask one is decided.
    return await read({ ...input, models: null, asking: null }, stop);
  };
  await server.start({ models: user });
  github.user("eve");
  const fork = await github.fork(shop, "eve");
  const push = async (needs: string) =>
    await github.push(fork, "side", [{ message: `ci: ${needs}`, files: { [workflowFile]: workflow(needs) } }], {
      from: "main",
      by: "eve",
    });
  await push("compile");
  const pull = await github.openPull(shop, "eve", { title: "ci: mine", head: "side", from: fork, body: "" });
  await until(() => server.deeds().includes("comment"));
  expect(reads).toMatchObject([{ models: null, withheld: true }]);
  const [details] = github.ledger.wire("comment");
  expect(details!.body).toContain("models are asked after someone with write access comments `ok-to-review`");
  github.label(pull, "ok-to-review", "ada");
  await push("compile-too");
  await until(() => reads.length === 2);
  await server.openPull();
  await until(() => reads.length === 3);
  expect(reads.slice(1)).toMatchObject([
    { models: user, withheld: false },
    { models: user, withheld: false },
  ]);
});

test("a question of a stranger asks no model until somebody with write access says ok-to-review", async () => {
  const vendor = await openModelStandin({
    key: "a-key",
    script: () => ({ is: "json", value: { points: [] } }),
  });
  onTestFinished(async () => await vendor.close());
  const shop = await openShop();
  onTestFinished(async () => await shop.close());
  const model = { use: "anthropic/claude-sonnet-4-5", baseUrl: vendor.url("anthropic") };
  await shop.models({ models: [model] }, { ANTHROPIC_API_KEY: "a-key" });
  const pull = await shop.openPull();
  let calls = 0;
  const say = async (by: string, words: string) => {
    shop.later();
    shop.github.comment(pull, by, `@crosscheck ${words}`);
    await shop.dealt((calls += 1));
  };
  await say("eve", "why is this needed?");
  await say("eve", "ok-to-review");
  await say("eve", "why is this needed?");
  expect(vendor.counted).toHaveLength(0);
  expect(shop.answers()[0]).toContain("I ask a model only for people with write access to this repository.");
  expect(shop.answers()[1]).toContain("`ok-to-review` needs write access");
  await say("wes", "why is this needed?");
  expect(vendor.counted).toHaveLength(1);
  await say("wes", "ok-to-review");
  expect(shop.answers()[4]).toContain("Models may be asked about this pull request, also after later pushes.");
  await say("eve", "why is this needed?");
  expect(vendor.counted).toHaveLength(2);
});

test("60 questions of a stranger get few answers, and a maintainer's command is not behind them", async () => {
  const shop = await openShop({ config: "mention:\n  conversation:\n    maxTurnsPerPr: 4\n" });
  onTestFinished(async () => await shop.close());
  shop.answering(() => async () => ({ body: "An answer.", resolve: null, notes: [] }));
  const pull = await shop.openPull();
  for (let nth = 0; nth < 60; nth += 1) shop.github.comment(pull, "eve", `@crosscheck is this number ${nth}?`);
  shop.github.comment(pull, "ada", "@crosscheck help");
  await shop.until(() => shop.answers().some((answer) => answer.includes("dismiss why")));
  const before = shop.said("not answered").length;
  await shop.dealt(59);
  // At most four are answered, two of them a minute later, and one notice says so. Nothing is written about the others.
  expect(shop.answers().length).toBeLessThanOrEqual(4 + 1 + 1);
  expect(before).toBeLessThan(40);
  expect(shop.github.ledger.wire("react").length).toBeLessThanOrEqual(5);
});
