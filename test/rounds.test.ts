// Force pushes between reviews: nothing is posted twice or lost, fixes are answered once, and dismissals stay.
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inProportion, propertyRuns } from "./support/property-runs.ts";
import { openGitRepository, type OpenRepository } from "../src/app/review/open-repository.ts";
import type { ReviewHistory, PastFinding, Round } from "../src/change/change.ts";
import { readChange } from "../src/change/read-change.ts";
import { standingQuotes } from "../src/findings/carry.ts";
import { commentHygiene } from "../src/findings/checks/comment-hygiene.ts";
import { dependencyChain } from "../src/findings/checks/dependency-chain.ts";
import { nonCode } from "../src/findings/checks/non-code.ts";
import { silentFailure } from "../src/findings/checks/silent-failure.ts";
import type { Finding } from "../src/findings/finding.ts";
import { gate } from "../src/findings/gate.ts";
import { runChecks } from "../src/findings/run-checks.ts";
import { textsOf } from "../src/findings/texts.ts";
import { findingsToStore, roundRecord, compareRounds } from "../src/review/compare-rounds.ts";
import { largestFile } from "../src/world/git/own-directory.ts";
import { draftOf } from "./support/finding-of.ts";
import { PullHistory, quoteOfFlaw, type Flaw, type Step } from "./support/pull-history.ts";

const checks = [commentHygiene, dependencyChain, silentFailure, nonCode];
const config = `maxComments: 100\nchecks:\n${checks.map(({ id }) => `  ${id}: on\n`).join("")}`;

let folder: string;
let repository: OpenRepository;

beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "crosscheck-rounds-"));
  execFileSync("git", ["init", "--quiet", "--bare", folder]);
  repository = openGitRepository(folder, process.env, new AbortController().signal);
});

afterAll(async () => {
  await repository.close();
  rmSync(folder, { recursive: true, force: true });
});

async function reviewed(base: string, head: string, past: ReviewHistory) {
  const { git, code } = repository;
  const knownChecks = checks.map(({ id }) => id);
  const target = { kind: "range", from: base, to: head, symmetric: false } as const;
  const change = { ...(await readChange(target, {}, { git, user: {}, knownChecks, largestFile })), past };
  const around = code.at(change.base, change.head);
  const texts = textsOf(around);
  const reports = await runChecks(checks, change, around, { stop: new AbortController().signal, now: () => 0, texts });
  const judged = await gate(change, reports, texts, "2026-01-01");
  const lines = (path: string) => texts.known(path, "head")?.lines ?? [];
  return { ...draftOf(change, judged, reports), standing: await standingQuotes(change, texts), lines };
}

type Reviewed = Awaited<ReturnType<typeof reviewed>>;

/** Which flaw a finding is about: the line itself or the one below it has the flaw's number. */
function flawOf(draft: Reviewed, { at }: Finding): number {
  const lines = draft.lines(at.path);
  return Number(/(?:gone|step)(\d+)\b(?!:)/.exec(`${lines[at.start - 1]} ${lines[at.start]}`)?.[1]);
}

/** What is kept between rounds, and what was posted under which comment. */
class Memory {
  readonly findings = new Map<string, PastFinding>();
  readonly rounds: Round[] = [];
  #comments = 0;

  past(): ReviewHistory {
    return { rounds: this.rounds, findings: [...this.findings.values()] };
  }

  keep(draft: Reviewed): void {
    const fresh = compareRounds(draft).fresh.map(({ finding }) => {
      const comment = `comment-${++this.#comments}`;
      return [finding.identity, { comment, thread: comment }] as const;
    });
    for (const one of findingsToStore(draft, new Map(fresh))) this.findings.set(one.identity, one);
    this.rounds.push(roundRecord(draft.change));
  }

  quotes(state: PastFinding["state"]): string[] {
    return [...this.findings.values()]
      .filter((one) => one.state === state)
      .map(({ about }) => about!.quote)
      .toSorted();
  }

  /** The comments under which a flaw with words of its own stands. */
  comments(): Map<string, string> {
    const open = [...this.findings.values()].filter(
      ({ state, about }) => state === "open" && about!.quote !== "debugger;",
    );
    return new Map(open.map(({ about, comment }) => [about!.quote, comment!]));
  }

  /** One with words of its own, so that it is known which. */
  dismiss(at: number): string | null {
    const open = [...this.comments().keys()].toSorted();
    const quote = open[at % Math.max(1, open.length)];
    const one = [...this.findings.values()].find(({ state, about }) => state === "open" && about!.quote === quote);
    if (!one) return null;
    this.findings.set(one.identity, { ...one, state: "dismissed" });
    return one.about!.quote;
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(
    "rebase",
    "new function",
    "new flaw",
    "mend",
    "remove function",
    "rename function",
    "move within",
    "move between",
    "rename file",
    "new file",
    "new job",
    "history",
  ),
  a: fc.nat(20),
  b: fc.nat(20),
});
const round = fc.record({ steps: fc.array(step, { maxLength: 6 }), dismiss: fc.option(fc.nat(20)) });

/** Their words, in order. */
function quotes(flaws: readonly Flaw[]): string[] {
  return flaws.map(quoteOfFlaw).toSorted();
}

function ascending(a: number, b: number): number {
  return a - b;
}

/** What is in `all` and not in `some`. */
function beyond(all: readonly Flaw[], some: readonly Flaw[]): Flaw[] {
  return all.filter(({ id }) => !some.some((one) => one.id === id));
}

test(
  "pull requests, rewritten at random between reviews: exactly what is new is posted, once",
  { timeout: 300_000 },
  async () => {
    const seen = { rounds: 0, posted: 0, known: 0, fixed: 0, dismissed: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const pull = new PullHistory();
        const memory = new Memory();
        const dismissed: string[] = [];
        const isDismissed = (flaw: Flaw) => dismissed.includes(quoteOfFlaw(flaw));
        let before: Flaw[] = [];
        for (const { steps, dismiss } of [{ steps: [], dismiss: null }, ...rounds]) {
          for (const one of steps) pull.take(one);
          const { base, head } = pull.write(folder, config);
          const draft = await reviewed(base, head, memory.past());
          const since = compareRounds(draft);
          const now = pull.flaws();
          const comments = memory.comments();

          const posted = since.fresh.map(({ finding }) => flawOf(draft, finding));
          expect(posted.toSorted(ascending)).toEqual(
            beyond(now, before)
              .map(({ id }) => id)
              .toSorted(ascending),
          );
          expect(since.late).toEqual([]);
          const mended = beyond(before, now).filter((flaw) => !isDismissed(flaw));
          expect(since.fixed.map(({ about }) => about!.quote).toSorted()).toEqual(quotes(mended));

          memory.keep(draft);
          expect(memory.quotes("open")).toEqual(quotes(now.filter((flaw) => !isDismissed(flaw))));
          expect(memory.quotes("dismissed")).toEqual(dismissed.toSorted());
          for (const [quote, comment] of memory.comments()) expect(comments.get(quote) ?? comment).toBe(comment);

          seen.rounds++;
          seen.posted += since.fresh.length;
          seen.known += since.known.length;
          seen.fixed += since.fixed.length;
          before = now;
          const said = dismiss === null ? null : memory.dismiss(dismiss);
          if (said !== null) dismissed.push(said);
          seen.dismissed += said === null ? 0 : 1;
        }
      }),
      propertyRuns(200),
    );
    // The histories do what they are here for.
    expect(Object.entries(seen).filter(([, number]) => number < inProportion(50))).toEqual([]);
  },
);
