// Makes hidden and direction-changing characters visible by their code points, for people and models.

/**
 * Controls but for line feed and tab; all that Unicode calls ignorable (zero-width characters, fillers, variation
 * selectors, tags) or a control of direction; line separators that are not line feeds; annotation marks; halves of
 * characters; code points that are no characters.
 */
export const hiddenCharacters =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Surrogate}\p{Noncharacter_Code_Point}]/gu;

/** Each by its number, as in `<U+200B>`; the rest as it is. */
export function showHidden(text: string): string {
  return text.replaceAll(
    hiddenCharacters,
    (character) => `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}>`,
  );
}
