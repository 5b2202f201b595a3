// What GitHub's ledger says of each pull request: a review, a details comment and a check run, once each.
import type { LedgerAction, Ledger } from "../../src/standin/github/ledger.ts";

const wanted = ["review", "comment", "create-check-run"] as const satisfies readonly LedgerAction[];
type Wanted = (typeof wanted)[number];

export interface Tally {
  /** A pull request of the bench, by its names in the ledger: `owner/name#1` and `owner/name@head`. */
  expect(n: number, names: readonly string[]): void;
  /** When those were told of that lack something. */
  open(): number[];
  /** How many have all three. */
  done(): number;
  lost(): string[];
  doubled(): string[];
  /** What was written over in place. */
  edits(): number;
}

export function newTally({ entries }: Ledger): Tally {
  const owners = new Map<string, number>();
  const counts = new Map<number, Record<Wanted, number>>();
  const open = new Map<number, number>();
  let read = 0;
  let done = 0;
  let edits = 0;
  const look = () => {
    for (; read < entries.length; read++) {
      const { via, what, target } = entries[read]!;
      if (via === "story") continue;
      if (what === "edit-comment" || what === "update-check-run") edits += 1;
      if (!isWanted(what)) continue;
      const n = owners.get(/^[^#@]+(?:#\d+|@[0-9a-f]{40})/.exec(target)?.[0] ?? target) ?? -1;
      const count = counts.get(n);
      if (count === undefined) throw new Error(`nobody asked for ${what} ${target}`);
      count[what] += 1;
      if (count[what] === 1 && wanted.every((one) => count[one] > 0)) {
        done += 1;
        open.delete(n);
      }
    }
  };
  const all = (amiss: (count: number) => boolean) => {
    look();
    return [...counts].flatMap(([n, count]) =>
      wanted.filter((what) => amiss(count[what])).map((what) => `${what} of pull request ${n}: ${count[what]}`),
    );
  };
  return {
    expect(n, names) {
      counts.set(n, { review: 0, comment: 0, "create-check-run": 0 });
      open.set(n, Date.now());
      for (const name of names) owners.set(name, n);
    },
    open() {
      look();
      return [...open.values()];
    },
    done() {
      look();
      return done;
    },
    lost: () => all((count) => count === 0),
    doubled: () => all((count) => count > 1),
    edits: () => edits,
  };
}

function isWanted(what: LedgerAction): what is Wanted {
  return (wanted as readonly LedgerAction[]).includes(what);
}
