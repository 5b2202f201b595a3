// Sends every request to GitHub. Reads are retried after errors and rate limits; a write is exactly one HTTP request.
import { Refused, RefusedForNow, Unavailable } from "../../errors.ts";
import type { RequestClock } from "./clock.ts";
import type { Document, Mutation, Query } from "./document.ts";
import type { ByElement } from "./json-by-element.ts";
import { openReplyCache, type ReplyCache } from "./reply-cache.ts";
import { graphqlVerdict, restVerdict, type MayMiss, type RequestVerdict } from "./verdict.ts";
import { openWire, type Allowance, type Values, type WireOptions } from "./wire.ts";

export interface RequestOptions extends WireOptions {
  clock: RequestClock;
  /** The number of attempts of a read and its longest wait in milliseconds. */
  tries?: number;
  longestWait?: number;
  cache?: ReplyCache;
}

/** Called for each HTTP request of a read. */
export type Tally = () => void;

/** All throw `Refused` for a refusal and `Unavailable` without an answer. */
export interface Requests {
  get<T>(route: string, values: Values, tally?: Tally): Promise<T>;
  /** A page of a list that GitHub continues at an address of its own; null: there is no next one. */
  page(route: string, values: Values): Promise<{ data: unknown; next: string | null }>;
  query<D, V extends Values>(
    document: Query<D, V>,
    variables: V,
    mayMiss?: MayMiss,
    tally?: Tally,
    by?: ByElement,
  ): Promise<D>;
  write<T>(route: string, values: Values): Promise<T>;
  mutate<D, V extends Values>(document: Mutation<D, V>, variables: V): Promise<D>;
  allowances(): readonly Allowance[];
  /** For errors: GitHub, or which one. */
  who: string;
}

type Failed = Exclude<RequestVerdict, { is: "good" }>;
const nothing: MayMiss = () => false;

export function openRequests(options: RequestOptions): Requests {
  const { api, clock, stop, tries = 4, longestWait = 60_000, cache = openReplyCache() } = options;
  const who = api.host === "github.com" ? "GitHub" : `GitHub at ${api.host}`;
  const wire = openWire(options);

  /** Retries until there is an answer or retrying is pointless. */
  async function patiently(ask: () => Promise<RequestVerdict>, tally?: Tally): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      tally?.();
      const verdict = await ask();
      if (verdict.is === "good") return verdict.data;
      if (verdict.is === "no") throw failure(verdict);
      const wait = verdict.is === "wait" ? verdict.retryAfter : 500 * 2 ** attempt;
      if (attempt >= tries || wait > longestWait) throw new Unavailable(who, wire.shown(unanswered(verdict)));
      await clock.wait(wait, stop);
    }
  }

  function once(verdict: RequestVerdict): unknown {
    if (verdict.is === "good") return verdict.data;
    throw failure(verdict);
  }

  function failure(verdict: Failed): Error {
    const why = wire.shown(verdict.why);
    if (verdict.is === "no") return new Refused(who, verdict.status, why);
    if (verdict.is === "wait") return new RefusedForNow(who, verdict.status, why, verdict.retryAfter);
    return new Unavailable(who, why);
  }

  async function graphql(
    document: Document,
    variables: Values,
    mayMiss: MayMiss,
    by?: ByElement,
  ): Promise<RequestVerdict> {
    const values = { query: document.text, variables };
    const answer = await wire.send(`POST ${api.graphql}`, values, { redirect: "manual", by });
    return graphqlVerdict(answer, clock.now(), mayMiss);
  }

  async function conditional(route: string, values: Values): Promise<RequestVerdict> {
    const key = JSON.stringify([route, values]);
    const kept = cache.get(key);
    const how = { redirect: "follow", ...(kept ? { etag: kept.etag } : {}) } as const;
    const answer = await wire.send(`GET ${route}`, values, how);
    if (kept && answer.is === "answer" && answer.status === 304) return { is: "good", data: kept.data };
    const verdict = restVerdict(answer, clock.now());
    const etag = answer.is === "answer" ? answer.headers["etag"] : undefined;
    if (verdict.is === "good" && etag !== undefined) cache.keep(key, { etag, data: verdict.data });
    return verdict;
  }

  return {
    who,
    allowances: wire.allowances,
    get: async <T>(route: string, values: Values, tally?: Tally) =>
      (await patiently(() => conditional(route, values), tally)) as T,
    async page(route, values) {
      let next: string | null = null;
      const data = await patiently(async () => {
        const answer = await wire.send(`GET ${route}`, values, { redirect: "follow" });
        const link = answer.is === "answer" ? answer.headers["link"] : undefined;
        next = /<([^>]{1,2000})>; rel="next"/.exec(link ?? "")?.[1] ?? null;
        return restVerdict(answer, clock.now());
      });
      return { data, next };
    },
    query: async <D, V extends Values>(
      document: Query<D, V>,
      variables: V,
      mayMiss = nothing,
      tally?: Tally,
      by?: ByElement,
    ) => (await patiently(() => graphql(document, variables, mayMiss, by), tally)) as D,
    write: async <T>(route: string, values: Values) =>
      once(restVerdict(await wire.send(route, values, { redirect: "manual" }), clock.now())) as T,
    mutate: async <D, V extends Values>(document: Mutation<D, V>, variables: V) =>
      once(await graphql(document, variables, nothing)) as D,
  };
}

function unanswered(verdict: Failed): string {
  if (verdict.is !== "wait") return verdict.why;
  return `${verdict.why}; it asks to wait ${Math.ceil(verdict.retryAfter / 1000)} seconds`;
}
