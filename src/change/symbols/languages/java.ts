// Follows references in Java: imports, names of the same package, and members behind their type.
import { jvmLanguage } from "./jvm-language.ts";
import { javaSyntax, jvmSyntaxOf } from "./jvm-syntax.ts";

export const java = jvmLanguage("Java", (path) => path.endsWith(".java"), javaSyntax, jvmSyntaxOf);
