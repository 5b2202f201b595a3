// Cuts texts to a length. Secrets are redacted before the cut: no later redaction would recognise half of one.
import { redactSecrets } from "./redact-secrets.ts";

export function startOfText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Half a character at the cut would be no character at all.
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
