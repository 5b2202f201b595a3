import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { handlesOf, parseAddressed } from "./handle.ts";
import { changesState, commandWords, parseMentionCommand } from "./mention-command.ts";

const question = (text: string) => ({ ask: "question", text });

describe("parsed commands", () => {
  test.each([
    ["review", { ask: "review" }],
    ["Review!", { ask: "review" }],
    ["/review", { ask: "review" }],
    ["please review this PR again, thanks", { ask: "review" }],
    ["hey, review", { ask: "review" }],
    ["can you review this again?", { ask: "review" }],
    ["Hi, could you please resolve this thread?", { ask: "resolve" }],
    ["resolve this thread please", { ask: "resolve" }],
    ["continue", { ask: "continue" }],
    ["help", { ask: "help" }],
    ["explain", { ask: "explain", text: "" }],
    ["explain why a null matters here", { ask: "explain", text: "why a null matters here" }],
    [
      "dismiss false positive: the list is never empty",
      { ask: "dismiss", reason: "false positive: the list is never empty" },
    ],
    ["dismiss: tests\ncover it", { ask: "dismiss", reason: "tests\ncover it" }],
    ["learn we never log bodies", { ask: "learn", rule: "we never log bodies" }],
    ["dismiss", { ask: "incomplete", word: "dismiss" }],
    ["learn  ", { ask: "incomplete", word: "learn" }],
  ] as const)("%j", (text, asked) => {
    expect(parseMentionCommand(text)).toEqual(asked);
  });

  test.each([
    ["Thanks, fixed. @bot review", { ask: "review" }],
    ["Fixed in 3f2a91c @bot resolve", { ask: "resolve" }],
    ["I don't see it any more, @bot resolve", { ask: "resolve" }],
    ["@bot review\n\nI pushed a fix for the null case.", { ask: "review" }],
    ["I pushed a fix for the null case.\n\n@bot please review again", { ask: "review" }],
    ["Thanks for the hint.\nresolve\n\ncc @bot", { ask: "resolve" }],
    [
      "It is a test fixture. @bot dismiss no real key\nsee README",
      { ask: "dismiss", reason: "no real key\nsee README" },
    ],
    ["So:\n/dismiss no real key\n@bot", { ask: "dismiss", reason: "no real key" }],
    ["Done. @bot reveiw", { ask: "typo", word: "reveiw", meant: "review" }],
  ] as const)("%j", (text, asked) => {
    const { text: words, calls } = parseAddressed(text, handlesOf("bot"));
    expect(parseMentionCommand(words, calls)).toEqual(asked);
  });

  test.each([
    "Please do not @bot review this yet",
    "Please don't @bot resolve",
    "Don’t run @bot review",
    "I'd merge without @bot review",
    "You can use @bot review here, @wes",
    "> review\n\nWhy is that, @bot?",
    "```\nreview\n```\nWhat does that do, @bot?",
    "Should it also\nexplain the limit, @bot?",
    "Why would we\ndismiss this, @bot?",
    "I asked @bot to review it, why did it not?",
  ])("%j is a question, wherever its words stand", (text) => {
    const { text: words, calls } = parseAddressed(text, handlesOf("bot"));
    expect(parseMentionCommand(words, calls).ask).toBe("question");
  });

  test.each([
    "review of the null check seems wrong, no?",
    "resolve it when CI is green",
    "continue with the other finding: is it real?",
    "help me understand the cache",
    "why is this a problem",
    "dismissed by whom?",
    "learned anything?",
    "reviews are fine",
    "hello",
    "thanks",
    "",
    "revert",
    "¿por qué?",
    "can you dismiss this?",
    "can you explain this?",
    "could you review whether the limit holds?",
    "can you hlep?",
  ])("%j is a question", (text) => {
    expect(parseMentionCommand(text)).toEqual(question(text));
  });

  test.each([
    ["reveiw", "review"],
    ["reviw please", "review"],
    ["resovle this", "resolve"],
    ["contineu", "continue"],
    ["halp", "help"],
    ["dismis this is tested", "dismiss"],
    ["lern we use tabs", "learn"],
    ["explan", "explain"],
  ])("%j is asked about, and not done", (text, meant) => {
    const asked = parseMentionCommand(text);
    expect(asked).toMatchObject({ ask: "typo", meant });
    expect(changesState(asked)).toBe(false);
  });

  test("only exact commands have effects", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const asked = parseMentionCommand(text);
        expect(!changesState(asked) || text.toLowerCase().includes(asked.ask)).toBe(true);
      }),
    );
  });

  test("commands that change something require write permission", () => {
    const doing = commandWords.filter(
      (word) => changesState(parseMentionCommand(`${word} x`)) || changesState(parseMentionCommand(word)),
    );
    expect(doing).toEqual(["review", "ok-to-review", "resolve", "dismiss", "learn", "continue"]);
  });
});
