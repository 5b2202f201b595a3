// Defines how Java and Kotlin files are split into tokens and declarations.
import { doubleQuoted, nestedComment, singleQuoted, tokenizer, tripleQuoted } from "./code-tokens.ts";
import type { JvmSyntax } from "./jvm-references.ts";
import { kotlinScopes } from "./kotlin-scopes.ts";
import { typeScopes } from "./type-scopes.ts";

const lineComment = String.raw`//[^\n]*`;
const comments = [lineComment, String.raw`/\*(?:[^*]|\*(?!/))*(?:\*/|$)`];

export const javaSyntax: JvmSyntax = {
  isKotlin: false,
  tokens: tokenizer({ comments, strings: [tripleQuoted, doubleQuoted, singleQuoted] }),
  scopes: typeScopes,
};

/** Without escapes; the last three of several marks end it. */
const rawString = String.raw`"""(?:[^"]|"{1,2}(?!"))*(?:"{3,}|$)`;

const inHole = String.raw`[^{}"]|"[^"\n]*"`;
/** Code in it can have several lines, blocks and strings. */
const template = String.raw`"(?:[^"\\\n$]|\\.|\$(?!\{)|\$\{(?:${inHole}|\{(?:${inHole})*\})*\}|\$)*(?:"|(?=\n)|$)`;

export const kotlinSyntax: JvmSyntax = {
  isKotlin: true,
  tokens: tokenizer({
    comments: [lineComment, nestedComment],
    strings: [rawString, template, singleQuoted, "`[^`\\n]*`"],
    holes: { in: /^"/, code: /\$\{([^{}"]{1,400})\}|\$(\w+)/g },
  }),
  scopes: kotlinScopes,
};

export function jvmSyntaxOf(path: string): JvmSyntax | null {
  if (path.endsWith(".kt")) return kotlinSyntax;
  return path.endsWith(".java") ? javaSyntax : null;
}
