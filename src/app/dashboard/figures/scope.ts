// Parses the scope of the metrics from the address, within what the visitor may see.
import { dayAndYear, dayName, figuresWords as words } from "../../../review/words/pages/figures-page-texts.ts";
import type { FigureScope } from "../../../world/store/kept/figures.ts";
import { NotHere, type Visit } from "../page.ts";
import type { Span } from "../parts/chart.ts";
import { visibleRepositories, type SeenRepository } from "../visible.ts";

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const weeks = [4, 12, 52] as const;
type Weeks = (typeof weeks)[number];

export interface Spans {
  since: number;
  spanMs: number;
  list: readonly Span[];
}

export interface MetricsScope {
  all: readonly SeenRepository[];
  weeks: Weeks;
  /** Weeks; the last one is not over. */
  byWeek: Spans;
  /** Days; null if there are too many to show. */
  byDay: Spans | null;
  whose: Pick<FigureScope, "repositories" | "seen">;
}

export async function parseMetricsScope(visit: Visit): Promise<MetricsScope> {
  const { store } = visit.site;
  // A review of a local change is not in the list of drafts, but it cost money.
  const names = new Set([...(await store.drafts.repositories()), ...(await store.figures.paying())]);
  const all = await visibleRepositories(visit, [...names].toSorted());
  const named = visit.query("repository");
  const chosen = named === null ? all : all.filter(({ name }) => name === named);
  if (named !== null && chosen.length === 0) throw new NotHere();
  const asked = weeks.find((one) => String(one) === visit.query("weeks")) ?? 12;
  const now = visit.site.now();
  const since = mondayOf(now) - (asked - 1) * weekMs;
  const of = (right: SeenRepository["right"]) => chosen.filter((one) => one.right === right).map(({ name }) => name);
  return {
    all,
    weeks: asked,
    byWeek: spansOf(since, now, weekMs, words.ofWeek),
    byDay: asked === 4 ? spansOf(since, now, dayMs, String) : null,
    whose: { repositories: of("steer"), seen: of("see") },
  };
}

/** Weeks start on Monday, 00:00 UTC. */
export function mondayOf(at: number): number {
  // 1 January 1970 was a Thursday.
  const days = Math.floor(at / dayMs);
  return (days - ((days + 3) % 7)) * dayMs;
}

function spansOf(since: number, now: number, spanMs: number, says: (day: string) => string): Spans {
  const count = Math.floor((now - since) / spanMs) + 1;
  const list = Array.from({ length: count }, (_, index) => {
    const at = since + index * spanMs;
    return { says: says(dayAndYear(at)), short: dayName(at) };
  });
  return { since, spanMs, list };
}
