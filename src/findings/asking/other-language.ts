// Reads the language in which models write what is posted.

/** One word or tag, because a configuration can hold any text. */
const tag = /^(?!en(?:glish)?(?:-|$))[a-z]{2,20}(?:-[a-z0-9]{2,8})?$/i;

/** The configured language; null for English and for what is no language. */
export function otherLanguage(language: string): string | null {
  return tag.exec(language)?.[0] ?? null;
}
