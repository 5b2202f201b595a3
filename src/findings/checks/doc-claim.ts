// Documentation that speaks of files, lines, names and commits which are not there.
import type { Change, Code } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import type { Uses } from "../../change/symbols/symbols.ts";
import { found, type RawFinding } from "../build.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { isProse } from "../../change/file-kinds.ts";
import { claimsOf, commitClaims, nameClaims, pathClaims, type Claim } from "./doc-claim/claims.ts";
import { judgeCommits } from "./doc-claim/commits.ts";
import { addedDocLines, isLooked } from "./doc-claim/doc-lines.ts";
import { examples } from "./doc-claim/examples.ts";
import { judgeNames, namesToSeek } from "./doc-claim/names.ts";
import { judgePaths, suspectPaths } from "./doc-claim/path-claims.ts";
import type { Judgement } from "./doc-claim/judgement.ts";

/** A change that adds more claims than this rewrites a whole manual; the first ones are looked at. */
const mostClaims = 2000;

export const docClaim: Check = {
  id: "doc-claim",
  title: "Documentation about what is not there",
  passes: ["cross-reference"],
  searches: true,
  unproven: true,
  explains:
    "Looks at what added documentation says of the repository: in documents, comments and docstrings, a line with a " +
    "word such as uses, must, always, only or see, and a path, a line of a file, a name in backticks or a commit. What " +
    "it names is looked up at head: paths from the root, from the document and by their ends, names by one literal " +
    "search, commits in the repository if its history is whole. Plans, changelogs, decisions, examples, placeholders, ignored and built files, and what the sentence " +
    "itself calls gone or to be made are left alone.",
  kinds: {
    "missing-path": { severity: "medium", category: "docs", says: "a cited file or folder does not exist" },
    "missing-name": { severity: "medium", category: "docs", says: "a cited name occurs nowhere else" },
    "missing-commit": { severity: "medium", category: "docs", says: "a cited commit is not in the repository" },
    "wrong-line": { severity: "low", category: "docs", says: "a cited line lies past the end of its file" },
    "wrong-place": { severity: "low", category: "docs", says: "a name is not in the file that is said to hold it" },
  },
  examples,

  when(change) {
    return change.files.some(isLooked) ? true : { kind: "nothing-to-check", what: "added documentation" };
  },

  async run(change, { code }, stop) {
    const files = change.files.filter(isLooked);
    const claims: Claim[] = [];
    for (const file of files) {
      stop.throwIfAborted();
      const lines = await addedDocLines(file, code, ({ length }) => length > 0);
      claims.push(...lines.flatMap((line) => claimsOf(pathOf(file), isProse(pathOf(file)), line)));
    }
    const looked = claims.slice(0, mostClaims);
    const findings = (await judge(change, code, looked)).map(toFinding);
    const all = looked.length < claims.length ? ` of ${claims.length}` : "";
    return checked(
      "cross-reference",
      findings,
      files,
      `${looked.length}${all} claims about files, names and commits looked up`,
    );
  },
};

async function judge(change: Change, code: Code, claims: readonly Claim[]): Promise<Judgement[]> {
  const paths = await suspectPaths(change, code, pathClaims(claims));
  const names = nameClaims(claims);
  const sought = [...new Set([...paths.map(({ seek }) => seek), ...namesToSeek(names)])];
  const uses: Uses = sought.length > 0 ? await code.uses(sought) : new Map();
  const judged = [
    ...judgePaths(paths, uses),
    ...(await judgeNames(change, code, names, uses)),
    ...(await judgeCommits(change, code, commitClaims(claims))),
  ];
  const place = ({ claim }: Judgement) => change.files.findIndex((file) => file.newPath === claim.doc);
  return judged.toSorted((a, b) => place(a) - place(b) || a.claim.line - b.claim.line);
}

function toFinding({ kind, claim, title, explanation, confidence }: Judgement): RawFinding {
  return found(docClaim, { kind, path: claim.doc, line: claim.line, text: claim.raw, title, explanation, confidence });
}
