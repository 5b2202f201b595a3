// Redacts the secrets of a draft: quoted secrets before the draft is shown, and every recognised secret before it is
// stored or posted.
import type { Quote } from "../change/change.ts";
import { redactDiff } from "../change/redact-diff.ts";
import type { Finding } from "../findings/finding.ts";
import { quotedSecrets, replaceSecrets } from "../secrets/quoted-secrets.ts";
import { mapTexts } from "../secrets/map-texts.ts";
import { matchRanges, replaceRanges, valuesPattern } from "../secrets/replace-ranges.ts";
import { redactSecrets, secretValuesIn } from "../secrets/redact-secrets.ts";
import type { Draft } from "./draft.ts";

/**
 * A quoted secret is redacted wherever it occurs, since another finding may quote the same line and the diff shows it
 * too. If the value is too short for that, its line is redacted in every quote.
 */
export function redactQuotedSecrets(draft: Draft): Draft {
  const values = quotedSecrets(redactedQuotes(draft));
  const covered = values.length === 0 ? draft : mapTexts(draft, (text) => replaceSecrets(text, values));
  const masked = redactedQuotes(covered);
  if (masked.length === 0) return covered;
  const judged = covered.judged.map((one) => ({
    ...one,
    finding: {
      ...one.finding,
      evidence: one.finding.evidence.map((quote) => redactedLike(quote, masked)) as Finding["evidence"],
    },
  }));
  return { ...covered, judged };
}

/** For storage: nothing that could be a secret stays, be it a word that a person chose or a value in a file of secrets. */
export function redactDraft(draft: Draft): Draft {
  const { change, ...rest } = redactFound(draft, draft);
  const { files, ...about } = change;
  const paths = new Set(files.flatMap(({ oldPath, newPath }) => [oldPath, newPath]));
  // Most texts are a few words that repeat.
  const known = new Map<string, string>();
  const redact = (text: string) => {
    const redacted = known.get(text) ?? (paths.has(text) ? text : redactSecrets(text));
    known.set(text, redacted);
    return redacted;
  };
  return { ...mapTexts(rest, redact), change: { ...mapTexts(about, redact), files: files.map(redactDiff) } };
}

/** Redacts every secret that is recognised in `searched`, wherever it occurs. Paths stay: comments are placed by them. */
function redactFound(draft: Draft, searched: Draft): Draft {
  const texts: string[] = [];
  mapTexts(searched, (text) => {
    texts.push(text);
    return text;
  });
  const safe = redactQuotedSecrets(draft);
  const paths = safe.change.files.flatMap(({ oldPath, newPath }) => [oldPath ?? "", newPath ?? ""]);
  const values = secretValuesIn(texts.join("\n")).filter((value) => !paths.some((path) => path.includes(value)));
  if (values.length === 0) return safe;
  // One pattern, since there can be many texts and many values.
  const pattern = valuesPattern(values);
  return mapTexts(safe, (text) => replaceRanges(text, matchRanges(text, pattern), () => "…"));
}

/** Looks for secrets in everything but the diff, which is not posted, and redacts them everywhere. */
export function redactForPosting(draft: Draft): Draft {
  return redactFound(draft, { ...draft, change: { ...draft.change, files: [] } });
}

function redactedLike(quote: Quote, masked: readonly Quote[]): Quote {
  if (quote.masked !== undefined) return quote;
  const same = masked.find((one) => overlap(one, quote));
  if (!same) return quote;
  return { ...quote, masked: same.start === quote.start && same.end === quote.end ? same.masked! : "…" };
}

function overlap(a: Quote, b: Quote): boolean {
  return a.path === b.path && a.side === b.side && a.start <= b.end && b.start <= a.end;
}

export function redactedQuotes({ judged }: Draft): Quote[] {
  return judged.flatMap(({ finding }) => finding.evidence.filter((quote) => quote.masked !== undefined));
}
