// Cited paths that are not there, and cited lines past the end of their file.
import type { Change, Code } from "../../../change/change.ts";
import type { Uses } from "../../../change/symbols/symbols.ts";
import { ignoresOf, type Ignores } from "../../gitignore.ts";
import { otherUses, type PathClaim } from "./claims.ts";
import { textOf } from "./doc-lines.ts";
import type { Judgement } from "./judgement.ts";
import { gonePaths, normalised, pathIndex, type PathIndex } from "./paths.ts";

export interface Suspect {
  claim: PathClaim;
  /** What other text would call the file by. */
  seek: string;
  /** Where the change moved it; null where it was deleted; undefined where it was never there. */
  movedTo: string | null | undefined;
  lines: number | null;
}

interface Trees {
  code: Code;
  index: PathIndex;
  gone: ReadonlyMap<string, string | null>;
  ignores: Ignores;
}

export async function suspectPaths(change: Change, code: Code, claims: readonly PathClaim[]): Promise<Suspect[]> {
  if (claims.length === 0) return [];
  const index = pathIndex(await code.head.paths());
  const trees = { code, index, gone: gonePaths(change.files), ignores: ignoresOf(code.head) };
  const suspects: Suspect[] = [];
  for (const claim of claims) {
    const suspect = await suspectOf(claim, trees);
    if (suspect) suspects.push(suspect);
  }
  return suspects;
}

async function suspectOf(claim: PathClaim, trees: Trees): Promise<Suspect | null> {
  const { cited, doc } = claim;
  const seek = soughtFor(claim);
  if (trees.index.exists(cited.path, doc)) {
    const lines = cited.is === "path" && cited.line !== null ? await lineCount(claim, trees) : null;
    return lines === null ? null : { claim, seek, movedTo: undefined, lines };
  }
  const at = rootPath(claim);
  const movedTo = trees.gone.get(at.toLowerCase()) ?? trees.gone.get(normalised(cited.path).toLowerCase());
  const wasHere = movedTo !== undefined || trees.gone.has(at.toLowerCase());
  if (!wasHere && !looksLikeOurs(claim, at, trees.index)) return null;
  if (await trees.ignores.ruleFor(at)) return null;
  return { claim, seek, movedTo: wasHere ? (movedTo ?? null) : undefined, lines: null };
}

/** A link is read from its document; a path in a sentence from the root. */
function rootPath({ cited, doc }: PathClaim): string {
  const fromDoc = cited.is === "link" ? !cited.path.startsWith("/") : /^\.{1,2}\//.test(cited.path);
  return fromDoc ? normalised(`${doc.slice(0, doc.lastIndexOf("/") + 1)}${cited.path}`) : normalised(cited.path);
}

const sourceLike =
  /\.(?:mdx?|rst|adoc|txt|[cm]?[jt]sx?|py|rs|go|rb|java|kt|cs|php|c|h|cc|cpp|hpp|sh|ya?ml|toml|json|sql|proto|vue|svelte|swift|scala|ex|exs|lua)$/i;

/** Unmistakable: its folder is in this repository, not merely a name that every project has. */
function looksLikeOurs({ cited, isProse }: PathClaim, at: string, index: PathIndex): boolean {
  const folders = at.split("/").length - 1;
  const depth = index.depth(at);
  if (!sourceLike.test(at)) return false;
  if (cited.is === "link") return /\.(?:mdx?|rst|adoc)$/i.test(at) && depth === folders;
  return isProse
    ? depth >= 2 || (depth === 1 && folders === 1 && !/^(?:src|app|lib|test|tests|docs?|config|scripts)\//i.test(at))
    : depth >= 1;
}

/** Links are written from many folders, so only the last part is the same in all of them. */
function soughtFor({ cited }: PathClaim): string {
  return normalised(cited.path)
    .split("/")
    .slice(cited.is === "link" ? -1 : -2)
    .join("/");
}

/** How many lines the file has; null where the cited line is one of them, or where it is not certain which file is meant. */
async function lineCount({ cited, doc }: PathClaim, { code, index }: Trees): Promise<number | null> {
  if (cited.is !== "path" || cited.line === null) return null;
  const file = index.file(cited.path, doc);
  const text = file === null ? "" : textOf(await code.head.read(file));
  if (text === "") return null;
  const lines = text.split("\n").length;
  return cited.line > lines ? lines : null;
}

export function judgePaths(suspects: readonly Suspect[], uses: Uses): Judgement[] {
  const claims = suspects.map(({ claim }) => claim);
  return suspects.flatMap(({ claim, seek, movedTo, lines }): Judgement[] => {
    const { shown } = claim.cited;
    if (lines !== null)
      return [
        {
          kind: "wrong-line",
          claim,
          title: `\`${shown}\` lies past the end of the file, which has ${lines} lines`,
          explanation: "Name what stands there instead of its line, or correct the number.",
          confidence: 8,
        },
      ];
    // Where other text knows the file too, something makes it, or it lives elsewhere.
    const others = otherUses(uses.get(seek)?.at ?? [], claims);
    if (movedTo === undefined && others.length > 0) return [];
    return [
      {
        kind: "missing-path",
        claim,
        title: `\`${shown}\` does not exist`,
        explanation: whyPath(seek, movedTo, others),
        confidence: movedTo === undefined ? 7 : 9,
      },
    ];
  });
}

function whyPath(
  seek: string,
  movedTo: string | null | undefined,
  others: readonly { path: string; line: number }[],
): string {
  if (movedTo) return `This change moves it to \`${movedTo}\`. Name it by its new place.`;
  if (movedTo === null) return "This change deletes it. Take the mention out, or say what took its place.";
  const seen = others
    .slice(0, 3)
    .map(({ path, line }) => `${path}:${line}`)
    .join(", ");
  return `Neither the path nor a file or folder that ends like it is in the repository at head, and \`${seek}\` has ${others.length} other matches${seen && `: ${seen}`}. Correct the path, or add the file.`;
}
