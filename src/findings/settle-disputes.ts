// Sends disagreements after a second opinion, and claims that the code contradicts, to the arbiter once and gates
// everything again with its verdicts.
import type { Change } from "../change/change.ts";
import { arbitratedFindings, askArbiter, conclude, snippetOf, type Contested } from "./arbitrate.ts";
import type { CrossModel } from "./cross-model.ts";
import type { JudgedFinding } from "./finding.ts";
import { gate } from "./gate.ts";
import { doubtOf, doubtText } from "./gates/claim-gate.ts";
import { promptRedactor } from "./asking/prompt-redactor.ts";
import { defaultCap, reconcileJudged, type OpenDispute } from "./reconcile.ts";
import type { Report } from "./report.ts";
import type { Asker } from "./asking/asking.ts";
import { boundary } from "./asking/boundary.ts";
import type { TextOf } from "./asking/prompt.ts";
import type { Texts } from "./texts.ts";

const secondSide = "second-opinion";

export interface DisputeNeeds {
  asker: Asker;
  text: TextOf;
  nonce: string;
  texts: Texts;
  today: string;
  stop: AbortSignal;
  now(): number;
  took?(unit: string, ms: number): number;
}

export interface Settled {
  judged: readonly JudgedFinding[];
  crossModel?: CrossModel;
  /** What the arbiter did, where it was asked. */
  report?: Report;
}

export async function settleDisputes(
  change: Change,
  reports: readonly Report[],
  judged: readonly JudgedFinding[],
  needs: DisputeNeeds,
): Promise<Settled> {
  const { nonce, texts, asker } = needs;
  const doubted =
    asker.modelFor("arbiter") === null ? [] : judged.filter((one) => doubtOf(one)).map(({ finding }) => finding.id);
  const reconciled = reconcileJudged(judged, {
    second: secondSide,
    cap: defaultCap,
    prefix: `${nonce}-`,
    doubted: new Set(doubted),
  });
  if (reconciled === null) return { judged };
  const contested = reconciled.disputes
    .filter(({ arbitrate }) => arbitrate === "yes")
    .map((dispute) => contestedOf(dispute, judged, texts));
  const started = needs.now();
  const asked = await askArbiter(
    contested,
    { ...boundary(nonce, promptRedactor(reports)), asker, text: needs.text },
    needs.stop,
  );
  const crossModel = conclude(reconciled, asked);
  const again = await gate(change, reports, texts, needs.today, arbitratedFindings(crossModel));
  const ms = Math.round(needs.now() - started);
  const report = asked.report && { ...asked.report, ms: needs.took?.(asked.report.unit, ms) ?? ms };
  return { judged: again, crossModel, ...(report && { report }) };
}

function contestedOf(dispute: OpenDispute, judged: readonly JudgedFinding[], texts: Texts): Contested {
  const about = judged.find((one) => one.finding.id === dispute.finding);
  const doubt = about && doubtOf(about);
  return {
    ...dispute,
    ...(doubt && { doubt: doubtText(doubt) }),
    snippet: about ? snippetOf(about.finding, texts.known) : null,
  };
}
