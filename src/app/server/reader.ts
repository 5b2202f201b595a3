// The process that reads: started for one pull request, with a token that cannot write and an environment without secrets.
// What it answers is data, and is checked before anything is done with it.
import * as z from "zod";
import type { Trigger, UserConfig } from "../../change/config.ts";
import { Unavailable } from "../../errors.ts";
import { severities } from "../../findings/finding.ts";
import type { StoredKnowledge } from "../../change/stored-knowledge.ts";
import type { SeenElsewhere } from "../threads/lessons/learned.ts";
import type { KeptFinding, KeptRound } from "../../world/store/kept/outputs.ts";
import { runReader, type Asking, type Resumed } from "./run-reader.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export interface ToRead {
  pull: PullRequestRef;
  /** Goes through its input, not through its environment or its arguments. */
  token: string;
  request: string | null;
  /** What happened, by the words of `review.triggers`; null: a person asks. */
  trigger: Trigger | null;
  /** Where the server's pages are; absent: it has none. */
  dashboard?: string;
  findings: readonly KeptFinding[];
  rounds: readonly KeptRound[];
  /** What this repository's reviews have taught, and what its other pull requests had. */
  learned: StoredKnowledge;
  seen: SeenElsewhere;
  /** The server's own models; null: none. Their keys are in the environment, and nothing else of the server's is. */
  models: UserConfig | null;
  /** In dollars, this month. */
  spent: { all: number; repository: number };
  /** Null where there are no models. */
  asking: Asking | null;
}

/** As the reading process gets it. */
export type ReadingGiven = Omit<ToRead, "asking"> & { asking: Resumed | null };

const answered = z.strictObject({
  plan: z.unknown(),
  draft: z
    .strictObject({
      id: z.string().regex(/^[0-9a-f]{12}$/),
      /** Kept as it is, and shown to people by what shows drafts. */
      json: z.string().max(100_000_000),
      publish: z.enum(["auto", "confirm"]),
      /** What lists show of it. */
      facts: z.strictObject({
        title: z.string().max(400),
        author: z.string().max(100).nullable(),
        event: z.enum(["APPROVE", "COMMENT", "REQUEST_CHANGES"]),
        worst: z.enum(severities).nullable(),
        posted: z.int().min(0),
        advisory: z.int().min(0),
        files: z.int().min(0),
        money: z.number().min(0).nullable(),
        tookMs: z.null(),
        units: z
          .array(z.strictObject({ unit: z.string().max(100), posted: z.int().min(0), advisory: z.int().min(0) }))
          .max(500)
          .readonly(),
      }),
    })
    .nullable(),
  /** What it was given beside the change, by which it can be run again; null: no models took part. */
  asked: z.strictObject({ given: z.string().max(1_000_000) }).nullable(),
  /** What is to be learned from it; `readToLearn` looks at it before it is kept. */
  learned: z.unknown(),
});

export type Drafted = z.infer<typeof answered>;
export type Reader = (toRead: ToRead, stop: AbortSignal) => Promise<Drafted>;

/** What git and a cache need; nothing else of the server's environment. */
const passed = ["PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "CROSSCHECK_GITHUB_API", "NODE_EXTRA_CA_CERTS"] as const;

export function readerEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  keys: readonly string[],
): Record<string, string | undefined> {
  const wanted = [...passed, ...keys];
  return Object.fromEntries(wanted.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

export function readerIn(
  program: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  /** Environment variables that hold the keys of models. */
  keys: readonly string[] = [],
): Reader {
  const own = readerEnvironment(env, keys);
  return async (toRead, stop) => {
    const { asking } = toRead;
    const run = { program, command: "read-for-server", env: own, input: toRead, asking, stop };
    const { code, answer, err } = await runReader(run);
    if (code !== 0) throw new Unavailable("the reader", firstLine(err) || `it ended with ${code}`);
    return answered.parse(answer);
  };
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0]?.slice(0, 500) ?? "";
}
