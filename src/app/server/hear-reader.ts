// The process that reads what people wrote about our comments, and what commits say: started for one pull request or one
// branch, with a token that cannot write. What it answers is checked: it names what this process knows already, or it is
// refused as a whole (BEY-11).
import * as z from "zod";
import { Unavailable } from "../../errors.ts";
import { signals } from "../../threads/learn/feedback.ts";
import type { KeptFinding, KeptRound } from "../../world/store/kept/outputs.ts";
import { readerEnvironment } from "./reader.ts";
import { runReader } from "./run-reader.ts";
import { pullRequestKey, type PullRequestRef } from "../../pull-request.ts";

export interface ToHear {
  task: "hear";
  pull: PullRequestRef;
  /** Goes through its input, not through its environment or its arguments. */
  token: string;
  /** The App's slug; null where it is not known. */
  slug: string | null;
  findings: readonly KeptFinding[];
  now: number;
}

export interface ToTrace {
  task: "trace";
  repository: Pick<PullRequestRef, "host" | "owner" | "repo">;
  branch: string;
  token: string;
  /** Of the repository's reviewed pull requests. */
  rounds: readonly Pick<KeptRound, "place" | "base" | "head" | "at">[];
  /** No older commits are fetched. */
  since: number;
}

export interface ToLook {
  task: "look";
  traced: readonly Traced[];
  /** The review of each pull request that they name, as JSON. */
  drafts: readonly { place: string; json: string }[];
}

const login = z.string().regex(/^[a-z0-9](?:[a-z0-9_-]{0,98}[a-z0-9_])?$/i);
const unit = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/i);
const place = z.string().max(400);

const heardSchema = z.strictObject({
  heard: z
    .array(
      z.strictObject({
        place,
        identity: z.string().max(200),
        unit,
        signal: z.enum(signals),
        actor: login,
        reason: z.string().max(300).nullable(),
        at: z.number(),
      }),
    )
    .max(20_000),
  unheard: z.int().min(0),
  complete: z.boolean(),
});

const tracedSchema = z.strictObject({
  place,
  mendedBy: z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/),
  how: z.enum(["revert", "fix"]),
  path: z.string().min(1).max(4096),
  at: z.number(),
});
export type Traced = z.infer<typeof tracedSchema>;

const tracesSchema = z.strictObject({ mendings: z.int().min(0), traced: z.array(tracedSchema).max(1000) });
const lookedSchema = z.array(tracedSchema.extend({ unit, said: z.boolean() })).max(100_000);

export interface HearReader {
  hear(given: ToHear, stop: AbortSignal): Promise<z.infer<typeof heardSchema>>;
  trace(given: ToTrace, stop: AbortSignal): Promise<z.infer<typeof tracesSchema>>;
  look(given: ToLook, stop: AbortSignal): Promise<z.infer<typeof lookedSchema>>;
}

export function hearReaderIn(
  program: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): HearReader {
  const own = readerEnvironment(env, []);
  const ask = async (input: ToHear | ToTrace | ToLook, stop: AbortSignal) => {
    const run = { program, command: "hear-for-server", env: own, input, asking: null, stop };
    const { code, answer, err } = await runReader(run);
    if (code !== 0) throw new Unavailable("the reader", firstLine(err) || `it ended with ${code}`);
    return answer;
  };
  return {
    async hear(given, stop) {
      const said = heardSchema.parse(await ask(given, stop));
      const units = new Map(given.findings.map(({ identity, about }) => [identity, checkIn(about)]));
      const here = pullRequestKey(given.pull);
      for (const one of said.heard)
        if (one.place !== here || units.get(one.identity) !== one.unit)
          throw new Error("the reader heard something of a finding that is not on the pull request");
      return { ...said, heard: said.heard.map((one) => ({ ...one, at: given.now })) };
    },
    async trace(given, stop) {
      const said = tracesSchema.parse(await ask(given, stop));
      const places = new Set(given.rounds.map((round) => round.place));
      if (!said.traced.every((one) => places.has(one.place))) throw new Error("the reader blames what nobody reviewed");
      return said;
    },
    async look(given, stop) {
      const said = lookedSchema.parse(await ask(given, stop));
      const name = ({ place: at, mendedBy, path }: Traced) => JSON.stringify([at, mendedBy, path]);
      const asked = new Set(given.traced.map(name));
      if (!said.every((one) => asked.has(name(one)))) throw new Error("the reader looked at what nobody asked for");
      return said;
    },
  };
}

function checkIn(about: string | null): string | null {
  return about === null ? null : ((JSON.parse(about) as { check?: string }).check ?? null);
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0]?.slice(0, 300) ?? "";
}
