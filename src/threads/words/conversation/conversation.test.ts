import { describe, expect, test } from "vitest";
import type { Oid } from "../../../change/change.ts";
import { omittedTurnsNote } from "./context-texts.ts";
import { findingReply, openFindings, type LineState, type AskedFinding } from "./finding-texts.ts";
import { groundedAnswer } from "./grounded-answer.ts";
import * as replies from "./reply-texts.ts";

const head = "abcdef0123456789abcdef0123456789abcdef01" as Oid;
const finding = (more: Partial<AskedFinding> = {}): AskedFinding => ({
  identity: "f00d",
  state: "open",
  about: { check: "sums", kind: "off-by-one", path: "src/a.ts", line: 7, quote: "  total += 1;" },
  details: {
    title: "One too many",
    explanation: "The last item counts twice.",
    severity: "high",
    confidence: 8,
    category: "correctness",
    sources: ["PRESCAN:sums"],
  },
  ...more,
});
const rule = { check: "sums", title: "Sums", explains: "It adds.", says: "a sum is off" };
const say = (state: LineState, more: Partial<AskedFinding> = {}) => findingReply(finding(more), { rule, state, head });

describe("a question about a finding", () => {
  test("gets the full finding", () => {
    expect(say({ is: "there", line: 9 })).toBe(
      [
        "**One too many** at `src/a.ts:7` (high, confidence 8/10)",
        "The last item counts twice.",
        "Evidence:\n\n```\ntotal += 1;\n```",
        "At abcdef0 that line is still there, at `src/a.ts:9`.",
        "The rule behind it is `sums`: Sums (a sum is off). It adds.",
        "If it is wrong, someone with write access can reply `dismiss` and the reason; it will not be posted again.",
      ].join("\n\n"),
    );
  });

  test.each([
    [{ is: "gone" }, "no longer in `src/a.ts`"],
    [{ is: "no-file" }, "there is no file `src/a.ts`"],
  ] as const)("says that the line is %j", (state, words) => {
    expect(say(state)).toContain(words);
  });

  test("with few details gives those", () => {
    const told = findingReply(finding({ about: null, details: null, state: "dismissed" }), {
      rule: null,
      state: { is: "unknown" },
      head: null,
    });
    expect(told).toBe("**This finding**\n\nIt was dismissed, and is not posted again.");
    expect(say({ is: "unknown" }, { state: "fixed" })).toContain("A later review found it fixed.");
  });

  test("hostile text in it is inert", () => {
    const evil = "# @team ![x](https://evil.example) <img>\n```";
    const told = say(
      { is: "there", line: 1 },
      {
        about: { check: "sums", kind: "k", path: "a`|b.ts", line: 1, quote: "```\nfree" },
        details: { ...finding().details!, title: evil, explanation: evil },
      },
    );
    expect(told).not.toMatch(/(?<!`)@team|!\[x\]|<img>/);
    expect(told).toContain("````\n```\nfree\n````");
  });
});

describe("open findings", () => {
  test("is a list, and not an endless one", () => {
    expect(openFindings([finding({ state: "fixed" })])).toContain("I have no open findings");
    expect(openFindings([finding()])).toContain("I have 1 open finding:\n\n- `src/a.ts:7`: One too many");
    const many = openFindings(Array.from({ length: 30 }, () => finding({ details: null })));
    expect(many).toContain("30 open findings:");
    expect(many).toContain("- `src/a.ts:7`: `off-by-one`");
    expect(many).toMatch(/- and 10 more$/);
  });
});

test("a model's points have their code, and omitted ones are counted", () => {
  const points = [
    { text: "It adds.", quote: { from: "head", path: "a.ts", line: 3, text: "total += 1;" } },
    { text: "It took one off.", quote: { from: "base", path: "a.ts", line: 3, text: "total -= 1;" } },
    { text: "On purpose.", quote: { from: "shown", label: "description", text: "count @up" } },
    { text: "That is all.", quote: null },
  ] as const;
  expect(groundedAnswer(points, 2)).toBe(
    [
      "It adds.\n\n`a.ts:3`\n\n```\ntotal += 1;\n```",
      "It took one off.\n\n`a.ts:3` before the change\n\n```\ntotal -= 1;\n```",
      "On purpose.\n\nFrom the description:\n\n```\ncount @up\n```",
      "That is all.",
      "(2 statements were left out: what was quoted for them could not be found.)",
    ].join("\n\n"),
  );
  expect(groundedAnswer(points.slice(-1), 0)).toBe("That is all.");
});

describe("short replies", () => {
  test("quote the first line of a question, inert, without its own quotes", () => {
    expect(replies.quotedQuestion("> before\n\nwhy, @ada?\nmore")).toBe("> why, `@ada`?\n\n");
    expect(replies.quotedQuestion("> only a quote")).toBe("");
    const token = `ghp_${"aB3dE6gH9".repeat(4)}`;
    expect(replies.quotedQuestion(`is ${token} fine?`)).not.toContain(token);
    expect(replies.quotedQuestion(`# ${"x".repeat(300)}`).length).toBeLessThan(220);
  });

  test("mention nobody, and end with a full stop", () => {
    const all = [
      replies.helpText(),
      replies.typoText("reveiw`@x", "review"),
      replies.incompleteText("dismiss"),
      replies.incompleteText("learn"),
      replies.needsWriteAccess("review"),
      replies.questionsOnly("review"),
      replies.limitNotice(1),
      replies.limitNotice(10),
      replies.continuingText(0),
      replies.continuingText(1),
      replies.continuingText(2),
      replies.reviewingAgain(true),
      replies.reviewingAgain(false),
      replies.notReviewing("closed"),
      replies.notReviewing("merged"),
      replies.notReviewing("disabled"),
      replies.dismissedText(false),
      replies.dismissedText(true),
      replies.nothingToDismiss(),
      replies.nothingToResolve(),
      replies.resolvedText(),
      replies.notResolved("the checks failed"),
      replies.alreadyResolved(),
      replies.ruleProposedReply(),
      replies.notLearned("it names no place"),
      replies.apology("abc12345"),
      omittedTurnsNote(1).slice(0, -1),
      omittedTurnsNote(2).slice(0, -1),
    ];
    for (const text of all) {
      expect(text).toMatch(/[.]$/);
      expect(text).not.toMatch(/(?<![`\w])@\w/);
    }
  });
});
