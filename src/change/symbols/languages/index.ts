// Registers the languages whose references are followed across files. JavaScript and TypeScript have their own resolver
// (`importers.ts`).
import type { ReferenceLanguage } from "./language.ts";
import { python } from "./python.ts";

const referenceLanguages: readonly ReferenceLanguage[] = [python];

export function referenceLanguageOf(path: string): ReferenceLanguage | null {
  return referenceLanguages.find((language) => language.holds(path)) ?? null;
}
