// Finds cited paths that do not exist and cited lines past the end of a file.
import { readText } from "../../changed-text.ts";
import type { Change, Code } from "../../../change/change.ts";
import type { Uses } from "../../../change/symbols/symbols.ts";
import { ignoresOf, type Ignores } from "../../gitignore.ts";
import { otherUses, type PathClaim, type FalseClaim } from "./doc-claims.ts";
import { removedPaths, normalizePath, createPathIndex, type PathIndex } from "./path-index.ts";

interface SuspectPath {
  claim: PathClaim;
  /** The search term that finds the file in other text. */
  searchTerm: string;
  /** The new path if the change moved the file, null if deleted, undefined if it never existed. */
  movedTo: string | null | undefined;
  lines: number | null;
  /** Its folder is surely one of this repository. */
  isSure: boolean;
}

interface Trees {
  code: Code;
  index: PathIndex;
  gone: ReadonlyMap<string, string | null>;
  ignores: Ignores;
}

export async function findSuspectPaths(
  change: Change,
  code: Code,
  claims: readonly PathClaim[],
): Promise<SuspectPath[]> {
  if (claims.length === 0) return [];
  const index = createPathIndex(await code.head.paths());
  const trees = { code, index, gone: removedPaths(change.files), ignores: ignoresOf(code.head) };
  const suspects: SuspectPath[] = [];
  for (const claim of claims) {
    const suspect = await judgePath(claim, trees);
    if (suspect) suspects.push(suspect);
  }
  return suspects;
}

async function judgePath(claim: PathClaim, trees: Trees): Promise<SuspectPath | null> {
  const { citation, doc } = claim;
  const searchTerm = searchTermFor(claim);
  if (trees.index.exists(citation.path, doc)) {
    const lines = citation.is === "path" && citation.line !== null ? await lineCount(claim, trees) : null;
    return lines === null ? null : { claim, searchTerm, movedTo: undefined, lines, isSure: true };
  }
  const at = rootPath(claim);
  const movedTo = trees.gone.get(at.toLowerCase()) ?? trees.gone.get(normalizePath(citation.path).toLowerCase());
  const isRemovedPath = movedTo !== undefined || trees.gone.has(at.toLowerCase());
  const isSure = isRemovedPath || looksLikeOurs(claim, at, trees.index);
  if (!isSure && !mayBeOurs(claim, at, trees.index)) return null;
  if (await trees.ignores.ruleFor(at)) return null;
  return { claim, searchTerm, movedTo: isRemovedPath ? (movedTo ?? null) : undefined, lines: null, isSure };
}

/** A link is relative to its document, a path in a sentence to the root. */
function rootPath({ citation, doc }: PathClaim): string {
  const fromDoc = citation.is === "link" ? !citation.path.startsWith("/") : /^\.{1,2}\//.test(citation.path);
  return fromDoc
    ? normalizePath(`${doc.slice(0, doc.lastIndexOf("/") + 1)}${citation.path}`)
    : normalizePath(citation.path);
}

const sourceLike =
  /\.(?:mdx?|rst|adoc|txt|[cm]?[jt]sx?|py|rs|go|rb|java|kt|cs|php|c|h|cc|cpp|hpp|sh|ya?ml|toml|json|sql|proto|vue|svelte|swift|scala|ex|exs|lua)$/i;

/** Certain if its folder exists in this repository and is not a name that every project has. */
function looksLikeOurs({ citation, isProse }: PathClaim, at: string, index: PathIndex): boolean {
  const folders = at.split("/").length - 1;
  const depth = index.depth(at);
  if (!sourceLike.test(at)) return false;
  if (citation.is === "link") return /\.(?:mdx?|rst|adoc)$/i.test(at) && depth === folders;
  return isProse
    ? depth >= 2 || (depth === 1 && folders === 1 && !/^(?:src|app|lib|test|tests|docs?|config|scripts)\//i.test(at))
    : depth >= 1;
}

/** Possible if its first folder exists, or if the text sends the reader there. */
function mayBeOurs({ citation, text }: PathClaim, at: string, index: PathIndex): boolean {
  if (citation.is === "link" || !sourceLike.test(at)) return false;
  return index.depth(at) >= 1 || text.slice(0, text.indexOf(citation.written)).toLowerCase().endsWith("see ");
}

/** Links are relative to many folders, so only the last segment is the same in all of them. */
function searchTermFor({ citation }: PathClaim): string {
  return normalizePath(citation.path)
    .split("/")
    .slice(citation.is === "link" ? -1 : -2)
    .join("/");
}

/** The number of lines in the file; null if the cited line exists or the file is ambiguous. */
async function lineCount({ citation, doc }: PathClaim, { code, index }: Trees): Promise<number | null> {
  if (citation.is !== "path" || citation.line === null) return null;
  const file = index.file(citation.path, doc);
  const text = file === null ? "" : ((await readText(code.head, file)) ?? "");
  if (text === "") return null;
  const lines = text.split("\n").length;
  return citation.line > lines ? lines : null;
}

export function findFalsePaths(suspects: readonly SuspectPath[], uses: Uses): FalseClaim[] {
  const claims = suspects.map(({ claim }) => claim);
  return suspects.flatMap(({ claim, searchTerm, movedTo, lines, isSure }): FalseClaim[] => {
    const { written } = claim.citation;
    if (lines !== null)
      return [
        {
          kind: "wrong-line",
          claim,
          title: `\`${written}\` is past the end of the file, which has ${lines} lines`,
          explanation: "Name the code instead of its line, or correct the number.",
          confidence: 8,
        },
      ];
    // If other text names the file too, it is generated or lives elsewhere.
    const others = otherUses(uses.get(searchTerm)?.at ?? [], claims);
    if (movedTo === undefined && others.length > 0) return [];
    return [
      {
        kind: "missing-path",
        claim,
        title: `\`${written}\` does not exist`,
        explanation: explainMissingPath(searchTerm, movedTo, others),
        confidence: claim.isDoubtful || !isSure ? 4 : movedTo === undefined ? 7 : 9,
      },
    ];
  });
}

function explainMissingPath(
  searchTerm: string,
  movedTo: string | null | undefined,
  others: readonly { path: string; line: number }[],
): string {
  if (movedTo) return `This change moves it to \`${movedTo}\`. Use the new path.`;
  if (movedTo === null) return "This change deletes it. Remove the mention, or name the replacement.";
  const mentions = others
    .slice(0, 3)
    .map(({ path, line }) => `${path}:${line}`)
    .join(", ");
  return `The repository has neither this path nor a file or folder with this ending at head, and \`${searchTerm}\` has ${others.length} other matches${mentions && `: ${mentions}`}. Correct the path, or add the file.`;
}
