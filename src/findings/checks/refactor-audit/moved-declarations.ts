// Finds declarations that a change moves from one file to another.
import type { Code } from "../../../change/change.ts";
import type { FileDiff } from "../../../change/diff.ts";
import type { Declared } from "../../../change/symbols/symbols.ts";

export interface MovedDeclaration {
  was: { path: string; declared: Declared };
  is: { path: string; declared: Declared };
}

interface PlacedDeclaration {
  path: string;
  declared: Declared;
}

const movable = new Set<Declared["kind"]>(["function", "method", "class", "constant"]);

/** Declarations that disappear from one changed file and appear in exactly one other under the same name. */
export async function findMovedDeclarations(files: readonly FileDiff[], code: Code): Promise<MovedDeclaration[]> {
  const disappeared: PlacedDeclaration[] = [];
  const appeared: PlacedDeclaration[] = [];
  for (const { oldPath, newPath, status } of files) {
    const before = oldPath === null || status === "copied" ? [] : await readDeclarations(code, oldPath, "base");
    const after = newPath === null ? [] : await readDeclarations(code, newPath, "head");
    // A renamed file is compared with itself.
    const newNames = new Set(after.map(({ name }) => name));
    const oldNames = new Set(before.map(({ name }) => name));
    disappeared.push(
      ...before.filter(({ name }) => !newNames.has(name)).map((declared) => ({ path: oldPath!, declared })),
    );
    appeared.push(...after.filter(({ name }) => !oldNames.has(name)).map((declared) => ({ path: newPath!, declared })));
  }
  const [from, to] = [Map.groupBy(disappeared, declaredName), Map.groupBy(appeared, declaredName)];
  return [...from].flatMap(([name, [was, ...others]]) => {
    const [is, ...more] = to.get(name) ?? [];
    const single = was && is && others.length === 0 && more.length === 0;
    return single && was.declared.kind === is.declared.kind ? [{ was, is }] : [];
  });
}

function declaredName({ declared }: PlacedDeclaration): string {
  return declared.name;
}

async function readDeclarations(code: Code, path: string, side: "base" | "head"): Promise<Declared[]> {
  const symbols = await code.symbols(path, side);
  return (symbols?.declared ?? []).filter(({ kind }) => movable.has(kind));
}
