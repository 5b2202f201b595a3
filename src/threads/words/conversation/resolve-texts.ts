// Explains to a person who said `resolve` why a thread stays open, and what they can do.
import { codeText } from "../../../review/words/code-text.ts";
import { markdownText } from "../../../review/words/markdown-text.ts";
import type { PolicyRule } from "../../policy.ts";
import { policyRuleText } from "../fix-texts.ts";

export interface RefusedResolution {
  head: string;
  thread: { path: string | null; line: number | null };
  quoted: "there" | "gone" | "unknown";
  checks: "passed" | "failed" | "pending" | "none";
}

/** Markdown, as the end of a sentence. */
export function whyNotResolved(rule: PolicyRule, open: RefusedResolution): string {
  switch (rule.rule) {
    case "missing":
    case "code-unchanged":
    case "not-outdated":
    case "code-unknown":
      return `${codeNow(open)} Push a fix, or say ${codeText("dismiss")} with the reason why there is nothing to fix, then ${codeText("resolve")} again`;
    case "checks":
    case "verification-result":
      return checksNow(open);
    case "needs-human":
    case "triage-needs-human":
      return "its triage leaves the decision to a person. If you have decided, resolve it on GitHub";
    case "later-comment":
      return "somebody wrote or edited a comment here after you asked. Ask again when you have read it";
    case "new-head":
      return "new commits were pushed meanwhile. Ask again";
    case "reopened":
      return "somebody reopened it after it was resolved. If you are sure, resolve it on GitHub";
    case "gone":
      return "the pull request no longer has this thread";
    default:
      return markdownText(policyRuleText(rule));
  }
}

function codeNow({ head, thread: { path, line }, quoted }: RefusedResolution): string {
  const place = path === null ? "" : ` (${codeText(line === null ? path : `${path}:${line}`)})`;
  const commit = codeText(head.slice(0, 7));
  return quoted === "there"
    ? `the line that it is about still stands at ${commit}${place}.`
    : `nothing shows that the code that it is about has changed by ${commit}${place}.`;
}

function checksNow({ head, checks }: RefusedResolution): string {
  const commit = codeText(head.slice(0, 7));
  const setting = "`reviewComments.requireChecksBeforeResolve`";
  switch (checks) {
    case "failed":
      return `a check failed at ${commit}`;
    case "pending":
      return `checks of ${commit} are still running. Ask again when they have passed`;
    case "none":
      return `no check has run on ${commit}, and this repository wants checks to pass first (${setting}). You can resolve it on GitHub`;
    case "passed":
      return `the last \`crosscheck check\` did not pass at ${commit}`;
  }
}
