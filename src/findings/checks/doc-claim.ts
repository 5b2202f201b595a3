// Finds documentation that names files, lines, identifiers or commits that do not exist.
import type { Change, Code } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import type { Uses } from "../../change/symbols/symbols.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { isProse } from "../../change/file-kinds.ts";
import {
  claimsOnLine,
  commitClaims,
  nameClaims,
  pathClaims,
  type DocClaim,
  type FalseClaim,
} from "./doc-claim/doc-claims.ts";
import { findMissingCommits } from "./doc-claim/missing-commits.ts";
import { addedDocLines, mayHoldDocs } from "./doc-claim/doc-lines.ts";
import { examples } from "./doc-claim/examples.ts";
import { findFalseNames, namesToSearch } from "./doc-claim/false-names.ts";
import { findFalsePaths, findSuspectPaths } from "./doc-claim/false-paths.ts";

/** A change with more claims rewrites a whole manual; only the first ones are checked. */
const mostClaims = 2000;

export const docClaim: Check = {
  id: "doc-claim",
  title: "Documentation that names missing things",
  passes: ["cross-reference"],
  searches: true,
  unproven: true,
  explains:
    "Checks what added documentation says about the repository. In documents, comments and docstrings it reads " +
    "lines with a word such as uses, must, always, only or see that name a path, a line of a file, a name in " +
    "backticks or a commit, and looks these up at head. Paths are resolved from the root, from the document and " +
    "by their ending; names are found by a literal search; commits are looked up if the history is complete. " +
    "Plans, changelogs, decisions, examples, placeholders, ignored and generated files, and anything the sentence " +
    "itself calls removed or planned are ignored.",
  kinds: {
    "missing-path": { severity: "medium", category: "docs", says: "a cited file or folder does not exist" },
    "missing-name": { severity: "medium", category: "docs", says: "a cited name occurs nowhere else" },
    "missing-commit": { severity: "medium", category: "docs", says: "a cited commit is not in the repository" },
    "wrong-line": { severity: "low", category: "docs", says: "a cited line is past the end of its file" },
    "wrong-place": { severity: "low", category: "docs", says: "a name is not in the file that the text names" },
  },
  examples,

  when: whenAnyFile(mayHoldDocs, "no added documentation"),

  async run(change, { code }, stop) {
    const files = change.files.filter(mayHoldDocs);
    const claims: DocClaim[] = [];
    for (const file of files) {
      stop.throwIfAborted();
      const lines = await addedDocLines(file, code, ({ length }) => length > 0);
      claims.push(...lines.flatMap((line) => claimsOnLine(pathOf(file), isProse(pathOf(file)), line)));
    }
    const readClaims = claims.slice(0, mostClaims);
    const findings = (await findFalseClaims(change, code, readClaims)).map(toFinding);
    const all = readClaims.length < claims.length ? ` of ${claims.length}` : "";
    return checked(
      "cross-reference",
      findings,
      files,
      `claims about files, names and commits checked: ${readClaims.length}${all}`,
    );
  },
};

async function findFalseClaims(change: Change, code: Code, claims: readonly DocClaim[]): Promise<FalseClaim[]> {
  const paths = await findSuspectPaths(change, code, pathClaims(claims));
  const names = nameClaims(claims);
  const sought = [...new Set([...paths.map(({ searchTerm }) => searchTerm), ...namesToSearch(names)])];
  const uses: Uses = sought.length > 0 ? await code.uses(sought) : new Map();
  const judged = [
    ...findFalsePaths(paths, uses),
    ...(await findFalseNames(change, code, names, uses)),
    ...(await findMissingCommits(change, code, commitClaims(claims))),
  ];
  const place = ({ claim }: FalseClaim) => change.files.findIndex((file) => file.newPath === claim.doc);
  return judged.toSorted((a, b) => place(a) - place(b) || a.claim.line - b.claim.line);
}

function toFinding({ kind, claim, title, explanation, confidence }: FalseClaim): RawFinding {
  return buildFinding(docClaim, {
    kind,
    path: claim.doc,
    line: claim.line,
    text: claim.raw,
    title,
    explanation,
    confidence,
  });
}
