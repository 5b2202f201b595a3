import { expect, test } from "vitest";
import type { Oid } from "../../change/change.ts";
import type { GitHubWrites } from "../../review/github-writes.ts";
import { withoutSelfMentions } from "./without-self-mentions.ts";

test("any text loses mentions of the bot and keeps those of others", async () => {
  const written: string[] = [];
  const posted = { id: "1", url: "" };
  const write = async (...texts: string[]) => {
    written.push(...texts);
    return posted;
  };
  const writes = {
    postReview: async (_pull, { body, comments }) => await write(body, ...comments.map((one) => one.body)),
    comment: async (_pull, body) => await write(body),
    updateComment: async (_id, body) => await write(body),
    reply: async (_thread, body) => await write(body),
  } as Partial<GitHubWrites> as GitHubWrites;
  const quiet = withoutSelfMentions(writes, async () => ({ slug: "crosscheck" }));
  const pull = { host: "github.com", owner: "acme", repo: "shop", number: 1 };
  const said = "`@crosscheck` and @Claude, by @ada";
  const line = { path: "a", side: "RIGHT", line: 1, body: said } as const;
  await quiet.postReview(pull, { head: "0" as Oid, event: "COMMENT", body: said, comments: [line] });
  await quiet.comment(pull, said);
  await quiet.updateComment("1", said);
  await quiet.reply("t", said);
  expect(written).toEqual(Array.from({ length: 5 }, () => "`crosscheck` and Claude, by @ada"));
});
