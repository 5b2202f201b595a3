// Selects the rules that a pattern can decide without a reader.
import { parseProhibitions, type Prohibition } from "./prohibitions.ts";
import { createMatcher, markVocabulary, type Matcher } from "./matchers.ts";
import { parseConvention, type FileConvention } from "./conventions.ts";
import type { AgentRule } from "./parse-rules.ts";
import { toPlainForms } from "./plain-forms.ts";
import { parseToolRule, type ToolRule } from "./tool-rules.ts";

export type DecidableRule =
  | ({ is: "forbidden"; matcher: Matcher } & Prohibition)
  | ({ is: "tool" } & ToolRule)
  | ({ is: "convention" } & FileConvention)
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
  const convention = parseConvention(rule);
  if (convention) return [{ is: "convention", ...convention }];
  // A label limits the rule as a heading does.
  const label = /^([^:`]{1,30}):\s/.exec(plain)?.[1] ?? "";
  for (const sentence of toPlainForms(markVocabulary(rule.sentence))) {
    const decided = decideProhibitions({ ...rule, sentence, headings: [...rule.headings, label] }, rule);
    if (decided.length > 0) return decided;
  }
  return [];
}

/** `read` is the rule in the form that the patterns know, `rule` as it is written. */
function decideProhibitions(read: AgentRule, rule: AgentRule): DecidableRule[] {
  return parseProhibitions(read).flatMap((forbidden): DecidableRule[] => {
    const matcher = createMatcher(forbidden.token, forbidden.how, /\b(?:call|directly)\b/i.test(read.sentence));
    return matcher === null ? [] : [{ is: "forbidden", matcher, ...forbidden, rule }];
  });
}
