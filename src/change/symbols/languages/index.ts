// Registers the languages whose references are followed across files. JavaScript and TypeScript have their own resolver
// (`importers.ts`).
import { holdsScript } from "../script-blocks.ts";
import type { ReferenceLanguage } from "./language.ts";
import { c } from "./c.ts";
import { csharp } from "./csharp.ts";
import { goReferences } from "./go.ts";
import { java } from "./java.ts";
import { kotlin } from "./kotlin.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";

const referenceLanguages: readonly ReferenceLanguage[] = [
  c,
  csharp,
  goReferences,
  java,
  kotlin,
  php,
  python,
  ruby,
  rust,
];

export const namesOfReferenceLanguages: readonly string[] = [
  "JavaScript",
  "TypeScript",
  ...new Set(referenceLanguages.map(({ name }) => name)),
];

export function referenceLanguageOf(path: string): ReferenceLanguage | null {
  return referenceLanguages.find((language) => language.holds(path)) ?? null;
}

export function followsReferences(path: string): boolean {
  return referenceLanguageOf(path) !== null || holdsScript(path);
}
