// One review after another in which some models fail: who fails, how, at which step and at which vendor, by number. The same
// number is the same story.
import type { ModelSettings, UserConfig } from "../../src/change/config.ts";
import { arbiter } from "../../src/findings/reviewers/index.ts";
import type { Panel } from "../../src/findings/asking/panel.ts";
import { randomFrom, type Random } from "./hostile-models/random.ts";
import { openModelStandin } from "../../src/standin/models/open.ts";
import type { ScriptedRequest, ModelStandin, ScriptedReply, SimulatedVendor } from "../../src/standin/models/story.ts";
import type { Draft } from "../../src/review/draft.ts";
import { replayAsker } from "../../src/world/models/replay.ts";
import { answerOf, commitsOf, filesIn } from "./model-fault-change.ts";
import { faultNames, goodKey, playedFaults, wrongKey, type PlayedFault } from "./model-fault-kinds.ts";
import { openOddServers, type OddServers } from "./model-fault-servers.ts";
import { openReviewRoom, usesOf, vendors, type ModelReviewed, type ReviewRoom } from "./model-review.ts";
import { unitOf } from "./with-models.ts";

const lite = ["code-reviewer", "comment-analyzer", "security-reviewer", "goal-reviewer", "silent-failure-hunter"];
const rosters = { Lite: lite, Standard: [...lite, "type-design-analyzer", "pr-test-analyzer"] };
type Tier = keyof typeof rosters;
const second = "second-opinion";

export interface Story {
  number: number;
  tier: Tier;
  fullPass: boolean;
  /** Whether another model gives a second opinion, and a third one arbitrates. */
  crossed: boolean;
  /** Of most reviewers, of the second opinion, of the arbiter. */
  vendors: readonly [SimulatedVendor, SimulatedVendor, SimulatedVendor];
  /** Whose model fails, and how: a name of `playedFaults`. */
  failing: ReadonlyMap<string, string>;
  /** How often each reviewer looks something up before it answers, or fails to. */
  looks: number;
  /** Whether every word is recorded. */
  full: boolean;
}

/** The vendor whose turn it is, 0, plays whoever fails. */
const vendorsIn: Record<string, readonly number[]> = {
  reviewers: [0, 1, 2],
  [second]: [1, 0, 2],
  [arbiter.id]: [1, 2, 0],
};

/** The names of faults come in turn, and so do the vendors; chance decides the rest. */
export function storyOf(number: number, seed: number): Story {
  const random = randomFrom(seed * 7919 + number);
  const fault = faultNames[number % faultNames.length]!;
  const vendor = ((number % faultNames.length) + Math.floor(number / faultNames.length)) % vendors.length;
  const turned = (by: number) => vendors[(vendor + by) % vendors.length]!;
  const tier = random.of<Tier>(["Lite", "Standard"]);
  const where = random.of(["reviewers", "reviewers", "reviewers", second, arbiter.id]);
  // Nobody offers an arbiter tools to call without end.
  const target = where === arbiter.id && fault === "calls without end" ? second : where;
  return {
    number,
    tier,
    fullPass: tier === "Standard" && random.below(2) === 0,
    crossed: target !== "reviewers",
    vendors: vendorsIn[target]!.map(turned) as [SimulatedVendor, SimulatedVendor, SimulatedVendor],
    failing: target === "reviewers" ? someOf(rosters[tier], fault, random) : new Map([[target, fault]]),
    looks: random.below(3),
    full: random.below(2) === 0,
  };
}

/** A review like that in which nobody fails. */
export function without(story: Story): Story {
  return { ...story, failing: new Map() };
}

/** One, several or all of them; the first as it is told, the others as chance has it. */
function someOf(roster: readonly string[], fault: string, random: Random): Map<string, string> {
  const start = random.below(roster.length);
  const number = random.of([1, 1, 1, 2, 3, roster.length]);
  const others = roster.map((_, at) => roster[(start + at) % roster.length]!).slice(0, number);
  return new Map(others.map((unit, at) => [unit, at === 0 ? fault : faultNames[random.below(faultNames.length)]!]));
}

export function vendorOf(unit: string, story: Story): SimulatedVendor {
  return story.vendors[unit === second ? 1 : unit === arbiter.id ? 2 : 0];
}

/** Who is asked where nobody is left out: the arbiter only where the second side has spoken. */
export function askedIn(story: Story): string[] {
  const { tier, crossed, failing } = story;
  if (!crossed) return rosters[tier];
  return [...rosters[tier], second, ...(failing.has(second) ? [] : [arbiter.id])];
}

export interface Played extends ModelReviewed {
  story: Story;
  /** The same review again, from its record alone. */
  replayed: Draft;
  /** What went to where a redirect leads, in any story so far. */
  followed: readonly string[];
}

export interface Theatre {
  play(story: Story): Promise<Played>;
  close(): Promise<void>;
}

export async function openTheatre(): Promise<Theatre> {
  const rooms: Record<Tier, ReviewRoom> = {
    Lite: await openReviewRoom(commitsOf(filesIn.Lite)),
    Standard: await openReviewRoom(commitsOf(filesIn.Standard)),
  };
  const servers = await openOddServers();
  return {
    async play(story) {
      const standin = await openModelStandin({ key: goodKey, script: scriptOf(story) });
      try {
        const user = userOf(story, standin, servers);
        const options = { fullPass: story.fullPass, secondOpinion: story.crossed };
        const env = { GOOD_KEY: goodKey, WRONG_KEY: wrongKey };
        const room = rooms[story.tier];
        const reviewed = await room.run({ user, env, options, panel: (panel) => impatient(panel, story) });
        const { panel, calls } = reviewed;
        const asker = replayAsker(calls, (unit) => panel.asker.modelFor(unit));
        const { draft: replayed } = await room.run({ user, env: {}, options, panel: () => ({ ...panel, asker }) });
        return { ...reviewed, story, replayed, followed: servers.followed };
      } finally {
        await standin.close();
      }
    },
    async close() {
      await Promise.all([...Object.values(rooms), servers].map((one) => one.close()));
    },
  };
}

function userOf(story: Story, standin: ModelStandin, servers: OddServers): UserConfig {
  const settings = (unit: string, name: string): ModelSettings => {
    const vendor = vendorOf(unit, story);
    const fault = story.failing.get(unit);
    const way = fault === undefined ? undefined : playedFaults[fault]!.way;
    const key = way === "locked" ? "WRONG_KEY" : way === "keyless" ? "NO_KEY" : "GOOD_KEY";
    return { name, use: usesOf[vendor], baseUrl: addressOf(way, standin.url(vendor), servers), key };
  };
  const apart = [...story.failing]
    .filter(([unit, fault]) => playedFaults[fault]!.way !== undefined && unit !== second && unit !== arbiter.id)
    .map(([unit]) => unit);
  const others = [...(story.crossed ? [second, arbiter.id] : []), ...apart];
  return {
    models: [settings("everybody", "main"), ...others.map((unit) => settings(unit, unit))],
    // The editor is asked only where enough was found: these stories are about who is always asked.
    reviewers: { default: "main", editor: "off", ...Object.fromEntries(others.map((unit) => [unit, unit])) },
    record: story.full ? "full" : "outcomes",
  };
}

function addressOf(way: PlayedFault["way"], url: string, { dead, odd }: OddServers): string {
  if (way === "dead") return `http://127.0.0.1:${dead}/v1`;
  return way === "portal" || way === "redirect" || way === "garbled" ? `http://127.0.0.1:${odd}/${way}` : url;
}

/** No test waits for minutes until a time limit is over. */
const shortLimit = 250;

function impatient(panel: Panel, { failing }: Story): Panel {
  const { asker } = panel;
  const waits = (unit: string) => failing.has(unit) && playedFaults[failing.get(unit)!]!.waits === true;
  return {
    ...panel,
    asker: {
      modelFor: (unit) => asker.modelFor(unit),
      ask: async (question, stop) =>
        await asker.ask(
          waits(question.unit) ? { ...question, limits: { ...question.limits, ms: shortLimit } } : question,
          stop,
        ),
    },
  };
}

function scriptOf(story: Story): (asked: ScriptedRequest) => ScriptedReply {
  const failed = new Map<string, number>();
  return (asked) => {
    const unit = unitOf(asked);
    const looked = asked.turns.filter(({ role }) => role === "tool").length;
    if (asked.tools.length > 0 && looked < story.looks) return lookAt(looked);
    const fault = story.failing.get(unit);
    if (fault === undefined) return { is: "json", value: unit === arbiter.id ? verdictsOn(asked) : answerOf(unit) };
    const times = failed.get(unit) ?? 0;
    failed.set(unit, times + 1);
    return playedFaults[fault]!.reply!(times);
  };
}

function lookAt(at: number): ScriptedReply {
  return {
    is: "calls",
    calls: [{ name: "read_lines", input: { path: `src/part${at}.js`, side: "head", start: 1, end: 4 } }],
  };
}

function verdictsOn({ system, turns }: ScriptedRequest): { answer: string } {
  const ids = [...[system, ...turns.map(({ text }) => text)].join("\n").matchAll(/^## Dispute (\S+)$/gm)];
  return { answer: ids.map(([, id]) => `ARB ${id} REAL_BUG — the code at that place says so`).join("\n") };
}
