// Makes the function that redacts prompts: values that findings mask, and everything that has the form of a secret.
import { maskedValues, replaceMasked } from "../../secrets/masked-values.ts";
import { redactSecrets } from "../../secrets/redact-secrets.ts";
import type { Report } from "../report.ts";

export function promptRedactor(reports: readonly Report[]): (text: string) => string {
  const values = maskedValues(reports.flatMap(({ findings }) => findings.flatMap(({ evidence }) => evidence)));
  return (text) => redactSecrets(replaceMasked(text, values));
}
