// Loads earlier review rounds from the store and from GitHub, either of which may know more.
import type { Identity, Oid, ReviewHistory, PastFinding } from "../../change/change.ts";
import type { OwnComment } from "../../change/github.ts";
import { parseMarker } from "../../review/marker.ts";
import { historyFromMarkers } from "../../review/compare-rounds.ts";
import type { KeptFinding } from "../../world/store/kept/outputs.ts";
import type { Store } from "../../world/store/store.ts";

export async function readPast(
  store: Pick<Store, "findings" | "rounds">,
  place: string,
  output: readonly OwnComment[],
): Promise<ReviewHistory> {
  const [kept, rounds] = await Promise.all([store.findings.of(place), store.rounds.of(place)]);
  const known = new Set(kept.map(({ identity }) => identity));
  const marked = historyFromMarkers(output, parseMarker);
  return {
    rounds: rounds.map(({ base, head, hunks }) => ({ base: base as Oid, head: head as Oid, hunks })),
    findings: [...kept.map(pastFinding), ...marked.findings.filter(({ identity }) => !known.has(identity))],
    ...(marked.requests && { requests: marked.requests }),
  };
}

export function pastFinding({ identity, state, about, comment, thread }: KeptFinding): PastFinding {
  return {
    identity: identity as Identity,
    state,
    about: about === null ? null : (JSON.parse(about) as PastFinding["about"]),
    comment,
    thread,
  };
}
