// Finds secrets in a text by all rules: our own and those of the preset.
import { findOwnSecrets, outputSource, type Secret, type SecretSource } from "./find-own-secrets.ts";
import { findPresetMatches } from "./preset-matches.ts";

export function findSecrets(text: string, source: SecretSource = outputSource): Secret[] {
  return findOwnSecrets(text, source, findPresetMatches);
}
