// Resolves a thread only if nothing happened in it, and nothing was pushed, since it was judged.
import { Refused } from "../../../errors.ts";
import type { GitHubWrites } from "../../../review/github-writes.ts";
import { againstResolving, newsOfThread, type JudgedThread } from "../../../threads/fix/known-threads.ts";
import type { PolicyRule } from "../../../threads/policy.ts";
import type { ThreadId } from "../../../threads/thread.ts";
import { policyRuleText } from "../../../threads/words/fix-texts.ts";
import type { PullRequestRef } from "../../../pull-request.ts";
import type { Installation } from "../installation.ts";

export interface GuardedResolutions {
  github: GitHubWrites;
  /** What was found right before a resolution, and prevented it. */
  prevented: ReadonlyMap<string, PolicyRule>;
}

/** Only threads in `judged` are resolved. */
export function guardResolutions(
  pull: PullRequestRef,
  judged: ReadonlyMap<string, JudgedThread>,
  { conversation, threads }: Pick<Installation, "conversation" | "threads">,
): GuardedResolutions {
  const github = conversation.resolves();
  const prevented = new Map<string, PolicyRule>();
  const check = async (thread: string) => {
    const before = judged.get(thread);
    const now = before && (await threads.thread(pull, thread as ThreadId));
    const rule: PolicyRule | null =
      before && now ? againstResolving(newsOfThread(now, before, pull), before) : { rule: "gone" };
    if (rule === null) return;
    prevented.set(thread, rule);
    throw new Refused("the policy", 409, policyRuleText(rule));
  };
  return {
    prevented,
    github: {
      ...github,
      resolve: async (thread, still) =>
        await github.resolve(thread, async () => {
          await check(thread);
          await still?.();
        }),
    },
  };
}
