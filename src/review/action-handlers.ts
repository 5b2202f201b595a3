// Finds and writes each kind of action on GitHub.
import type { CodeLocation } from "../change/change.ts";
import type { OwnComment } from "../change/github.ts";
import { Refused } from "../errors.ts";
import type { GitHubWrites, LineComment, PostedItem, BeforeSend } from "./github-writes.ts";
import { commentLimit, fitComment } from "./comment-limits.ts";
import { formatMarker, parseMarker } from "./marker.ts";
import { codeSpan } from "./sanitize-outgoing/markdown-tree.ts";
import type { Action, Plan } from "./plan.ts";
import { liftedText } from "./words/rounds-texts.ts";
import { oneLine } from "./words/text.ts";

export interface ActionHandler {
  /** Updated in place instead of posted once. */
  inPlace: boolean;
  /** `find` detects that it exists but does not read its content. */
  textUnread?: true;
  /** The existing output under the action's key. */
  find(plan: Plan, github: GitHubWrites): Promise<FoundPost | null>;
  write(plan: Plan, github: GitHubWrites, found: PostedItem | null, still: BeforeSend): Promise<PostedItem>;
}

interface FoundPost extends PostedItem {
  /** Its content equals the action's: nothing left to do. */
  done: boolean;
  /** Its content differs and is not updated. */
  differs?: true;
}

function foundPost({ id, url }: PostedItem, done = true): FoundPost {
  return { id, url, done };
}

export function actionHandler(action: Action): ActionHandler {
  switch (action.do) {
    case "review":
      return review(action);
    case "details":
    case "notice":
      return conversation(action);
    case "check-run":
      return checkRun(action);
    case "reply":
      return reply(action);
    case "resolve":
      return resolve(action);
    case "answer":
      return answer(action);
    case "lift":
      return lift(action);
  }
}

type ActionOf<Kind extends Action["do"]> = Extract<Action, { do: Kind }>;

/** Lists only what our own account wrote: anyone can paste a marker. */
async function findOwnComments(
  plan: Plan,
  github: GitHubWrites,
  key: string,
  kind: OwnComment["kind"],
): Promise<OwnComment[]> {
  return withMarker(await github.output(plan.pull), key, kind);
}

function withMarker(output: readonly OwnComment[], key: string, kind: OwnComment["kind"]): OwnComment[] {
  return output.filter((comment) => comment.kind === kind && parseMarker(comment.body)?.key === key);
}

function firstFound(comments: readonly OwnComment[]): FoundPost | null {
  return comments[0] ? foundPost(comments[0]) : null;
}

function review(action: ActionOf<"review">): ActionHandler {
  return {
    inPlace: false,
    find: async (plan, github) => firstFound(await findOwnComments(plan, github, action.key, "review")),
    write: (plan, github, _found, still) =>
      github.postReview(
        plan.pull,
        {
          head: plan.head,
          event: action.event,
          body: action.body,
          comments: action.comments.map(lineComment),
        },
        still,
      ),
  };
}

function lineComment({ at, body }: ActionOf<"review">["comments"][number]): LineComment {
  return {
    path: at.path,
    side: at.side === "base" ? "LEFT" : "RIGHT",
    line: at.end,
    ...(at.start < at.end && { startLine: at.start }),
    body,
  };
}

function conversation(action: ActionOf<"details" | "notice">): ActionHandler {
  return {
    inPlace: true,
    async find(plan, github) {
      const [there] = await findOwnComments(plan, github, action.key, "conversation");
      return there ? foundPost(there, sameText(there.body, action.body)) : null;
    },
    write: (plan, github, there, still) =>
      there ? github.updateComment(there.id, action.body, still) : github.comment(plan.pull, action.body, still),
  };
}

/** GitHub changes line endings of comments. */
function sameText(a: string, b: string): boolean {
  const plain = (text: string) => text.replaceAll("\r\n", "\n").trimEnd();
  return plain(a) === plain(b);
}

function checkRun(action: ActionOf<"check-run">): ActionHandler {
  const run = (plan: Plan) => ({
    externalId: action.key,
    head: plan.head,
    conclusion: action.conclusion,
    title: action.title,
    summary: action.body,
  });
  return {
    inPlace: true,
    textUnread: true,
    async find(plan, github) {
      const there = await github.findCheckRun(plan.pull, plan.head, action.key);
      return there ? foundPost(there, false) : null;
    },
    write: (plan, github, there, still) =>
      there
        ? github.updateCheckRun(plan.pull, there.id, run(plan), still)
        : github.createCheckRun(plan.pull, run(plan), still),
  };
}

function reply(action: ActionOf<"reply">): ActionHandler {
  return {
    inPlace: false,
    async find(plan, github) {
      const output = await github.output(plan.pull);
      // Thread ids are global: a thread that is not one of ours on this pull request gets no reply.
      if (!output.some(({ thread }) => thread?.id === action.thread))
        throw new Refused("the plan's check", 422, "The thread to answer in is not one of ours on this pull request");
      const [there] = withMarker(output, action.key, "line");
      return there
        ? { ...foundPost(there), ...(!sameText(there.body, action.body) && { differs: true as const }) }
        : null;
    },
    write: (_plan, github, _found, still) => github.reply(action.thread, action.body, still),
  };
}

function resolve(action: ActionOf<"resolve">): ActionHandler {
  return {
    inPlace: false,
    async find(plan, github) {
      const thread = (await github.output(plan.pull)).find((comment) => comment.thread?.id === action.thread);
      return thread?.thread?.resolved ? foundPost({ id: action.thread, url: thread.url }) : null;
    },
    async write(_plan, github, _found, still) {
      await github.resolve(action.thread, still);
      return { id: action.thread, url: "" };
    },
  };
}

function lift({ review: id }: ActionOf<"lift">): ActionHandler {
  return {
    inPlace: false,
    async find({ pull }, github) {
      const there = (await github.output(pull)).find((one) => one.kind === "review" && one.id === id);
      if (!there) throw new Refused("the plan's check", 422, "The review is not one of ours on this pull request");
      return there.requestsChanges ? null : foundPost(there);
    },
    write: ({ head }, github, _found, still) => github.dismissReview(id, liftedText(head), still),
  };
}

/** Posted once, whatever its text: a post that may have arrived is found by its marker. */
function answer({ key, to, since, body }: ActionOf<"answer">): ActionHandler {
  const writes = ({ answers }: GitHubWrites) => {
    if (!answers) throw new Error("nobody is answered here");
    return answers;
  };
  return {
    inPlace: false,
    async find({ pull }, github) {
      const there = (await writes(github).ownAnswers(pull, to, since)).find(
        (one) => parseMarker(one.body)?.key === key,
      );
      return there ? { ...foundPost(there), ...(!sameText(there.body, body) && { differs: true as const }) } : null;
    },
    write: (plan, github, _found, still) => writes(github).answer(plan.pull, to, body, still),
  };
}

/** GitHub's error messages for a position that is not in the diff. */
const anchorErrors = /\b(?:line|diff|position|path|side|thread)\b/i;

/** GitHub rejects a whole review for one invalid position. The comments then move into the review body. */
export function withoutLineComments(action: Action, refused: Refused): Action | null {
  if (action.do !== "review" || action.comments.length === 0) return null;
  if (refused.status !== 422 || !anchorErrors.test(refused.message)) return null;
  const end = `\n\n${formatMarker(parseMarker(action.body) ?? { key: action.key })}`;
  const cards = action.comments.map(({ at, body }) => `${locationText(at)}\n\n${withoutMarker(body)}`);
  const text = [withoutMarker(action.body), ...cards].join("\n\n");
  return { ...action, comments: [], body: `${fitComment(text, commentLimit - end.length)}${end}` };
}

/** The path comes from the change: escape whatever would end the code span. */
function locationText({ path, end }: CodeLocation): string {
  return codeSpan(`${oneLine(path).replaceAll("`", "'")}:${end}`, "", "");
}

function withoutMarker(body: string): string {
  return parseMarker(body) ? body.slice(0, body.lastIndexOf("<!-- crosscheck:")).trimEnd() : body;
}
