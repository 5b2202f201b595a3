// The characters that no reader sees, or that show a text in another order than it stands: all that Unicode has.

/** Assigned ones: those that are not yet could be anything one day, and are treated alike. */
export const hiddenCharacters: readonly string[] = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((one) => /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u.test(one) && !/\p{Cn}/u.test(one));

export function nameOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

const any = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;
const every = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** Those of them that stand in a text as they are, by name. */
export function hiddenIn(text: string): string[] {
  if (!any.test(text)) return [];
  return [...new Set(text.match(every))].map(nameOf);
}
