// Something of everything that the dashboard shows, in a real store, with texts that a test chooses.
import { configOrigins } from "../../../src/change/config-origins.ts";
import type { DashboardActions, KnownConfig } from "../../../src/app/dashboard/dashboard-actions.ts";
import type { Board } from "../../../src/threads/publishers/board.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { keepReview } from "./dashboard.ts";
import type { Eyes, Tell, Telling } from "./telling.ts";
import { wholeBoard, wholeReview } from "./whole-review.ts";

export const shop = "github.com/acme/shop";
/** So that what was kept lies within the last days, on any day. */
export const now = Date.now();
const minute = 60_000;

/** How the pages of one of many are found. */
export interface Item {
  pull: number;
  waiting: string;
  posted: string;
  lesson: string;
  unit: string;
}

export const jobsOnce = { attempts: 1, lookMs: 5 };

export async function fillShop(store: Store, telling: Telling, size: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let at = 0; at < size; at += 1) items.push(await fillOne(store, at, telling));
  await failJobs(store, telling, size);
  await store.installations.seen(shop, 1, now);
  await store.pacing.take("github.com 1", "test", now, now + minute, "{}");
  await store.pacing.give("github.com 1", "test", JSON.stringify({ ended: [], heldUntil: now + 30 * minute }));
  await store.deliveries.accept({ id: "delivery-1", event: "push", body: "{}", receivedAt: now });
  return items;
}

async function fillOne(store: Store, at: number, telling: Telling): Promise<Item> {
  const tells: Record<Eyes, Tell> = { readers: telling(at, "readers"), writers: telling(at, "writers") };
  const pull = 7 + at * 2;
  const item: Item = {
    pull,
    waiting: `a${String(at).padStart(11, "0")}`,
    posted: `b${String(at).padStart(11, "0")}`,
    lesson: String(at * 3 + 1).padStart(8, "0"),
    unit: tells.readers("silent-failure"),
  };
  await fillReviews(store, item, at, tells);
  await fillLessons(store, item, tells);
  await fillFeedback(store, item, at, tells);
  await store.threads.save(`${shop}#${pull + 1}`, "{}", now - at);
  await store.records.keepCall({
    run: `run-${at}`,
    repository: shop,
    unit: tells.writers("code-reviewer"),
    model: tells.writers("anthropic/claude"),
    at: now - at * minute,
    money: 0.4,
    call: "{}",
  });
  return item;
}

async function fillReviews(store: Store, item: Item, at: number, tells: Record<Eyes, Tell>): Promise<void> {
  const place = `${shop}#${item.pull}`;
  const waiting = wholeReview(tells.writers, { id: item.waiting, edited: false });
  await keepReview(store, waiting, { place: `${shop}#${item.pull + 1}`, savedAt: now - at * minute });
  const posted = wholeReview(tells.readers, { id: item.posted, edited: true });
  await keepReview(store, posted, { place, state: "posted", savedAt: now - at * minute - 1 });
  const { head } = posted.change;
  await store.rounds.add({ place, base: "base", head, hunks: [], at: now - at * minute });
  const key = `${place}@${head}/auto`;
  const output = { place, kind: "review", hash: "1", again: false };
  await store.outputs.take(key, output, "test", now, now + minute);
  await store.outputs.done(key, { id: "1", url: tells.readers(`https://${shop}/pull/${item.pull}#r1`) }, "1");
  await store.outputs.take(`${key}2`, output, "test", now, now + minute);
  await store.outputs.refused(`${key}2`, "test", tells.readers("the branch is locked"));
  const identity = posted.judged[0]!.finding.identity;
  await store.findings.keep([{ place, identity, state: "open", about: null, comment: "C", thread: "T" }]);
}

async function fillLessons(store: Store, { lesson, pull }: Item, tells: Record<Eyes, Tell>): Promise<void> {
  const states = { candidate: "writers", approved: "readers", removed: "writers" } as const;
  for (const [more, [state, eyes]] of Object.entries(states).entries())
    await store.lessons.put({
      repository: shop,
      id: String(Number(lesson) + more).padStart(8, "0"),
      state: state as keyof typeof states,
      rule: tells[eyes]("Use `Money`, never `number`, in `lib/pay/`."),
      unit: tells[eyes]("docs-drift"),
      kind: tells[eyes]("swallowed"),
      pull,
      seen: 3,
      at: 1000,
      decidedBy: state === "candidate" ? null : tells[eyes]("grace"),
    });
}

async function fillFeedback(store: Store, { pull, unit }: Item, at: number, tells: Record<Eyes, Tell>): Promise<void> {
  const place = `${shop}#${pull}`;
  const said = { repository: shop, place, actor: tells.readers("mira"), at: now - at * minute };
  await store.feedback.record([
    { ...said, unit, identity: "5ec0000000000001", signal: "dismissed", reason: tells.readers("it is escaped above") },
    { ...said, unit, identity: "c0de000000000001", signal: "fixed", reason: null },
    ...Array.from({ length: 4 }, (_, index) => ({
      ...said,
      unit,
      identity: `${pull}-${index}`,
      signal: "fixed",
      reason: null,
    })),
  ]);
  await store.feedback.keepEscaped([
    {
      repository: shop,
      place,
      mendedBy: tells.readers("c0ffee1234567890"),
      how: "revert",
      path: tells.readers("lib/pay.ts"),
      unit: tells.readers("api-break"),
      said: false,
      at: now - at * minute,
    },
  ]);
  const pattern = { unit: "silent-failure", category: "error-handling", look: "swallowed-error" };
  const patterns = [{ ...pattern, language: tells.writers("TypeScript") }];
  for (const more of [0, 1, 2])
    await store.lessons.see(shop, `${shop}#${pull + 1000 * more}`, { sightings: [], patterns });
}

/** One given up for each, and one that waits. */
async function failJobs(store: Store, telling: Telling, size: number): Promise<void> {
  const kind = "review-pull";
  for (let at = 0; at < size; at += 1) await store.jobs.add({ kind, key: `${shop}#${7 + at * 2}`, data: at });
  const end = store.jobs.work(kind, async ({ data }) => {
    throw new Error(telling(Number(data), "writers")("GitHub answered 502 to a push"));
  });
  while ((await store.jobs.failed(size)).length < size) await new Promise(setImmediate);
  await end();
  await store.jobs.add({ kind: "sweep", key: `${shop}#7`, data: {} });
}

export interface ShopDoing {
  doing: Required<Omit<DashboardActions, "shown">>;
  /** What was asked for that changes something. */
  done: string[];
}

export function doingFor(telling: Telling, size: number): ShopDoing {
  const done: string[] = [];
  const each = Array.from({ length: size }, (_, at) => at);
  const boards = new Map<number, Board>();
  const board = (number: number) => {
    const known = boards.get(number) ?? wholeBoard(telling(Math.floor((number - 7) / 2), "readers"), number);
    boards.set(number, known);
    return known;
  };
  return {
    done,
    doing: {
      async post(draft, choice, by) {
        done.push(`post ${draft.id} ${choice} ${by}`);
        return { is: "waits" };
      },
      async board(pull, how) {
        if (how === "again") done.push(`look again at ${pull.number}`);
        return board(pull.number);
      },
      config: async (repository) => configFor(repository, telling, each),
      running: async () => ({
        data: "SQLite",
        role: "all",
        models: each.map((at) => ({
          name: telling(at, "writers")("main"),
          use: telling(at, "writers")("anthropic/claude"),
        })),
        reviewers: Object.fromEntries(
          each.map((at) => [telling(at, "writers")("second-opinion"), telling(at, "writers")("main")]),
        ),
        spending: { perReview: 0.5, perMonth: 200 },
        record: "outcomes",
      }),
    },
  };
}

/** Each by what a repository is called: one that is set, one that is broken, one that nobody could read. */
function configFor(repository: string, telling: Telling, each: readonly number[]): KnownConfig {
  const tells = each.map((at) => telling(at, "readers"));
  if (repository.endsWith("broken")) {
    const faults = tells.map((tell, at) => ({ line: at + 1, column: 1, message: tell("profile: no such one") }));
    return { is: "broken", read: "default-branch", faults };
  }
  if (repository.endsWith("unknown")) return { is: "unknown", why: tells.map((tell) => tell("nobody may")).join(" ") };
  const suppressions = tells.map((tell) => ({
    check: tell("secrets"),
    path: tell("test/fixtures/**"),
    reason: tell("made-up keys"),
  }));
  return {
    is: "known",
    read: "default-branch",
    config: {
      shown: ".crosscheck.yml",
      why: null,
      base: "",
      repositoryFile: "used",
      userFile: { path: null, exists: false },
      rows: configOrigins({ repository: { suppressions }, user: {} }),
      notUsed: [],
      userOnly: { now: [], later: [] },
    },
  };
}
