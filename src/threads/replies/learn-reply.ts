// Records a lesson that somebody proposes as a candidate; approval happens elsewhere.
import { startOfText } from "../../secrets/cut-text.ts";
import { ruleProposedReply, notLearned } from "../words/conversation/reply-texts.ts";
import type { CommandReply } from "./command-reply.ts";
import { repositoryKey } from "../../pull-request.ts";

const longest = 1000;

export const learnReply: CommandReply<"learn"> = {
  ask: "learn",
  onIssues: false,
  async answer({ rule }, needs) {
    const { number, author, node, url } = needs.mention;
    const learning = await needs.learn({
      repository: repositoryKey(needs.mention),
      rule: startOfText(rule, longest),
      pull: number,
      by: author,
      comment: node,
      url,
    });
    return learning.is === "proposed" ? ruleProposedReply() : notLearned(learning.why);
  },
};
