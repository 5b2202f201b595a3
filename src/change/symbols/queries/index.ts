// Registers the symbol readers by language.
import type { LanguageId } from "../languages.ts";
import type { SymbolReader } from "../syntax.ts";
import { readCpp } from "./cpp.ts";
import { readCsharp } from "./csharp.ts";
import { readEcmascript } from "./ecmascript.ts";
import { readGo } from "./go.ts";
import { readJava } from "./java.ts";
import { readPhp } from "./php.ts";
import { readPython } from "./python.ts";
import { readRuby } from "./ruby.ts";
import { readRust } from "./rust.ts";
import { readShell } from "./shell.ts";

export const symbolReaders: Readonly<Record<LanguageId, SymbolReader>> = {
  typescript: readEcmascript,
  tsx: readEcmascript,
  javascript: readEcmascript,
  python: readPython,
  go: readGo,
  rust: readRust,
  java: readJava,
  csharp: readCsharp,
  ruby: readRuby,
  php: readPhp,
  cpp: readCpp,
  c: readCpp,
  shell: readShell,
};
