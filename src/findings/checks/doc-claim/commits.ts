// Cited commits that the repository does not have.
import type { Change, Code } from "../../../change/change.ts";
import { ownRepositories } from "../stale-reference/own-repositories.ts";
import type { CommitClaim } from "./claims.ts";
import type { Judgement } from "./judgement.ts";
import { isForeign, isNoCommit } from "./wording.ts";

/** Each is a question to git; nobody cites more in one change. */
const mostAsked = 50;

export async function judgeCommits(change: Change, code: Code, claims: readonly CommitClaim[]): Promise<Judgement[]> {
  if (claims.length === 0) return [];
  const own = await ownNames(change, code);
  const ours = claims.filter((claim) => mayBeOurs(claim, own));
  const first = new Map(ours.toReversed().map((claim) => [claim.cited.id, claim]));
  const judged: Judgement[] = [];
  for (const [id, claim] of [...first].toReversed().slice(0, mostAsked))
    if ((await code.hasCommit(id)) === false) judged.push(said(claim));
  return judged;
}

/** A link says whose commit it is; any other mention is ours unless the sentence speaks of somebody else's code. */
function mayBeOurs({ cited, text }: CommitClaim, own: ReadonlySet<string>): boolean {
  if (cited.of !== null) return own.has(cited.of);
  return !isForeign(text) && !isNoCommit(text);
}

async function ownNames({ from }: Change, code: Code): Promise<ReadonlySet<string>> {
  const told = await ownRepositories(code.head);
  return from.kind === "pull" ? new Set([...told, `${from.pull.owner}/${from.pull.repo}`.toLowerCase()]) : told;
}

function said(claim: CommitClaim): Judgement {
  const { id } = claim.cited;
  return {
    kind: "missing-commit",
    claim,
    title: `Commit \`${id}\` is not in this repository`,
    explanation:
      `No commit of this repository has the id \`${id}\`, or begins with it. ` +
      "It may have been rebased or squashed away, be of another repository, or be misspelt. Cite the commit that is in the history, or say whose it is.",
    confidence: 4,
  };
}
