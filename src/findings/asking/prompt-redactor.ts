// Makes the function that redacts prompts: values that findings redact, and everything that looks like a secret.
import { quotedSecrets, replaceSecrets } from "../../secrets/quoted-secrets.ts";
import { redactSecrets } from "../../secrets/redact-secrets.ts";
import type { Report } from "../report.ts";

export function promptRedactor(reports: readonly Report[]): (text: string) => string {
  const values = quotedSecrets(reports.flatMap(({ findings }) => findings.flatMap(({ evidence }) => evidence)));
  return (text) => redactSecrets(replaceSecrets(text, values));
}
