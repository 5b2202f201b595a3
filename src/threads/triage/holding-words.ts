// Finds words that make a comment need an answer by a person. They count wherever they occur, whoever wrote them:
// holding a thread back costs a look, resolving an important one costs trust.
import type { ReviewThread } from "../thread.ts";
import { parseObjections } from "./objections.ts";

const holdingWords = ["security", "design", "dispute", "question"] as const;
export type HoldingWord = (typeof holdingWords)[number];

const security =
  /\b(?:secur(?:e|ity|ely)|insecure|vulnerab\w*|exploit\w*|attack\w*|malicious|injection|xss|csrf|ssrf|xxe|rce|cve-\d+|cwe-\d+|sandbox escape|path traversal|directory traversal|prototype pollution|timing[- ]safe|timing attack|denial[- ]of[- ]service|redos|sanitis\w*|sanitiz\w*|unsanit\w*|unescaped|untrusted|credentials?|passwords?|passphrase|secrets?|api[- _]?keys?|private keys?|access tokens?|auth(?:n|z|entication|orization|orisation|enticate\w*|orize\w*|orise\w*)?|privileges?|permissions?|encrypt\w*|decrypt\w*|plaintext|pii|gdpr|personal data|leak(?:s|ed|ing)? (?:the |a |user |customer )?(?:token|key|data|secret|email)\w*)\b/i;

const design =
  /\b(?:breaking change|backwards?[- ]compat\w*|public api|api (?:design|contract|surface|change)|architect\w*|design (?:decision|choice|question|doc)|trade-?offs?|product (?:decision|owner|requirement)|requirements?|roadmap|rfc|out of scope|follow[- ]up (?:pr|issue|ticket)|separate pr|deprecat\w*|migration plan|legal|licen[cs](?:e|ing)|compliance|ux|user experience|stakeholders?|let'?s discuss|needs? (?:a )?discussion|discuss(?:ed)? (?:this|offline|with)|(?:what|how) do you (?:think|feel)|thoughts\b|i(?:'d| would) (?:prefer|rather)|i'm not (?:sure|convinced)|not (?:sure|convinced) (?:about|that|if|whether)|should we|do we (?:want|need|really)|are we (?:sure|ok)|wdyt|opinions?|philosoph\w*)\b/i;

/** In a reply: someone disagrees, or says that it is not done. */
const dispute =
  /\b(?:still|not (?:yet )?(?:fixed|resolved|addressed|done)|isn'?t (?:fixed|resolved|addressed)|disagree\w*|reopen\w*|don'?t (?:think|agree)|do not (?:think|agree)|won'?t fix|wontfix|not (?:a|an) (?:bug|issue|problem)|by design|intentional\w*|on purpose|regress\w*|again|revert\w*|wait|hold on|partial\w*|only part|half|remaining|also needs|what about)\b/i;

/** Anywhere in a thread: somebody wants it to stay open. */
const staysOpen =
  /\b(?:do not|don'?t|must not|mustn'?t|please not|never|before|without) (?:auto-?)?(?:resolv(?:e|ing)|clos(?:e|ing)) (?:this|it|the (?:thread|conversation|discussion|comment)|my)\b|\b(?:keep|leave|leaving|keeping) (?:(?:this|it|the (?:thread|conversation|discussion)|my \w+) )?(?:open|unresolved)\b/i;

export function findHoldingWords({
  comments,
  firstComment,
}: Pick<ReviewThread, "comments" | "firstComment">): HoldingWord[] {
  const bodies = [firstComment, ...comments.filter(({ id }) => id !== firstComment?.id)].map((one) =>
    visibleWords(one?.body),
  );
  const [first = "", ...answers] = bodies;
  const found: Record<HoldingWord, boolean> = {
    security: bodies.some((body) => security.test(body)),
    design: bodies.some((body) => design.test(body)),
    dispute: answers.some((body) => dispute.test(body)) || bodies.some((body) => staysOpen.test(body)),
    question: [first, ...answers].some(asksQuestion),
  };
  return holdingWords.filter((word) => found[word]);
}

const longest = 20_000;

/** The visible text, code included: a word in a quote counts like any other. */
function visibleWords(body: string | undefined): string {
  return (body ?? "").slice(0, longest).replaceAll(/<!--[\s\S]{0,5000}?-->/g, " ");
}

/** A question mark in prose, as opposed to `?.` and `a ? b : c` in code. */
function asksQuestion(body: string): boolean {
  return /\?(?=\s|$|["')*_])/m.test(parseObjections(body).prose);
}

/** The comment asks for a removal: done when the code is gone. */
export function asksRemoval(body: string): boolean {
  const { prose, suggestions, removed, added } = parseObjections(body);
  if (removed.length > 0 && added.length === 0) return true;
  const suggestsNothing = suggestions.length > 0 && suggestions.every((lines) => lines.join("").trim() === "");
  return suggestsNothing || removalPattern.test(prose);
}

const removalPattern =
  /\b(?:remove|delete|drop|get rid of|unused|dead code|left ?over|debug(?:ging)?|stray|redundant|unnecessary|not needed|no longer needed|unneeded|superfluous|duplicate[sd]?|obsolete)\b/i;

/** The comment is about a name: another name is the fix. */
export function isAboutNames(body: string): boolean {
  return namingPattern.test(parseObjections(body).prose);
}

const namingPattern =
  /\b(?:renam\w*|naming|typo|typos? (?:in|here)|misspel\w*|spelling|spell(?:ed|t)?|abbreviat\w*|misnomer|(?:poor|bad|better|good|clear|clearer|confusing|misleading|descriptive|unclear|vague|variable|function|method|class|parameter) names?|be (?:named|called)|call(?:ed)? (?:it|this))\b/i;

/** The comment is about more places than its own. */
export function isAboutMore(body: string): boolean {
  return morePlacesPattern.test(parseObjections(body).prose);
}

const morePlacesPattern =
  /\b(?:everywhere|elsewhere|throughout|twice|in both|both (?:places|files|branches|lines|functions|calls)|all (?:of (?:these|those|them)|the (?:other|places)|other|occurrences|places|usages|call ?sites)|every (?:other|occurrence|place|usage|call)|same (?:below|above|issue|problem|here|thing)|(?:and|also) (?:below|above|in|on line)|other (?:places|occurrences|usages|spots)|likewise)\b/i;
