// What GitHub, or something that answers in its place, says is shown to people in errors: one line, short, without tokens.
import { withoutForms } from "../secret-forms.ts";

const tokens =
  /\b(?:gh[a-z]_[A-Za-z0-9_.-]{10,}|github_pat_\w{10,}|ey[\w-]{10,}\.[\w-]+\.[\w-]+)|\b(bearer|token|basic) [\w.+/=-]{16,}/gi;
const longest = 300;

export function redact(text: string, secrets: Iterable<string>): string {
  const line = withoutForms(text, secrets)
    .slice(0, 10_000)
    .replaceAll(tokens, (_, kind: string | undefined) => (kind ? `${kind} ***` : "***"))
    // Control and format characters can rewrite the terminal or the order in which it is read.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
