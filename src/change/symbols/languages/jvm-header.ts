// Reads the package and the imports of a Java or Kotlin file from its text.
import { oncePer } from "../once-per.ts";
import type { CodeFile } from "./language.ts";

export interface JvmImport {
  /** `a.b.Name`; for a star import, what comes before the star. */
  name: string;
  /** The local name; null for a star import. */
  local: string | null;
  isStatic: boolean;
  line: number;
}

export interface JvmHeader {
  package: string;
  imports: readonly JvmImport[];
  /** The position in the text after the last import. */
  end: number;
}

const statement =
  /^[ \t]*(?:package[ \t]+([\w.`$]+)|import[ \t]+(static[ \t]+)?([\w.`$]+?)(\.\*)?(?:[ \t]+as[ \t]+`?([\w$]+)`?)?)[ \t]*(?:;.*|\/[/*].*)?\r?$/;
/** Where declarations begin; annotations before them have no imports between. */
const declaration =
  /^[ \t]*(?:@\w+[ \t]+)*(?:(?:public|private|protected|internal|abstract|final|sealed|open|data|enum|annotation|static|strictfp|value|inline|suspend|const|expect|actual|fun|external|operator|infix|tailrec)[ \t]+)*(?:class|interface|enum|record|@interface|object|fun|val|var|typealias)\b/;

export const jvmHeader = oncePer(({ text }: Pick<CodeFile, "text">): JvmHeader => {
  const imports: JvmImport[] = [];
  let home = "";
  let [line, at, last] = [0, 0, 0];
  let isComment = false;
  while (at < text.length) {
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next;
    const row = text.slice(at, Math.min(end, at + 1000));
    line++;
    at = end + 1;
    if (isComment || row.trimStart().startsWith("/*")) {
      isComment = !row.includes("*/");
      continue;
    }
    const match = statement.exec(row);
    if (match?.[1] !== undefined) home = match[1].replaceAll("`", "");
    else if (match) {
      const name = match[3]!.replaceAll("`", "");
      const local = match[4] === undefined ? (match[5] ?? name.slice(name.lastIndexOf(".") + 1)) : null;
      imports.push({ name, local, isStatic: match[2] !== undefined, line });
    } else {
      if (declaration.test(row)) break;
      continue;
    }
    last = at;
  }
  return { package: home, imports, end: last };
});
