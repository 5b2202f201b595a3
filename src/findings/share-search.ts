// Combines the searches of all checks into one: it waits until every searching check has asked or ended.
import type { Code } from "../change/change.ts";
import type { Uses } from "../change/symbols/symbols.ts";

type Search = Code["uses"];

interface Asked {
  names: readonly string[];
  answer(uses: Promise<Uses>): void;
}

export interface SharedSearch {
  uses: Search;
  /** One of the checks that search has ended: nobody waits for it any more. */
  ended(): void;
}

export function shareSearch(search: Search, searching: number): SharedSearch {
  let running = searching;
  let asked: Asked[] = [];
  const startWhenAllAsked = () => {
    if (asked.length === 0 || asked.length < running) return;
    const all = asked;
    asked = [];
    const uses = search([...new Set(all.flatMap(({ names }) => names))]);
    for (const { answer } of all) answer(uses);
  };
  return {
    uses: (names) =>
      new Promise((resolve) => {
        asked.push({ names, answer: resolve });
        startWhenAllAsked();
      }),
    ended() {
      running--;
      startWhenAllAsked();
    },
  };
}
