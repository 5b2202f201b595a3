// Collects facts about an App for the doctor: identity, permissions, webhook address and deliveries. It does not judge,
// and throws only when stopped.
import * as z from "zod";
import { UserError } from "../../errors.ts";
import type { Api } from "./address.ts";
import { signedProof, type AppKey } from "./app-token.ts";
import type { RequestClock } from "./clock.ts";
import { restVerdict } from "./verdict.ts";
import { openWire, type GitHubTransport } from "./wire.ts";

export type AppFact<T> =
  | { is: "told"; value: T }
  | { is: "refused"; status: number; why: string }
  | { is: "silent"; why: string };

const appSchema = z.object({
  slug: z.string(),
  permissions: z.record(z.string(), z.string()),
  events: z.array(z.string()),
  installations_count: z.number().optional(),
});
const hookSchema = z.object({
  url: z.string().optional(),
  content_type: z.string().optional(),
  insecure_ssl: z.union([z.string(), z.number()]).optional(),
});
const deliverySchema = z.object({
  guid: z.string(),
  delivered_at: z.string(),
  status: z.string(),
  status_code: z.number(),
  event: z.string(),
});

export type AppFacts = z.infer<typeof appSchema>;
export type HookFacts = z.infer<typeof hookSchema>;
export type DeliveryFact = z.infer<typeof deliverySchema>;

export type AppLook =
  | { is: "no-key"; why: string; mend: string }
  | {
      is: "asked";
      /** The name of the GitHub host, for messages. */
      who: string;
      app: AppFact<AppFacts>;
      hook: AppFact<HookFacts>;
      /** The newest first. */
      deliveries: AppFact<DeliveryFact[]>;
      /** How far our clock is ahead of GitHub's; null if unknown. */
      aheadMs: number | null;
    };

export interface AppLookOptions {
  api: Api;
  app: Pick<AppKey, "appId" | "privateKey">;
  clock: RequestClock;
  stop: AbortSignal;
  timeout?: number;
}

export async function lookAtApp({ api, app, clock, stop, timeout = 10_000 }: AppLookOptions): Promise<AppLook> {
  let proof: string;
  try {
    proof = await signedProof(app);
  } catch (error) {
    if (error instanceof UserError) return { is: "no-key", why: error.message, mend: error.remedy };
    throw error;
  }
  const wire = openWire({ api, token: async () => proof, stop, timeout });
  const times: number[] = [];
  const ask = async <T>(route: string, schema: z.ZodType<T>) => await askAppApi(wire, route, schema, clock, times);
  const self = await ask("/app", appSchema);
  const [hook, deliveries] = await Promise.all([
    ask("/app/hook/config", hookSchema),
    ask("/app/hook/deliveries?per_page=100", z.array(deliverySchema)),
  ]);
  const who = api.host === "github.com" ? "GitHub" : `GitHub at ${api.host}`;
  return { is: "asked", who, app: self, hook, deliveries, aheadMs: times[0] ?? null };
}

async function askAppApi<T>(
  wire: GitHubTransport,
  route: string,
  schema: z.ZodType<T>,
  clock: RequestClock,
  times: number[],
): Promise<AppFact<T>> {
  const answer = await wire.send(`GET ${route}`, {}, { redirect: "follow" });
  // A refusal also carries the time, and a wrong clock is a reason for refusals.
  const date = answer.is === "answer" ? Date.parse(answer.headers["date"] ?? "") : Number.NaN;
  if (!Number.isNaN(date)) times.push(clock.now() - date);
  const verdict = restVerdict(answer, clock.now());
  if (verdict.is === "no") return { is: "refused", status: verdict.status, why: wire.shown(verdict.why) };
  if (verdict.is !== "good") return { is: "silent", why: wire.shown(verdict.why) };
  const read = schema.safeParse(verdict.data);
  return read.success
    ? { is: "told", value: read.data }
    : { is: "silent", why: "its answer is not what was asked for" };
}
