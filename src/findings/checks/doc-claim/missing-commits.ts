// Finds cited commits that the repository does not have.
import type { Change, Code } from "../../../change/change.ts";
import { ownRepositories } from "../stale-reference/own-repositories.ts";
import type { CommitClaim, FalseClaim } from "./doc-claims.ts";
import { mentionsForeignCode, mentionsOtherHash } from "./wording.ts";

/** Limits the number of git calls. */
const mostLookups = 50;

export async function findMissingCommits(
  change: Change,
  code: Code,
  claims: readonly CommitClaim[],
): Promise<FalseClaim[]> {
  if (claims.length === 0) return [];
  const own = await ownRepositoryNames(change, code);
  const ours = claims.filter((claim) => mayBeOurs(claim, own));
  const first = new Map(ours.toReversed().map((claim) => [claim.citation.id, claim]));
  const judged: FalseClaim[] = [];
  for (const [id, claim] of [...first].toReversed().slice(0, mostLookups))
    if ((await code.hasCommit(id)) === false) judged.push(missingCommit(claim));
  return judged;
}

/** A link names the repository; any other mention is ours unless the sentence mentions foreign code. */
function mayBeOurs({ citation, text }: CommitClaim, own: ReadonlySet<string>): boolean {
  if (citation.of !== null) return own.has(citation.of);
  return !mentionsForeignCode(text) && !mentionsOtherHash(text);
}

async function ownRepositoryNames({ from }: Change, code: Code): Promise<ReadonlySet<string>> {
  const repositories = await ownRepositories(code.head);
  return from.kind === "pull"
    ? new Set([...repositories, `${from.pull.owner}/${from.pull.repo}`.toLowerCase()])
    : repositories;
}

function missingCommit(claim: CommitClaim): FalseClaim {
  const { id } = claim.citation;
  return {
    kind: "missing-commit",
    claim,
    title: `Commit \`${id}\` is not in this repository`,
    explanation:
      `No commit of this repository has the id \`${id}\` or starts with it. ` +
      "It may have been rebased or squashed, belong to another repository, or be misspelled. Cite a commit that is in the history, or name its repository.",
    confidence: 4,
  };
}
