// Follows references in Kotlin: like Java's, with functions and properties of a package.
import type { Declared } from "../symbols.ts";
import { jvmLanguage } from "./jvm-language.ts";
import { jvmSyntaxOf, kotlinSyntax } from "./jvm-syntax.ts";
import { kotlinScopes } from "./kotlin-scopes.ts";
import type { CodeFile, ReferenceLanguage } from "./language.ts";

export const kotlin: ReferenceLanguage = {
  ...jvmLanguage("Kotlin", (path) => path.endsWith(".kt"), kotlinSyntax, jvmSyntaxOf),
  declared: (file) => declarationsOf(file),
};

function declarationsOf(file: CodeFile): Declared[] {
  const { types, members } = kotlinScopes(file);
  const line = (at: number) => file.tokens[at]!.line;
  const shared = { exported: true, signature: "" };
  return [
    ...types.map(({ name, kind, within, at, start, end }) => ({
      ...shared,
      name,
      kind,
      within,
      line: line(at),
      start: line(start),
      end: line(Math.min(end, file.tokens.length - 1)),
    })),
    ...members.map(({ name, kind, within, at, isPrivate }) => ({
      ...shared,
      name,
      kind,
      within,
      exported: !isPrivate,
      line: line(at),
      start: line(at),
      end: line(at),
    })),
  ];
}
