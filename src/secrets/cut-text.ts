// Truncates texts. Secrets are redacted first, because a truncated secret would no longer be recognised.
import { redactSecrets } from "./redact-secrets.ts";

export function startOfText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // A cut can split a surrogate pair; the half is removed.
  return redactSecrets(text)
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, "");
}

export function endOfText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return redactSecrets(text)
    .slice(-longest)
    .replace(/^[\uDC00-\uDFFF]/, "");
}
