// One pull request's events, delivered in any order and more than once, through the real store, dispatch and jobs: whatever
// the order, the end is the same. Many pull requests at once, since they do not touch each other.
import { skipOf } from "../../src/change/skip.ts";
import { intentIn } from "../../src/app/server/events/pull-request.ts";
import { reviewPullJob } from "../../src/app/server/jobs/review-pull.ts";
import { dispatchDeliveries } from "../../src/app/server/dispatch-deliveries.ts";
import { parseMarker } from "../../src/review/marker.ts";
import type { Store } from "../../src/world/store/store.ts";
import type { KeptThreadOutcome } from "../../src/world/store/kept/threads.ts";
import { lightInstallation, newLightPull, type LightPull } from "./light-github.ts";
import { checkText, detailsText, lightly } from "./light-reader.ts";
import { arrivals, slug, storyOf, type Arrival, type Reordering, type Story } from "./story.ts";
import { type PullRequestRef, pullRequestKey } from "../../src/pull-request.ts";

const host = "github.example";

interface Case {
  given: Reordering;
  story: Story;
  phases: readonly (readonly Arrival[])[];
  pull: LightPull;
  /** How far GitHub is, by the steps of the story. */
  progress: number;
  next: number;
  reads: number;
}

export interface Ended {
  /** None: as it should be. */
  faults: string[];
  /** How often the change was read, as models would be asked. */
  reads: number;
  live: boolean;
  deliveries: number;
}

export interface Reorderings {
  run(given: readonly Reordering[]): Promise<Ended[]>;
  close(): Promise<void>;
}

export function openReorderings(store: Store): Reorderings {
  const cases = new Map<number, Case>();
  const caseOf = ({ number }: Pick<PullRequestRef, "number">) => cases.get(number)!;
  const installation = lightInstallation((pull) => caseOf(pull).pull);
  const job = reviewPullJob({
    store,
    installation: () => installation,
    async read({ pull, request }) {
      const one = caseOf(pull);
      const answer = lightly(pull, request, one.pull.state);
      if (answer.draft) one.reads += 1;
      if (one.given.moves) moveTo(one, one.next);
      return answer;
    },
    models: null,
    now: Date.now,
    lookMs: 1_000,
    log() {},
  });
  const end = store.jobs.work("review-pull", job);
  let numbers = 0;
  return {
    async run(given) {
      const mine = given.map((one) => {
        numbers += 1;
        const made = newCase(numbers, one);
        cases.set(numbers, made);
        return made;
      });
      const phases = Math.max(...mine.map((one) => one.phases.length));
      const known = new Map<Case, boolean[]>();
      for (let phase = 0; phase < phases; phase += 1) {
        for (const one of mine) known.set(one, [...(known.get(one) ?? []), ...(await arrive(one, phase, store))]);
        await dispatchDeliveries(store, { host, self: { slug, appId: 1 } });
        await atRest(store);
      }
      const failed = await store.jobs.failed(1_000);
      const ended = [];
      for (const one of mine) {
        const place = placeOfCase(one);
        const faults = [
          ...faultsOf(one, await store.threadOutcomes.of(place)),
          ...failed.filter(({ key }) => key === place).map(({ why }) => `failed: ${why}`),
        ];
        const accepted = known.get(one)!.filter(Boolean).length;
        if (accepted !== one.story.steps.length) faults.push(`${accepted} deliveries accepted`);
        ended.push({ faults, reads: one.reads, live: one.given.live, deliveries: known.get(one)!.length });
        cases.delete(one.story.number);
      }
      return ended;
    },
    close: end,
  };
}

function newCase(number: number, given: Reordering): Case {
  const story = storyOf(number, given.opened, given.happens);
  const phases: Arrival[][] = [[]];
  for (const arrival of arrivals(story, given)) {
    phases.at(-1)!.push(arrival);
    if (arrival.rest) phases.push([]);
  }
  const last = story.steps.length - 1;
  const progress = given.live ? 0 : last;
  const pull = newLightPull(story.steps[progress]!.state);
  return { given, story, phases, pull, progress, next: progress, reads: 0 };
}

function moveTo(one: Case, progress: number): void {
  one.progress = Math.max(one.progress, progress);
  one.pull.state = one.story.steps[one.progress]!.state;
}

/** Nothing is told before it has happened. */
async function arrive(one: Case, phase: number, store: Store): Promise<boolean[]> {
  const now = one.phases[phase] ?? [];
  moveTo(one, Math.max(one.progress, ...now.map(({ step }) => step)));
  one.next = Math.max(one.progress, ...(one.phases[phase + 1] ?? []).map(({ step }) => step));
  const accepted = [];
  for (const { step } of now) {
    const { event, payload } = one.story.steps[step]!.told;
    const id = `${one.story.number}-${step}`;
    accepted.push(await store.deliveries.accept({ id, event, body: JSON.stringify(payload), receivedAt: Date.now() }));
  }
  return accepted;
}

async function atRest(store: Store): Promise<void> {
  while (
    (await store.jobs.depth()).some(({ kind, waiting, running }) => kind === "review-pull" && waiting + running > 0)
  )
    await new Promise((resolve) => setTimeout(resolve, 2));
}

function lastOf({ steps }: Story) {
  return steps.at(-1)!.state;
}

function placeOfCase({ story: { number } }: Case): string {
  return pullRequestKey({ host, owner: "acme", repo: "shop", number });
}

function faultsOf(one: Case, outcomes: readonly KeptThreadOutcome[]): string[] {
  const { pull, given } = one;
  const keys = pull.reviews.map(({ body }) => parseMarker(body)?.key);
  return [
    ...pull.doubled.map((what) => `a second ${what}`),
    ...(new Set(keys).size < keys.length ? ["a review was posted twice"] : []),
    ...(given.live ? liveFaults(one) : lateFaults(one)),
    ...threadFaults(one, outcomes),
  ];
}

/** All had happened before the first delivery came: one end, to the letter. */
function lateFaults({ story, pull }: Case): string[] {
  const last = lastOf(story);
  const skip = skipOf(last, { reviewDrafts: false });
  const heads = pull.reviews.map(({ head }) => head);
  const expected = skip ? [] : [last.head];
  const run = skip ? { conclusion: "neutral" } : { conclusion: "success", summary: checkText(last) };
  const isClosed = last.state === "closed";
  const says = skip ? (skip.why === "no-review-tag" ? "" : null) : detailsText(last);
  return [
    ...differs("reviews", heads, expected),
    ...differs("comments", pull.comments.length, says === null ? 0 : 1),
    ...(says === null || pull.comments.every(({ body }) => body.startsWith(says)) ? [] : ["other details"]),
    ...differs(
      "check runs",
      pull.runs.map(({ head }) => head),
      isClosed ? [] : [last.head],
    ),
    ...pull.runs.flatMap((one) => differs("conclusion", one.conclusion, run.conclusion)),
    ...pull.runs.flatMap((one) => (run.summary ? differs("summary", one.summary, run.summary) : [])),
  ];
}

/** What was said of older heads and titles depends on when it was said; that the newest head is dealt with does not. */
function liveFaults({ story, pull }: Case): string[] {
  const last = lastOf(story);
  if (last.state === "closed") return [];
  const runs = pull.runs.filter(({ head }) => head === last.head);
  const faults = differs("check runs of the newest head", runs.length, 1);
  if (skipOf(last, { reviewDrafts: false })) return faults;
  const intents = story.steps.map(({ state }) => intentIn(state.title));
  // A review's key holds the head and either `auto` or the intent that the title was changed to: one of each.
  const changedTo = intents.filter((intent, n) => n > 0 && intent !== intents[n - 1]);
  const asked = 1 + new Set(changedTo).size;
  const reviews = pull.reviews.filter(({ head }) => head === last.head).length;
  return [
    ...faults,
    ...differs("conclusion", runs[0]?.conclusion, "success"),
    ...(reviews >= 1 && reviews <= asked ? [] : [`${reviews} reviews of the newest head`]),
  ];
}

/** The last of each thread, by when it happened. */
function threadFaults({ story }: Case, outcomes: readonly KeptThreadOutcome[]): string[] {
  const expected = new Map<string, { order: string; state: string }>();
  for (const { told } of story.steps) {
    if (told.event !== "pull_request_review_thread") continue;
    const { action, thread, updated_at, sender } = told.payload as {
      action: string;
      thread: { node_id: string };
      updated_at: string;
      sender: { type: string };
    };
    // In the same second: open before resolved, a person before a bot.
    const order = `${updated_at} ${action === "unresolved" ? 1 : 0} ${sender.type === "User" ? 1 : 0}`;
    const before = expected.get(thread.node_id);
    if (!before || order > before.order)
      expected.set(thread.node_id, { order, state: `${action} by ${sender.type === "User" ? "person" : "bot"}` });
  }
  const said = new Map(outcomes.map(({ thread, state, saidBy }) => [thread, `${state} by ${saidBy}`]));
  return [...expected].flatMap(([thread, { state }]) => differs(`thread ${thread}`, said.get(thread), state));
}

function differs(what: string, is: unknown, should: unknown): string[] {
  return JSON.stringify(is) === JSON.stringify(should)
    ? []
    : [`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`];
}
