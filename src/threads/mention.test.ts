import { describe, expect, test } from "vitest";
import { mentionOf } from "../../test/support/mention-of.ts";
import { usualMention, type Config } from "../change/config.ts";
import { mentionSchema, pullRequestOfMention, conversationKey, whyIgnored, type MentionFacts } from "./mention.ts";

const ada = { author: "ada", authorType: "User", called: "handle", inReplyTo: null } as const;
const robot = { ...ada, author: "linter[bot]", authorType: "Bot" };
const reply = { ...ada, called: "not", inReplyTo: 7 } as const;
const facts = (settings: Partial<Config["mention"]> = {}, more: Partial<MentionFacts> = {}): MentionFacts => ({
  settings: { ...usualMention, ...settings },
  self: "crosscheck",
  inOwnThread: false,
  ...more,
});

describe("which mentions are answered", () => {
  test.each([
    ["anyone who calls it", ada, facts(), null],
    ["nobody, once it is turned off", ada, facts({ enabled: false }), "off"],
    ["its own App", { ...ada, author: "crosscheck[bot]", authorType: "Bot" }, facts(), "own"],
    [
      "its own App, however it is named and allowed",
      { ...ada, author: "Crosscheck[bot]" },
      facts({ allowedUsers: ["crosscheck[bot]"] }),
      "own",
    ],
    ["its own App, whatever type GitHub gives it", { ...ada, author: "crosscheck" }, facts(), "own"],
    ["another bot", robot, facts(), "bot"],
    ["a bot that GitHub calls a user", { ...robot, authorType: "User" }, facts(), "bot"],
    ["a bot that is named", robot, facts({ allowedUsers: ["linter"] }), null],
    ["a bot that is named in full", robot, facts({ allowedUsers: ["Linter[bot]"] }), null],
    ["somebody who is not named", ada, facts({ allowedUsers: ["grace"] }), "not-allowed"],
    ["somebody who is named", ada, facts({ allowedUsers: ["@Ada"] }), null],
    ["who calls it by its alias", { ...ada, called: "alias" }, facts(), null],
    [
      "who calls it by an alias that is off",
      { ...ada, called: "alias" },
      facts({ acceptClaudeAlias: false }),
      "alias-off",
    ],
    ["a reply that calls nobody", reply, facts(), "not-called"],
    ["a reply in another's thread", reply, facts({ replyWithoutHandle: true }), "not-called"],
    [
      "a reply in its own thread, where that is enough",
      reply,
      facts({ replyWithoutHandle: true }, { inOwnThread: true }),
      null,
    ],
    ["a reply in its own thread, where it is not", reply, facts({}, { inOwnThread: true }), "not-called"],
    [
      "a comment that calls nobody",
      { ...reply, inReplyTo: null },
      facts({ replyWithoutHandle: true }, { inOwnThread: true }),
      "not-called",
    ],
  ] as const)("%s", (_, mention, given, why) => {
    expect(whyIgnored(mention, given)).toBe(why);
  });
});

const said = mentionOf();

test("a mention survives its way through a job", () => {
  expect(mentionSchema.parse(JSON.parse(JSON.stringify(said)))).toEqual(said);
});

test("a thread is identified by its first comment, a page by itself; an issue is no pull request", () => {
  expect(conversationKey(said)).toBe("thread/11");
  expect(conversationKey({ ...said, inReplyTo: null })).toBe("thread/12");
  expect(conversationKey({ ...said, surface: "pull-comment" })).toBe("page");
  expect(pullRequestOfMention(said)).toEqual({ host: "github.com", owner: "acme", repo: "shop", number: 7 });
  expect(pullRequestOfMention({ ...said, surface: "issue-comment" })).toBeNull();
});
