// What can happen to one pull request, as GitHub would tell it: steps that change its state, each with its delivery.
import { createHash } from "node:crypto";
import fc from "fast-check";

const installation = 5;
export const slug = "crosscheck";

/** `head` and `thread` are numbers of its own; what makes no sense where it stands is left out of the story. */
type Happens =
  | { what: "push"; head: number }
  | { what: "edit"; title: number }
  | { what: "close" | "reopen" | "draft" | "ready" | "request" | "label" }
  | { what: "resolve" | "unresolve"; thread: number; by: "User" | "Bot" };

export interface StoryStep {
  happens: Happens;
  /** Seconds since the step before. */
  later: 0 | 1 | 2;
}

/** Of these, some ask for the same, and one for no review. */
const titles = ["Mend the till", "Mend the tills", "feat: a till", "[no-review] a till", "[security-review] a till"];

export interface PullState {
  head: string;
  title: string;
  draft: boolean;
  state: "open" | "closed";
}

interface Told {
  event: string;
  payload: Readonly<Record<string, unknown>>;
}

/** The state of the pull request after each step, and what was told of it. The first is that it was opened. */
export interface Story {
  number: number;
  steps: readonly { state: PullState; told: Told }[];
}

const start = Date.UTC(2026, 0, 5, 12);

function headOf(number: number, at: number): string {
  return createHash("sha1").update(`${number} ${at}`).digest("hex");
}

export function storyOf(
  number: number,
  opened: { draft: boolean; title: number },
  happens: readonly StoryStep[],
): Story {
  const first: PullState = {
    head: headOf(number, 0),
    title: titles[opened.title]!,
    draft: opened.draft,
    state: "open",
  };
  const steps = [{ state: first, told: pullTold(number, "opened", first) }];
  const resolved = new Set<number>();
  let at = start;
  for (const step of happens) {
    at += step.later * 1000;
    const before = steps.at(-1)!.state;
    const next = after(before, step.happens, { number, at, resolved });
    if (next) steps.push(next);
  }
  return { number, steps };
}

interface Around {
  number: number;
  at: number;
  resolved: Set<number>;
}

function after(before: PullState, happens: Happens, around: Around): Story["steps"][number] | null {
  const { number } = around;
  const told = (action: string, state: PullState, more = {}) => ({
    state,
    told: pullTold(number, action, state, more),
  });
  const isOpen = before.state === "open";
  switch (happens.what) {
    case "push": {
      const state = { ...before, head: headOf(number, happens.head) };
      return isOpen && state.head !== before.head ? told("synchronize", state) : null;
    }
    case "edit": {
      const state = { ...before, title: titles[happens.title]! };
      const changes = { title: { from: before.title } };
      return state.title === before.title ? null : told("edited", state, { changes });
    }
    case "close":
      return isOpen ? told("closed", { ...before, state: "closed" }) : null;
    case "reopen":
      return isOpen ? null : told("reopened", { ...before, state: "open" });
    case "draft":
      return isOpen && !before.draft ? told("converted_to_draft", { ...before, draft: true }) : null;
    case "ready":
      return isOpen && before.draft ? told("ready_for_review", { ...before, draft: false }) : null;
    case "request":
      return isOpen ? told("review_requested", before, { requested_reviewer: { login: `${slug}[bot]` } }) : null;
    case "label":
      return told("labeled", before);
    case "resolve":
    case "unresolve":
      return thread(before, happens, around);
  }
}

const belongs = { repository: { name: "shop", owner: { login: "acme" } }, installation: { id: installation } };

function pullTold(number: number, action: string, { title, head }: PullState, more = {}): Told {
  const payload = { action, number, pull_request: { title, head: { sha: head } }, ...belongs, ...more };
  return { event: "pull_request", payload };
}

function thread(
  state: PullState,
  { what, thread: n, by }: Extract<Happens, { thread: number }>,
  { number, at, resolved }: Around,
): Story["steps"][number] | null {
  if ((what === "resolve") === resolved.has(n)) return null;
  if (what === "resolve") resolved.add(n);
  else resolved.delete(n);
  const payload = {
    action: `${what}d`,
    thread: { node_id: `PRRT_${number}x${n}` },
    pull_request: { number },
    sender: { type: by },
    updated_at: new Date(at).toISOString(),
    ...belongs,
  };
  return { state, told: { event: "pull_request_review_thread", payload } };
}

const happening: fc.Arbitrary<Happens> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant("push" as const), head: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("edit" as const), title: fc.nat(titles.length - 1) }) },
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constantFrom("close", "reopen", "draft", "ready", "request", "label") }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constantFrom("resolve", "unresolve"),
      thread: fc.nat(1),
      by: fc.constantFrom("User", "Bot"),
    }),
  },
);

const step: fc.Arbitrary<StoryStep> = fc.record({ happens: happening, later: fc.constantFrom(0, 1, 2) });

export interface Arrival {
  /** Which of the steps is told of. */
  step: number;
  /** Whether the server comes to rest before the next one arrives. */
  rest: boolean;
}

export interface Reordering {
  opened: { draft: boolean; title: number };
  happens: readonly StoryStep[];
  /** Each step at least once; more often where the list says so. */
  again: readonly number[];
  shuffle: readonly number[];
  rests: readonly boolean[];
  /** Deliveries arrive while things still happen; else all has happened before the first arrives. */
  live: boolean;
  /** While a change is read, what is next happens. */
  moves: boolean;
}

export const reordering: fc.Arbitrary<Reordering> = fc.record({
  opened: fc.record({ draft: fc.boolean(), title: fc.nat(titles.length - 1) }),
  happens: fc.array(step, { minLength: 1, maxLength: 9 }),
  again: fc.array(fc.nat(9), { maxLength: 8 }),
  shuffle: fc.array(fc.nat(1_000_000), { minLength: 18, maxLength: 18 }),
  rests: fc.array(fc.boolean(), { minLength: 18, maxLength: 18 }),
  live: fc.boolean(),
  moves: fc.boolean(),
});

/** In the order in which they arrive. */
export function arrivals({ steps }: Story, { again, shuffle, rests }: Reordering): Arrival[] {
  const all = [...steps.keys(), ...again.map((n) => n % steps.length)];
  return all
    .map((at, n) => ({ at, order: shuffle[n] ?? n }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ at }, n) => ({ step: at, rest: rests[n] ?? false }));
}
