// Selects the test classes for changed sources: changed ones, those named after a class, and those that import or
// mention it.
import { fileName } from "../../../../change/paths.ts";
import type { Project } from "../../runner.ts";
import { closest, isBelow } from "../related/folders.ts";
import { readTexts } from "../related/read-texts.ts";
import { buildToolCollects, packageOf, sourceFile, type SourceFile } from "./java-sources.ts";

const mostClasses = 60;

export async function relatedClasses(
  cwd: string,
  changed: readonly string[],
  project: Project,
): Promise<readonly SourceFile[]> {
  const here = changed.filter((path) => isBelow(path, cwd)).flatMap((path) => sourceFile(path) ?? []);
  if (here.length === 0) return [];
  const own = here.filter(({ path }) => buildToolCollects(path)).map(({ path }) => path);
  const sources = here.filter(({ path }) => !buildToolCollects(path));
  const tests = nearFirst(
    project.paths.filter((path) => isBelow(path, cwd) && buildToolCollects(path)),
    sources,
  );
  const named = sources.flatMap((file) => namedFor(file, tests));
  const speaking = sources.length === 0 ? [] : await testsMentioning(sources, tests, project);
  const all = new Set([...own, ...named, ...speaking]);
  return [...all].slice(0, mostClasses).flatMap((path) => sourceFile(path) ?? []);
}

/** Tests of the same module first. */
function nearFirst(tests: readonly string[], sources: readonly SourceFile[]): string[] {
  const homes = new Set(sources.map(({ home }) => home));
  const isNear = (path: string) => homes.has(sourceFile(path)?.home ?? "");
  return [...tests.filter(isNear), ...tests.filter((path) => !isNear(path))];
}

function simpleName({ path }: Pick<SourceFile, "path">): string {
  return fileName(path).replace(/\.\w+$/, "");
}

function namedFor(file: SourceFile, tests: readonly string[]): string[] {
  const name = simpleName(file);
  const wanted = new Set([`${name}Test`, `${name}Tests`, `${name}TestCase`, `${name}Spec`, `Test${name}`]);
  const found = tests.filter((path) => wanted.has(simpleName({ path })));
  return found.length === 0 ? [] : closest(file.path, found);
}

async function testsMentioning(
  sources: readonly SourceFile[],
  tests: readonly string[],
  project: Project,
): Promise<string[]> {
  const found = new Set<string>();
  await readTexts(project, tests, (path, text) => {
    const own = sourceFile(path);
    if (own && sources.some((file) => mentionsClass(text, own, file))) found.add(path);
  });
  return tests.filter((path) => found.has(path));
}

function mentionsClass(text: string, test: SourceFile, { name, path }: SourceFile): boolean {
  const simple = simpleName({ path });
  if (!text.includes(simple)) return false;
  if (text.includes(`import ${name};`) || text.includes(`import static ${name}.`)) return true;
  if (new RegExp(`^import (?:static )?${escaped(name)}(?:[.;\\s]|$)`, "m").test(text)) return true;
  return packageOf(test.name) === packageOf(name) && new RegExp(`(?<![\\w.])${escaped(simple)}(?!\\w)`).test(text);
}

function escaped(name: string): string {
  return name.replaceAll(".", "\\.");
}
