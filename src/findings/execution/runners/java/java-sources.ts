// Maps source files of Java, Kotlin, Groovy and Scala to their classes.
import { folderOf, fileName } from "../../../../change/paths.ts";
import { oncePer } from "../../../../change/symbols/once-per.ts";

const source = /^(?:(.*)\/)?src\/([^/]+)\/(?:java|kotlin|groovy|scala)\/(.+\.(?:java|kt|groovy|scala))$/;
const endings = ["java", "kt", "groovy", "scala"] as const;

export interface SourceFile {
  path: string;
  /** The folder with `src`. */
  home: string;
  inTestSources: boolean;
  /** Qualified class name; restricted to characters that build tools take literally. */
  name: string;
  tail: string;
}

export function sourceFile(path: string): SourceFile | null {
  const [, home = "", set = "", tail] = source.exec(path) ?? [];
  if (tail === undefined) return null;
  const name = tail.replace(/\.\w+$/, "").replaceAll("/", ".");
  return /^[\p{L}\p{N}_.]+$/u.test(name) ? { path, home, inTestSources: /test/i.test(set), name, tail } : null;
}

/** Source files by their path below the source folder, as stack traces give it. The first one wins. */
export const filesByTail = oncePer((paths: readonly string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const path of paths) {
    const file = sourceFile(path);
    if (file && !found.has(file.tail)) found.set(file.tail, path);
  }
  return found;
});

/** Test classes that surefire and Gradle run by default, without integration tests. */
export function buildToolCollects(path: string): boolean {
  const file = sourceFile(path);
  const name = fileName(path).replace(/\.\w+$/, "");
  return file?.inTestSources === true && /^Test|(?:Tests?|TestCase|Spec)$/.test(name) && !/^Abstract|IT$/.test(name);
}

/** The file of a class or of its outer class. */
export function fileOfClass(name: string, names: ReadonlyMap<string, string>): string | null {
  const tail = name.split("$", 1)[0]!.replaceAll(".", "/");
  for (const ending of endings) {
    const found = names.get(`${tail}.${ending}`);
    if (found !== undefined) return found;
  }
  return null;
}

export function packageOf(name: string): string {
  return folderOf(name.replaceAll(".", "/")).replaceAll("/", ".");
}
