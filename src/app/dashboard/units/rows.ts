// Collects every check and reviewer with its statistics in one repository.
import { effectiveConfig } from "../../../change/config.ts";
import { checks } from "../../../findings/checks/index.ts";
import { noiseOf, type Noise } from "../../../findings/gates/noise-gate.ts";
import type { UnitTally } from "../../../change/stored-knowledge.ts";
import type { Check } from "../../../findings/report.ts";
import { reviewers } from "../../../findings/reviewers/index.ts";
import type { Reviewer } from "../../../findings/reviewers/reviewer.ts";
import { escapeLedger, type LedgerRow } from "../../../threads/learn/escaped-defects.ts";
import type { KeptEscape } from "../../../world/store/kept/learning.ts";
import type { Store } from "../../../world/store/store.ts";
import { readLearned } from "../../threads/lessons/learned.ts";

/** The default; a repository may override it, but its file is not read here. */
export const usualBudget = effectiveConfig({}).noiseBudget;

export interface UnitRow {
  id: string;
  /** Null: not built in. */
  about: { kind: "check"; unit: Check } | { kind: "reviewer"; unit: Reviewer } | null;
  tally: UnitTally | null;
  noise: Noise;
  ledger: LedgerRow | null;
  resetAt: number | null;
}

export interface Units {
  rows: readonly UnitRow[];
  escaped: readonly KeptEscape[];
}

/** Sorted by number of judged findings, then by missed defects, then in the usual order. */
export async function unitsOf(store: Store, repository: string): Promise<Units> {
  const [{ tallies }, escaped, resets] = await Promise.all([
    readLearned(store, repository),
    store.feedback.escaped(repository),
    store.feedback.resets(repository),
  ]);
  const ledger = escapeLedger(escaped);
  const known = new Map<string, UnitRow["about"]>([
    ...checks.map((unit) => [unit.id, { kind: "check", unit }] as const),
    ...reviewers.map((unit) => [unit.id, { kind: "reviewer", unit }] as const),
  ]);
  const named = [...tallies.map(({ unit }) => unit), ...ledger.map(({ unit }) => unit), ...resets.keys()];
  const rows = [...new Set([...known.keys(), ...named])].map((id): UnitRow => {
    const tally = tallies.find(({ unit }) => unit === id) ?? null;
    return {
      id,
      about: known.get(id) ?? null,
      tally,
      noise: tally === null ? "fine" : noiseOf(tally, usualBudget),
      ledger: ledger.find(({ unit }) => unit === id) ?? null,
      resetAt: resets.get(id) ?? null,
    };
  });
  const judged = ({ tally }: UnitRow) => tally?.judged ?? 0;
  const missed = (row: UnitRow) => row.ledger?.missed ?? 0;
  return { rows: rows.toSorted((a, b) => judged(b) - judged(a) || missed(b) - missed(a)), escaped };
}

/** Each word must occur in the id, the title or the description. */
export function matching(rows: readonly UnitRow[], text: string | null): readonly UnitRow[] {
  const words = (text ?? "").toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  return rows.filter(({ id, about }) => {
    const says = `${id} ${about?.unit.title ?? ""} ${about?.kind ?? ""} ${about?.unit.explains ?? ""}`.toLowerCase();
    return words.every((word) => says.includes(word));
  });
}
