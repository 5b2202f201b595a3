// Handles the forms of a pull request: comment, reply, fix, close.
import { UserError } from "../../../errors.ts";
import { playgroundErrors as words } from "../../../review/words/playground-texts.ts";
import type { Pull, SimulatedThread } from "../../../standin/github/state.ts";
import { NotHere, type Page, type Visit } from "../../dashboard/page.ts";
import type { PlaygroundSession } from "../playground-session.ts";
import { mayMerge } from "./story.ts";
import { requestedPull, pullPath, pullPattern } from "./paths.ts";

/** Returns the anchor to jump to; empty for the top of the page. */
type Deed = (pull: Pull, visit: Visit) => string | Promise<string>;

const top = "";

export function pullRequestForms(ground: PlaygroundSession): readonly Page[] {
  const all: Readonly<Record<string, Deed>> = {
    comment(pull, visit) {
      ground.comment(pull, visit.field("text"));
      return "#comment";
    },
    reply(pull, visit) {
      const thread = threadIn(ground, pull, visit);
      ground.reply(thread, visit.field("text"));
      return `#thread-${thread.id}`;
    },
    async fix(pull) {
      await ground.pushFix(pull);
      return top;
    },
    async merge(pull) {
      if (!mayMerge(ground, pull)) throw new UserError(words.cannotMerge, words.fixFirst);
      await ground.merge(pull);
      return top;
    },
    state(pull, visit) {
      ground.setOpen(pull, visit.field("open") === "yes");
      return top;
    },
  };
  return Object.entries(all).map(([name, run]) => ({
    method: "post",
    path: `${pullPattern}/${name}`,
    async run(visit) {
      const pull = requestedPull(ground, visit);
      return { is: "to", path: `${pullPath(ground, pull)}${await run(pull, visit)}` };
    },
  }));
}

function threadIn({ github }: PlaygroundSession, pull: Pull, visit: Visit): SimulatedThread {
  const id = Number(visit.field("thread"));
  const found = github.state.threads.find((one) => one.id === id && one.pull === pull.id);
  if (found === undefined) throw new NotHere();
  return found;
}
