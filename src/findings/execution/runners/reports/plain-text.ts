// Strips terminal codes from program output and shortens it.
import { endOfText, startOfText } from "../../../../secrets/cut-text.ts";

/** Length kept of a message. */
const mostMessage = 4_000;

const codes =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /\u001b\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|[\u001b\u009b][[()#;?]{0,3}[\d;:?]{0,60}[ -/]{0,4}[@-~]?/g;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes terminal codes and normalizes line ends. */
export function plainText(text: string): string {
  return text.replaceAll(codes, "").replaceAll(/\r\n?/g, "\n").replaceAll(controls, "");
}

/** The beginning of a message; null if it is empty. */
export function clipMessage(text: string | null): string | null {
  if (text === null) return null;
  // Enough raw text even if it is full of terminal codes.
  const plain = plainText(startOfText(text, mostMessage * 10)).trim();
  if (plain === "") return null;
  return plain.length > mostMessage ? `${startOfText(plain, mostMessage - 1)}…` : plain;
}

/** The end of the output, in whole lines if possible. */
export function endOfOutput(text: string, most = mostMessage): string {
  const plain = plainText(endOfText(text, most * 10)).trim();
  if (plain.length <= most) return plain;
  const end = endOfText(plain, most);
  const line = end.indexOf("\n");
  return line < 0 || line > most / 2 ? end : end.slice(line + 1);
}
