// What a program printed, as text that can be shown and compared: no colours, not too long.

/** Of an assertion's message more than this says nothing more. */
const longestMessage = 4000;
/** Of a run that gave no results, what it said last. */
const longestTail = 1500;

/** Colours, cursor movements, links and titles of terminals. */
const escapes =
  // oxlint-disable-next-line no-control-regex -- escape sequences are what is looked for
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])|\u009b[0-?]*[ -/]*[@-~]/g;

export function plainText(text: string): string {
  return text.replaceAll(escapes, "").replaceAll("\r\n", "\n");
}

/** Null where it says nothing. */
export function messageOf(text: string): string | null {
  const plain = plainText(text).replace(/^\n+/, "").trimEnd();
  if (plain === "") return null;
  return plain.length <= longestMessage ? plain : `${plain.slice(0, longestMessage)}…`;
}

/** The end of what was said. */
export function tailOf(output: string): string {
  const plain = plainText(output).trim();
  return plain.length <= longestTail ? plain : `…${plain.slice(-longestTail)}`;
}
