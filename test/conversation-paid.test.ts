// A model's answer to a question is paid for once, whatever happens before it is posted.
import { afterEach, expect, test } from "vitest";
import { nodeId } from "../src/standin/github/node-id.ts";
import { openModelStandin } from "../src/standin/models/open.ts";
import { openShop, type Shop } from "./support/conversation-story.ts";

let shop: Shop;
afterEach(async () => await shop.close());

const points = [
  {
    text: "There is no such job.",
    quote: { from: "head", path: ".github/workflows/ci.yml", line: 8, text: "needs: compile" },
  },
];
const user = (url: string) => ({ models: [{ use: "anthropic/claude-sonnet-4-5", baseUrl: url }] });
const key = { ANTHROPIC_API_KEY: "a-key" };

async function openVendor() {
  const asked: string[] = [];
  const vendor = await openModelStandin({
    key: "a-key",
    script(question) {
      asked.push(JSON.stringify(question.body));
      return { is: "json", value: { points } };
    },
  });
  return { asked, vendor };
}

test("words that could not be posted are kept until they can, and then forgotten", async () => {
  shop = await openShop();
  const { asked, vendor } = await openVendor();
  try {
    await shop.models(user(vendor.url("anthropic")), key);
    const { pull, thread } = await shop.found();
    const place = `${shop.github.host}/acme/shop#${pull.number}`;
    let refused = 0;
    shop.github.handlers.unshift(async (request, response, { pathname }) => {
      if (request.method !== "POST" || !pathname.endsWith("/replies") || refused === 2) return false;
      refused += 1;
      request.resume();
      const message = "You have exceeded a secondary rate limit";
      response.writeHead(403, { "retry-after": "1", "content-type": "application/json" });
      response.end(JSON.stringify({ message }));
      return true;
    });
    const { id } = shop.github.reply(thread, "ada", "@crosscheck is it?");
    await shop.dealt(1);
    expect(shop.answers().join()).toContain("There is no such job.");
    expect(asked).toHaveLength(1);
    // The first attempt of the job failed.
    expect([refused, shop.said("failed").length]).toEqual([2, 1]);
    const node = nodeId("PullRequestReviewComment", id);
    await shop.until(() => shop.eyes() === 0);
    for (const step of ["answer", "ask:answer"])
      expect(await shop.store.journal.answer(place, `${step}@${node}`)).toBeNull();
  } finally {
    await vendor.close();
  }
});

test("a reader that ends after its model answered is asked again; the model is not, and its price is kept once", async () => {
  shop = await openShop();
  const { asked, vendor } = await openVendor();
  try {
    await shop.models(user(vendor.url("anthropic")), key);
    const { thread } = await shop.found();
    let reads = 0;
    shop.answering((through) => async (toAnswer, stop) => {
      const answer = await through(toAnswer, stop);
      if ((reads += 1) === 1) throw new Error("its answer was lost");
      return answer;
    });
    shop.github.reply(thread, "ada", "@crosscheck is it?");
    await shop.dealt(1);
    expect(shop.answers().join()).toContain("There is no such job.");
    expect([reads, asked.length]).toEqual([2, 1]);
    const costs = vendor.counted.length;
    const spent = await shop.store.records.spent(0);
    expect([costs, spent > 0]).toEqual([1, true]);
  } finally {
    await vendor.close();
  }
});
