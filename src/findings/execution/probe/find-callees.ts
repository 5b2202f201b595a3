// Finds the functions of the repository that a function calls, by names and imports.
import { isTest } from "../../../change/file-kinds.ts";
import type { Declared } from "../../../change/symbols/symbols.ts";
import type { ProbeContext } from "./find-callers.ts";
import { isCallable, isIdle, clipLine, type ProbeSource } from "./probe-sources.ts";
import { locationRange, type ProbeLocation } from "./probe-location.ts";

const most = { imports: 60, files: 6, callees: 20, words: 2000 };

export async function findCallees(
  location: ProbeLocation,
  { sources, modules }: ProbeContext,
): Promise<ProbeLocation[]> {
  const { source } = location;
  const said = wordsIn(location);
  const found: ProbeLocation[] = [];
  const add = (from: ProbeSource, wanted: (declared: Declared) => boolean) => {
    for (const declared of from.symbols.declared)
      if (found.length < most.callees && declared !== location.declared && wanted(declared))
        found.push({ source: from, line: declared.line, declared });
  };
  const isCalled = (declared: Declared) => said.called.has(declared.name) && isCallable(declared);
  const isSaid = (declared: Declared) =>
    declared.within === null && said.words.has(declared.name) && declared.kind !== "class";
  add(source, (declared) => isCalled(declared) || isSaid(declared));
  for (const sibling of modules.siblings(source.path)) {
    const other = isTest(sibling) ? null : await sources.of(sibling);
    if (other) add(other, (declared) => isCalled(declared) || isSaid(declared));
  }
  for (const imported of source.symbols.imports.slice(0, most.imports)) {
    const isNamed = imported.local !== null && said.words.has(imported.local);
    for (const path of (await modules.filesOf(imported, source.path)).slice(0, most.files)) {
      const other = path === source.path || isTest(path) ? null : await sources.of(path);
      if (!other) continue;
      // An import that is not named here may be injected; then only methods match.
      add(other, (declared) =>
        isNamed
          ? declared.name === imported.name ||
            (imported.name === "default" && isCallable(declared) && declared.name === imported.local) ||
            isCalled(declared)
          : declared.within !== null && isCalled(declared),
      );
    }
  }
  return found;
}

function wordsIn(location: ProbeLocation): { words: ReadonlySet<string>; called: ReadonlySet<string> } {
  const { from, to } = locationRange(location);
  const words = new Set<string>();
  const called = new Set<string>();
  for (const line of location.source.lines.slice(from - 1, to)) {
    if (isIdle(line) || words.size > most.words) continue;
    for (const [, word = "", opens] of clipLine(line).matchAll(/([\p{L}_$][\p{L}\p{N}_$]*)(\s?!?[(`<])?/gu)) {
      words.add(word);
      if (opens !== undefined) called.add(word);
    }
  }
  return { words, called };
}
