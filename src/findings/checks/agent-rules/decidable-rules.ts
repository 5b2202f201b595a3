// Selects the rules that a pattern can decide without a reader.
import { parseProhibitions, type Prohibition } from "./prohibitions.ts";
import { createMatcher, markVocabulary, type Matcher } from "./matchers.ts";
import type { AgentRule } from "./parse-rules.ts";
import { parseToolRule, type ToolRule } from "./tool-rules.ts";

export type DecidableRule =
  | ({ is: "forbidden"; matcher: Matcher } & Prohibition)
  | ({ is: "tool" } & ToolRule)
  | { is: "newline"; rule: AgentRule }
  | { is: "emoji"; rule: AgentRule };

const endsWithNewline =
  /^(?:all |source |every |text )*files? (?:must|should|always|shall)(?: always)? (?:end|finish) with (?:a |one |exactly one |a single )?(?:trailing )?newline\b[^,;]{0,20}$|^(?:always )?(?:insert|add|keep|include|leave) (?:a )?(?:final|trailing) newline\b[^,;]{0,30}$/i;
const noEmoji =
  /^(?:(?:never|do not|don't|must not)(?: use| using| add| adding| include)?|no) emojis?(?: (?:anywhere|in (?:the )?(?:code|source|comments|files?|codebase)[^.]{0,200}))?(?:[.!]|$)/i;

export function toDecidableRules(rule: AgentRule): DecidableRule[] {
  const plain = rule.sentence
    .replace(/\*{1,3}|__/g, "")
    .replace(/[’]/g, "'")
    .trim();
  if (endsWithNewline.test(plain.replace(/[.!]$/, ""))) return [{ is: "newline", rule }];
  if (noEmoji.test(plain)) return [{ is: "emoji", rule }];
  const tool = parseToolRule(rule);
  if (tool) return [{ is: "tool", ...tool }];
  return parseProhibitions({ ...rule, sentence: markVocabulary(rule.sentence) }).flatMap(
    (forbidden): DecidableRule[] => {
      const matcher = createMatcher(forbidden.token, forbidden.how);
      return matcher === null ? [] : [{ is: "forbidden", matcher, ...forbidden, rule }];
    },
  );
}
