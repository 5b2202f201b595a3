// One hostile text in one place, one hostile model: a whole review, and everything that is wrong with it.
import { reachesAuthor } from "../../src/findings/finding.ts";
import type { Check } from "../../src/findings/report.ts";
import { eventOf } from "../../src/review/decision.ts";
import { reviewerEnded } from "../../src/review/words/progress-texts.ts";
import { boundaryFaults } from "./evil-boundary.ts";
import { evilChange, evilPlaces, type EvilPlace } from "./evil-change.ts";
import { hiddenIn } from "./evil-hidden.ts";
import { evilKinds, evilModel } from "./evil-models.ts";
import { policyFaults } from "./evil-policy.ts";
import { directly, evilReview, type EvilReview, type Models } from "./evil-review.ts";

export interface EvilCase {
  seed: number;
  text: string;
  place: EvilPlace;
  kind: string;
  models?: Models;
  checks?: readonly Check[];
  everyone?: boolean;
}

export interface EvilOutcome {
  place: EvilPlace;
  kind: string;
  seed: number;
  /** What happened that must not. */
  boundary: readonly string[];
  policy: readonly string[];
  requests: number;
  /** How often a third model was asked, tools answered, comments would be posted, reviewers failed: whether it was a real try. */
  arbitrations: number;
  toolResults: number;
  posted: number;
  failed: number;
  event: string;
  /** Whether the attacker's words would be posted, as words. */
  quoted: boolean;
}

/** Places and kinds by turns: as their numbers have no common factor, each meets each. */
export function evilCase(seed: number, text: string): Pick<EvilCase, "seed" | "text" | "place" | "kind"> {
  const place = evilPlaces[seed % evilPlaces.length]!;
  const round = Math.floor(seed / evilPlaces.length);
  return { seed, text, place, kind: evilKinds[(seed + round) % evilKinds.length]! };
}

export async function runEvil(one: EvilCase): Promise<EvilOutcome> {
  const { seed, place, kind, models = directly } = one;
  const canary = `zq${seed.toString(36)}xw`;
  const text = one.text
    .slice(0, 3000)
    .split("\n")
    .map((line) => `${line} ${canary}`)
    .join("\n");
  const nonce = (0x9e3779b97f4a7c15n * BigInt(seed + 1)).toString(16).slice(-16).padStart(16, "0");
  const given = evilChange(place, text, {
    autoApprove: (["off", "clean", "notes"] as const)[seed % 3]!,
    mode: seed % 4 === 0 ? "enhanced" : "standard",
    profile: seed % 10 === 0 ? "strict" : "balanced",
    everyone: one.everyone ?? seed % 8 === 0,
    flawed: seed % 5 !== 0,
    secondRound: seed % 6 === 0,
    ...(one.checks && { checks: one.checks }),
  });
  const blank = {
    place,
    kind,
    seed,
    requests: 0,
    arbitrations: 0,
    toolResults: 0,
    posted: 0,
    failed: 0,
    quoted: false,
  };
  try {
    const review = await evilReview(given, evilModel({ kind, seed, nonce, text, place }), models, nonce);
    const sent = { given, canary, nonce };
    return {
      ...blank,
      ...countsOf(review, canary),
      boundary: [...new Set(review.asked.flatMap((asked) => boundaryFaults(asked, sent)))],
      policy: [...new Set([...(await policyFaults(review)), ...progressFaults(review)])],
    };
  } catch (error) {
    // A review that a text can end is a review that did not take place.
    const policy = [`the review ended: ${error instanceof Error ? error.stack : String(error)}`];
    return { ...blank, event: "none", boundary: [], policy };
  }
}

function countsOf({ asked, plan, draft }: EvilReview, canary: string) {
  const bodies = JSON.stringify(plan.actions).toLowerCase();
  return {
    requests: asked.length,
    arbitrations: draft.reports.filter(({ unit }) => unit === "arbiter").length,
    toolResults: asked.flatMap(({ turns }) => turns).filter(({ role }) => role === "tool").length,
    posted: draft.judged.filter(reachesAuthor).length,
    failed: draft.reports.filter(({ status }) => status === "failed").length,
    event: eventOf(draft.decision),
    quoted: bodies.includes(canary),
  };
}

/** What a terminal is told while reviewers end. */
function progressFaults({ draft }: EvilReview): string[] {
  const lines = draft.reports.filter(({ by }) => by === "reviewer").map((report) => reviewerEnded(report));
  return lines.flatMap((line) => [
    ...hiddenIn(line).map((name) => `raw ${name} on the screen`),
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    ...(/[\u0000-\u001f\u007f-\u009f]/.test(line) ? ["a control character on the screen"] : []),
  ]);
}
