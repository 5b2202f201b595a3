// Rules that need no reader: a pattern decides whether a line breaks them.
import { forbiddenBy, type Forbidden } from "./forbids.ts";
import { matcherFor, withVocabulary, type Matcher } from "./matchers.ts";
import type { Rule } from "./rules.ts";
import { toolRule, type ToolRule } from "./tools.ts";

export type Decidable =
  | ({ is: "forbidden"; matcher: Matcher } & Forbidden)
  | ({ is: "tool" } & ToolRule)
  | { is: "newline"; rule: Rule }
  | { is: "emoji"; rule: Rule };

const endsWithNewline =
  /^(?:all |source |every |text )*files? (?:must|should|always|shall)(?: always)? (?:end|finish) with (?:a |one |exactly one |a single )?(?:trailing )?newline\b[^,;]{0,20}$|^(?:always )?(?:insert|add|keep|include|leave) (?:a )?(?:final|trailing) newline\b[^,;]{0,30}$/i;
const noEmoji =
  /^(?:(?:never|do not|don't|must not)(?: use| using| add| adding| include)?|no) emojis?(?: (?:anywhere|in (?:the )?(?:code|source|comments|files?|codebase)[^.]{0,200}))?(?:[.!]|$)/i;

export function decidable(rule: Rule): Decidable[] {
  const plain = rule.sentence
    .replace(/\*{1,3}|__/g, "")
    .replace(/[’]/g, "'")
    .trim();
  if (endsWithNewline.test(plain.replace(/[.!]$/, ""))) return [{ is: "newline", rule }];
  if (noEmoji.test(plain)) return [{ is: "emoji", rule }];
  const tool = toolRule(rule);
  if (tool) return [{ is: "tool", ...tool }];
  return forbiddenBy({ ...rule, sentence: withVocabulary(rule.sentence) }).flatMap((forbidden): Decidable[] => {
    const matcher = matcherFor(forbidden.token, forbidden.how);
    return matcher === null ? [] : [{ is: "forbidden", matcher, ...forbidden, rule }];
  });
}
