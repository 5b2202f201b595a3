// How often the bot replies, and what it does after failures: through signed webhooks, on both databases.
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { openShop, type Shop, type ShopOptions } from "./support/conversation-story.ts";
import { databases } from "./support/databases.ts";

let shop: Shop;
const open = async (options: ShopOptions = {}) => (shop = await openShop(options));
afterEach(async () => {
  await shop.close();
});

const whys = () => shop.said("not answered").map(({ about }) => about["why"]);

describe.each(databases)("the limit, on $name", ({ skip, newPlace }) => {
  test.skipIf(skip)("holds over a restart: one notice, then silence, until a maintainer says to go on", async () => {
    const { place, remove } = await newPlace();
    await open({ place, config: "mention:\n  conversation:\n    maxTurnsPerPr: 2\n" });
    const pull = await shop.openPull();
    let calls = 0;
    const say = async (by: string, words: string) => {
      shop.later();
      shop.github.comment(pull, by, `@crosscheck ${words}`);
      await shop.dealt((calls += 1));
    };
    await say("eve", "help");
    await say("eve", "help");
    await say("eve", "help");
    await shop.restart();
    await say("eve", "help");
    await say("eve", "continue");
    expect(shop.answers()).toHaveLength(3);
    expect(shop.answers()[2]).toContain("I give 2 answers on this page, which is the limit.");
    expect(whys()).toEqual(["the limit is reached", "the limit is reached"]);
    onTestFinished(remove);
  });

  test.skipIf(skip)(
    "is no maintainer's: commands always work, and what was asked beyond it is answered then",
    async () => {
      const { place, remove } = await newPlace();
      await open({ place, config: "mention:\n  conversation:\n    maxTurnsPerPr: 1\n" });
      const pull = await shop.openPull();
      let calls = 0;
      const say = async (by: string, words: string, more = 1) => {
        shop.later();
        shop.github.comment(pull, by, `@crosscheck ${words}`);
        await shop.dealt((calls += more));
      };
      for (const nth of ["first", "second", "third"]) await say("eve", `is this the ${nth}?`);
      expect(shop.answers()).toHaveLength(2);
      expect(shop.answers()[1]).toContain("which is the limit.");
      // The maintainer's own questions have a count of their own, and commands have none.
      await say("wes", "what is open?");
      for (let nth = 0; nth < 3; nth += 1) await say("wes", "help");
      expect(shop.answers()).toHaveLength(6);
      // The command, and then the question that got the notice. The third is beyond the new limit again.
      shop.later();
      shop.github.comment(pull, "wes", "Fine by me. @crosscheck continue");
      await shop.until(() => shop.answers().length === 9 && shop.eyes() === 0);
      expect(shop.answers()[6]).toContain("beginning with the 2 questions above");
      expect(shop.answers()[7]).toContain("> is this the second?");
      expect(shop.answers()[8]).toContain("which is the limit.");
      onTestFinished(remove);
    },
  );

  test.skipIf(skip)("of a minute: a person's third question waits for its turn", async () => {
    const { place, remove } = await newPlace();
    await open({ place });
    const pull = await shop.openPull();
    for (const nth of ["first", "second", "third"]) shop.github.comment(pull, "eve", `@crosscheck is this the ${nth}?`);
    await shop.until(() => shop.said("answered later").length === 1);
    await shop.dealt(2);
    expect([shop.answers().length, shop.eyes()]).toEqual([2, 1]);
    const job = (await shop.store.jobs.list(10)).find(({ nextAt }) => nextAt !== null);
    expect(job!.nextAt! - job!.since).toBeGreaterThan(59_000);
    shop.later();
    await shop.store.jobs.retry(job!.id);
    await shop.until(() => shop.answers().length === 3 && shop.eyes() === 0);
    expect(shop.answers()[2]).toContain("> is this the third?");
    onTestFinished(remove);
  });
});

describe("loops", () => {
  test("a bot that repeats everything gets two answers in a minute, and none if it is not named", async () => {
    await open({ config: "mention:\n  allowedUsers: [echo]\n" });
    const { github } = shop;
    github.user("echo[bot]", { type: "Bot" });
    github.user("parrot[bot]", { type: "Bot" });
    const pull = await shop.openPull();
    github.hub.listeners.push((happening) => {
      if (happening.event !== "issue_comment" || happening.action !== "created") return;
      if (happening.sender === "crosscheck[bot]")
        queueMicrotask(() => github.comment(pull, "echo[bot]", `@crosscheck ${happening.comment.body.slice(0, 500)}`));
    });
    github.comment(pull, "parrot[bot]", "@crosscheck help");
    await shop.dealt(1);
    github.comment(pull, "echo[bot]", "@crosscheck help");
    await shop.dealt(4);
    expect(whys()).toEqual(["bot", "too many in a minute"]);
    expect(shop.answers()).toHaveLength(2);
    for (const answer of shop.answers()) expect(answer).not.toMatch(/@crosscheck\b/i);
  });
});

describe("a repository's own wishes", () => {
  test("it can be quiet, or quiet for some, or listen for one name alone", async () => {
    await open({ config: "mention:\n  allowedUsers: [wes]\n  acceptClaudeAlias: false\n" });
    const pull = await shop.openPull();
    shop.github.comment(pull, "eve", "@crosscheck help");
    await shop.dealt(1);
    shop.github.comment(pull, "wes", "@claude help");
    await shop.dealt(2);
    await shop.github.push(shop.repository, "main", [
      { message: "chore: hush", files: { ".crosscheck.yml": "mention:\n  enabled: false\n" } },
    ]);
    shop.github.comment(pull, "wes", "@crosscheck help");
    await shop.dealt(3);
    expect(whys()).toEqual(["not-allowed", "alias-off", "off"]);
    expect(shop.github.ledger.wire("comment", "react")).toEqual([]);
  });

  test("it can answer in its own threads without being called", async () => {
    await open({ config: "mention:\n  replyWithoutHandle: true\n" });
    const { pull, thread } = await shop.found();
    const { github } = shop;
    await github.review(pull, "eve", {
      comments: [
        { path: thread.path, line: 9, side: "RIGHT", body: "hm", startLine: null, startSide: null, position: null },
      ],
    });
    github.reply(github.state.threads.at(-1)!, "ada", "what about it?");
    github.reply(thread, "ada", "what about it?");
    await shop.dealt(1);
    expect(shop.answers()).toHaveLength(1);
    expect(github.ledger.wire("reply")[0]?.target).toContain(`/thread/${thread.id}`);
  });
});

describe("when something goes wrong", () => {
  test("it is tried once more; then a short apology, with the name under which the log has it", async () => {
    await open();
    const { thread } = await shop.found();
    let failures = 1;
    shop.answering((through) => async (toAnswer, stop) => {
      if ((failures -= 1) >= 0) throw new Error("the reader broke");
      return await through(toAnswer, stop);
    });
    shop.github.reply(thread, "ada", "@crosscheck explain");
    await shop.dealt(1);
    expect(shop.answers()[0]).toContain("that line is still there");
    failures = 2;
    shop.github.reply(thread, "ada", "@crosscheck explain");
    await shop.dealt(2);
    const request = String(shop.said("could not answer").at(-1)?.about["request"]);
    expect(shop.answers()[1]).toMatch(new RegExp(`^Sorry, I could not answer this\\..*\`${request}\``));
    expect(shop.said("could not answer")).toHaveLength(3);
  });

  test("an answer whose confirmation was lost is found, not repeated; one that a crash cut short is given", async () => {
    await open();
    const { pull } = await shop.found();
    const { github } = shop;
    github.faults.add({
      match: ({ isWrite, path }) => isWrite && path.endsWith("/issues/1/comments"),
      do: "reset-after",
    });
    github.comment(pull, "ada", "@crosscheck help");
    await shop.dealt(1);
    expect(shop.answers()).toHaveLength(1);
    let reached = false;
    shop.answering(() => async (_toAnswer, stop) => {
      reached = true;
      return await new Promise((_resolve, reject) =>
        stop.addEventListener("abort", () => reject(new Error("killed")), { once: true }),
      );
    });
    github.comment(pull, "ada", "@crosscheck what is open?");
    await shop.until(() => reached);
    shop.answering(() => async () => ({ body: "Two things.", resolve: null, notes: [] }));
    await shop.restart();
    await shop.dealt(2);
    expect(shop.answers()).toHaveLength(2);
    expect(shop.answers()[1]).toContain("Two things.");
  });

  test("what the reader says is held to its form, and calls nobody", async () => {
    await open();
    const { pull } = await shop.found();
    shop.answering(() => async () => ({
      body: "Ask @crosscheck or `@Claude` again, @ada.",
      resolve: null,
      notes: [],
    }));
    shop.github.comment(pull, "ada", "`@crosscheck` @crosscheck what is open?");
    await shop.dealt(1);
    expect(shop.answers()[0]).toContain("Ask crosscheck or `Claude` again, @ada.");
    expect(shop.answers()[0]).not.toMatch(/@crosscheck/i);
  });
});
