import { describe, expect, test } from "vitest";
import { mentionOf } from "../../../test/support/mention-of.ts";
import { parseMentionCommand, type MentionCommand } from "../mention/mention-command.ts";
import { commandRefusal, replies, replyTo } from "./index.ts";
import type {
  Dismissal,
  LessonProposalResult,
  LessonCandidate,
  ReplyNeeds,
  ReviewStart,
  Resolution,
} from "./command-reply.ts";

const mention = mentionOf({ association: "NONE", text: "", hunk: null });

interface Done {
  did: string[];
  lessons: LessonCandidate[];
}

function world(
  more: { dismissal?: Dismissal; resolution?: Resolution; learning?: LessonProposalResult; start?: ReviewStart } = {},
): ReplyNeeds & Done {
  const did: string[] = [];
  const lessons: LessonCandidate[] = [];
  return {
    did,
    lessons,
    mention,
    reviewAgain: async () => {
      did.push("review");
      return more.start ?? { is: "started", waits: false };
    },
    agree: async () => void did.push("agree"),
    dismiss: async (reason) => {
      did.push(`dismiss ${reason}`);
      return more.dismissal ?? { is: "dismissed", lifted: false };
    },
    resolve: async () => {
      did.push("resolve");
      return more.resolution ?? { is: "resolved" };
    },
    learn: async (candidate) => {
      lessons.push(candidate);
      return more.learning ?? { is: "proposed" };
    },
    goOn: async () => {
      did.push("continue");
      return 0;
    },
    read: async () => {
      did.push("read");
      return "What was read.";
    },
  };
}

const say = async (text: string, given = world()) => ({
  said: await replyTo(parseMentionCommand(text), given),
  ...given,
});

describe("commands to the bot", () => {
  test.each([
    ["review", ["review"], "Reviewing the pull request."],
    ["ok-to-review", ["agree", "review"], "Models may be asked about this pull request"],
    ["OK, ok-to-review please", ["agree", "review"], "Models may be asked about this pull request"],
    ["explain", ["read"], "What was read."],
    ["why?", ["read"], "What was read."],
    ["resolve", ["resolve"], "Resolved."],
    ["dismiss it is tested", ["dismiss it is tested"], "Dismissed, with your reason."],
    ["continue", ["continue"], "I will answer again."],
    ["help", [], "`dismiss why`"],
    ["reveiw", [], "Did you mean `review`?"],
    ["dismiss", [], "Please say why"],
    ["learn", [], "Please say what"],
  ])("%j", async (text, did, words) => {
    const done = await say(text);
    expect(done.did).toEqual(did);
    expect(done.said).toContain(words);
  });

  test("a rule becomes a proposal under its author's name", async () => {
    const { lessons, said } = await say(`learn ${"we never log bodies. ".repeat(100)}`);
    expect(lessons).toMatchObject([{ repository: "github.com/acme/shop", by: "ada", comment: "PRRC_12" }]);
    expect(lessons[0]!.rule).toHaveLength(1000);
    expect(said).toContain("once a maintainer approves");
    const refused = world({ learning: { is: "refused", why: "it names no place" } });
    expect((await say("learn be careful", refused)).said).toContain("This cannot be a rule: it names no place.");
  });

  test.each([
    [{ is: "already" }, "already resolved"],
    [{ is: "nothing" }, "not one of my threads"],
    [{ is: "refused", why: "the checks failed" }, "Not resolved: the checks failed."],
  ] as const)("an unresolved thread has its reason: %j", async (resolution, words) => {
    expect((await say("resolve", world({ resolution }))).said).toContain(words);
  });

  test.each([
    [{ is: "started", waits: true }, "until somebody confirms it"],
    [{ is: "not", why: "closed" }, "The pull request is closed, so it is not reviewed."],
    [{ is: "not", why: "merged" }, "The pull request is merged"],
    [{ is: "not", why: "disabled" }, "`review.enabled: false`"],
  ] as const)("what is said of a review is what happens: %j", async (start, words) => {
    expect((await say("review", world({ start }))).said).toContain(words);
  });

  test("nothing is dismissed without a finding", async () => {
    expect((await say("dismiss not mine", world({ dismissal: { is: "nothing" } }))).said).toContain(
      "no finding of mine",
    );
  });

  test("a dismissal says when it withdraws the request for changes, and only then", async () => {
    const said = async (lifted: boolean) =>
      (await say("dismiss it is tested", world({ dismissal: { is: "dismissed", lifted } }))).said;
    expect(await said(true)).toContain("Nothing else asks for changes, so I withdrew that request.");
    expect(await said(false)).not.toContain("withdrew");
  });
});

/** Every role on GitHub, with its legacy permission. */
const roles = { none: false, read: false, triage: false, write: true, maintain: true, admin: true };
const changing: readonly MentionCommand["ask"][] = [
  "review",
  "ok-to-review",
  "resolve",
  "dismiss",
  "learn",
  "continue",
];
const onPulls: readonly MentionCommand["ask"][] = ["review", "ok-to-review", "resolve", "dismiss", "learn"];
const texts: Record<MentionCommand["ask"], string> = {
  review: "review",
  "ok-to-review": "ok-to-review",
  explain: "explain",
  resolve: "resolve",
  dismiss: "dismiss it is tested",
  learn: "learn we use tabs",
  continue: "continue",
  help: "help",
  question: "why is that?",
  typo: "reveiw",
  incomplete: "dismiss",
};
const matrix = Object.entries(roles).flatMap(([role, writes]) =>
  (Object.keys(replies) as MentionCommand["ask"][]).flatMap((ask) =>
    [false, true].map((isIssue) => ({ role, writes, ask, isIssue })),
  ),
);

describe("permissions", () => {
  test.each(matrix)("$role says $ask (on an issue: $isIssue)", async ({ writes, ask, isIssue }) => {
    const asked = parseMentionCommand(texts[ask]);
    expect(asked.ask).toBe(ask);
    let looked = false;
    const refusal = await commandRefusal(asked, isIssue, async () => {
      looked = true;
      return writes;
    });
    const isRefused = (isIssue && onPulls.includes(ask)) || (changing.includes(ask) && !writes);
    expect(refusal !== null).toBe(isRefused);
    // Permissions are not looked up where they do not matter.
    expect(looked).toBe(changing.includes(ask) && !(isIssue && onPulls.includes(ask)));
  });
});
