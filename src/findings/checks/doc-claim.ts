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
import { factNames, findFalseFacts, statedFacts, type StatedFact } from "./doc-claim/stated-facts.ts";
import { findMissingTargets, namedTargets, type NamedTarget } from "./doc-claim/named-commands.ts";
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
    "by their ending; names, options and environment variables are found by a literal search; scripts, make " +
    "targets and headings in the files that define them; commits are looked up if the history is complete. A few " +
    "statements are compared with the code: what a setting defaults to, that nothing or only one file uses " +
    "something, that all files of a folder use it, and that a command works which another document calls broken. " +
    "Plans, changelogs, decisions, examples, placeholders, ignored and generated files, and anything the sentence " +
    "itself calls removed or planned are ignored.",
  kinds: {
    "missing-path": { severity: "medium", category: "docs", says: "a cited file or folder does not exist" },
    "missing-name": { severity: "medium", category: "docs", says: "a cited name occurs nowhere else" },
    "missing-commit": { severity: "medium", category: "docs", says: "a cited commit is not in the repository" },
    "missing-command": {
      severity: "medium",
      category: "docs",
      says: "a script or make target that is named does not exist",
    },
    "missing-heading": {
      severity: "low",
      category: "docs",
      says: "a link names a heading that its file does not have",
    },
    contradicted: { severity: "low", category: "docs", says: "the code or another document says otherwise" },
    "wrong-line": { severity: "low", category: "docs", says: "a cited line is past the end of its file" },
    "wrong-place": { severity: "low", category: "docs", says: "a name is not in the file that the text names" },
  },
  examples,

  when: whenAnyFile(mayHoldDocs, "no added documentation"),

  async run(change, { code }, stop) {
    const files = change.files.filter(mayHoldDocs);
    const claims: DocClaim[] = [];
    const stated: Stated = { facts: [], targets: [] };
    for (const file of files) {
      stop.throwIfAborted();
      const lines = await addedDocLines(file, code, ({ length }) => length > 0);
      const path = pathOf(file);
      claims.push(...lines.flatMap((line) => claimsOnLine(path, isProse(path), line)));
      stated.facts.push(...lines.flatMap((line) => statedFacts(path, line)));
      stated.targets.push(...lines.flatMap((line) => namedTargets(path, line)));
    }
    const readClaims = claims.slice(0, mostClaims);
    const findings = (await findFalseClaims(change, code, readClaims, stated)).map(toFinding);
    const all = readClaims.length < claims.length ? ` of ${claims.length}` : "";
    return checked(
      "cross-reference",
      findings,
      files,
      `claims about files, names and commits checked: ${readClaims.length}${all}`,
    );
  },
};

interface Stated {
  facts: StatedFact[];
  targets: NamedTarget[];
}

async function findFalseClaims(
  change: Change,
  code: Code,
  claims: readonly DocClaim[],
  { facts, targets }: Stated,
): Promise<FalseClaim[]> {
  const paths = await findSuspectPaths(change, code, pathClaims(claims));
  const names = nameClaims(claims);
  const sought = [
    ...new Set([...paths.map(({ searchTerm }) => searchTerm), ...namesToSearch(names), ...factNames(facts)]),
  ];
  const uses: Uses = sought.length > 0 ? await code.uses(sought) : new Map();
  const judged = [
    ...findFalsePaths(paths, uses),
    ...(await findFalseNames(change, code, names, uses)),
    ...(await findMissingCommits(change, code, commitClaims(claims))),
    ...(await findFalseFacts(code, facts, uses)),
    ...(await findMissingTargets(code, targets)),
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
