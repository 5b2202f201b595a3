// Wraps the work of a server in trace spans. They hold names and numbers, never text that a person wrote.
import type { IncomingMessage } from "node:http";
import * as z from "zod";
import type { EndedRequest } from "../../world/github/wire.ts";
import type { StoredJob } from "../../world/store/kept/jobs.ts";
import type { Store } from "../../world/store/store.ts";
import { noTracing, type OpenSpan, type SpanFacts, type Tracing } from "../../world/traces.ts";
import type { Installation, OpenInstallation } from "./installation.ts";
import type { CallReport, RecordedModelRun } from "../child/child-task.ts";
import type { ServerTasks } from "./server-tasks.ts";
import { pullRequestKey } from "../../pull-request.ts";

type Run = (job: StoredJob, stop: AbortSignal, attempt: number) => Promise<void>;

/** Starts a new trace: the delivery that asked for the job may be long over. Both name the kind and the key of the job. */
export function tracedJob(kind: string, run: Run, tracing: Tracing): Run {
  return async (job, stop, attempt) => {
    const facts = { "crosscheck.job.kind": kind, "crosscheck.job.key": job.key, "crosscheck.job.attempt": attempt };
    const work = async ({ note }: OpenSpan) => {
      try {
        await run(job, stop, attempt);
      } catch (error) {
        note({ "crosscheck.outcome": stop.aborted ? "stopped" : "failed" });
        throw error;
      }
      note({ "crosscheck.outcome": "done" });
    };
    await tracing.span(`job ${kind}`, facts, work, "consumer");
  };
}

/** The child process cannot send traces, so spans of model calls are made from its call reports. */
export function tracedReview(
  read: ServerTasks["reviewPullRequest"],
  tracing: Tracing,
): ServerTasks["reviewPullRequest"] {
  return async (toRead, stop) =>
    await tracing.span("read", { "crosscheck.pull": pullRequestKey(toRead.pull) }, async (span) => {
      const asking = toRead.asking && withCallSpans(toRead.asking, span);
      return await read({ ...toRead, asking }, stop);
    });
}

export function tracedAnswer(read: ServerTasks["answerMention"], tracing: Tracing): ServerTasks["answerMention"] {
  return async (toAnswer, stop) =>
    await tracing.span("read to answer", { "crosscheck.pull": pullRequestKey(toAnswer.mention) }, async (span) => {
      const asking = toAnswer.asking && withCallSpans(toAnswer.asking, span);
      return await read({ ...toAnswer, asking }, stop);
    });
}

function withCallSpans(asking: RecordedModelRun, span: OpenSpan): RecordedModelRun {
  span.note({ "crosscheck.run": asking.run, "crosscheck.calls_before": asking.past.length });
  return {
    ...asking,
    async keep(call) {
      // First, since it was paid for.
      await asking.keep(call);
      const { facts, ...when } = modelCall(call);
      span.past("model call", facts, when, "client");
    },
  };
}

/** Parsed leniently: it comes from an untrusted process. */
const callRecord = z.object({
  ms: z.number().min(0).max(86_400_000),
  cost: z.object({ tokensIn: z.number(), cacheReads: z.number(), cacheWrites: z.number(), tokensOut: z.number() }),
  outcome: z.object({ is: z.enum(["answered", "failed"]) }),
});

function modelCall({ unit, model, at, money, isOver, call }: CallReport) {
  const read = callRecord.safeParse(jsonOr(call));
  const { ms = 0, cost, outcome } = read.success ? read.data : {};
  const facts = {
    "crosscheck.unit": unit,
    "gen_ai.request.model": model,
    "gen_ai.usage.input_tokens": cost && cost.tokensIn + cost.cacheReads + cost.cacheWrites,
    "gen_ai.usage.output_tokens": cost?.tokensOut,
    "crosscheck.cost_dollars": money,
    "crosscheck.broken_off": !isOver,
  };
  return { facts, from: at, to: at + ms, failed: outcome?.is === "failed" };
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** One span for each method that writes. `requestSpan` adds those of its requests. */
export function tracedInstallations(open: OpenInstallation, tracing: Tracing): OpenInstallation {
  return (id, ...more) => {
    const installation = open(id, ...more);
    const posting = <T extends object>(of: T): T => eachInSpan(of, { "crosscheck.installation": id }, tracing);
    const { conversation } = installation;
    return {
      ...installation,
      writes: () => posting(installation.writes()),
      conversation: {
        ...conversation,
        writes: (login) => posting(conversation.writes(login)),
        resolves: () => posting(conversation.resolves()),
      },
    } satisfies Installation;
  };
}

function eachInSpan<T extends object>(of: T, facts: SpanFacts, tracing: Tracing): T {
  const wrapped = Object.entries(of).map(([name, does]: [string, unknown]) => {
    if (typeof does !== "function") return [name, does];
    return [
      name,
      async (...given: unknown[]) => await tracing.span(`post ${name}`, facts, async () => await does(...given)),
    ];
  });
  return Object.fromEntries(wrapped) as T;
}

/** `who`: the installation, or the App itself. */
export function requestSpan(tracing: Tracing, who: string): (ended: EndedRequest) => void {
  return ({ route, at, ms, status }) => {
    const [method = "", path = "", ...named] = route.split(" ");
    const template = [URL.parse(path)?.pathname ?? path, ...named].join(" ");
    const facts = {
      "http.request.method": method,
      "url.template": template,
      "http.response.status_code": status,
      "crosscheck.installation": who,
    };
    const failed = status === null || status >= 400;
    tracing.past(`${method} ${template}`, facts, { from: at, to: at + ms, failed }, "client");
  };
}

/** Records the outcome of a webhook, and its headers only if it was signed by GitHub. */
export async function inWebhookSpan(
  { headers }: Pick<IncomingMessage, "headers">,
  take: (counted: (outcome: string) => void) => Promise<void>,
  tracing: Tracing,
): Promise<void> {
  const work = async ({ note }: OpenSpan) =>
    await take((outcome) => {
      const [id, event] = [headers["x-github-delivery"], headers["x-github-event"]];
      note({ "crosscheck.outcome": outcome });
      if (outcome !== "refused") note({ "crosscheck.delivery": String(id), "crosscheck.event": String(event) });
    });
  await tracing.span("webhook", {}, work, "server");
}

/** The outcome of a delivery names the kind and key of its job, which links the two traces. */
export function tracedDeliveries(store: Store, tracing: Tracing): Store {
  if (tracing === noTracing) return store;
  return {
    ...store,
    async together(work) {
      const from = Date.now();
      const dealt: { id: string; outcome: string }[] = [];
      const result = await store.together((within) => {
        const { deliveries } = within;
        const finish = async (id: string, outcome: string) => {
          const isFirst = await deliveries.finish(id, outcome);
          if (isFirst) dealt.push({ id, outcome });
          return isFirst;
        };
        return work({ ...within, deliveries: { ...deliveries, finish } });
      });
      for (const { id, outcome } of dealt) {
        const facts = { "crosscheck.delivery": id, "crosscheck.outcome": outcome };
        tracing.past("delivery", facts, { from, to: Date.now(), failed: false });
      }
      return result;
    },
  };
}
