// A review in one line: what lists show of it.
import { severities } from "../findings/finding.ts";
import type { Draft } from "./draft.ts";
import { targetLine } from "./words/summary.ts";
import { oneLine, shorten } from "./words/text.ts";

export interface ReviewFacts {
  title: string;
  author: string | null;
  event: string;
  worst: string | null;
  posted: number;
  advisory: number;
  files: number;
  money: number | null;
  tookMs: number | null;
}

export function factsOf({ change, judged, reports, decision }: Draft, tookMs: number | null = null): ReviewFacts {
  const posted = judged.filter(({ fate }) => fate === "posted");
  const costs = reports.flatMap(({ cost }) => (cost === undefined || cost.money === null ? [] : [cost.money]));
  return {
    title: shorten(oneLine(change.words.title), 300) || targetLine(change),
    author: change.words.author,
    event: decision.event,
    worst: severities.find((severity) => posted.some((one) => one.severity === severity)) ?? null,
    posted: posted.length,
    advisory: judged.filter(({ fate }) => fate === "advisory").length,
    files: change.files.length,
    money: costs.length === 0 ? null : costs.reduce((sum, money) => sum + money, 0),
    tookMs,
  };
}
