// Types REST routes by GitHub's published schemas: a missing or wrong field does not compile.
import type { paths } from "@octokit/openapi-types";
import type { Caller } from "../callers.ts";
import type { ReceivedRequest, SentResponse } from "../exchange.ts";
import type { Hub } from "../hub.ts";
import type { Actor } from "../ledger.ts";
import type { Quota, Resource } from "../limits.ts";

type Method = "get" | "post" | "patch" | "put" | "delete";
type Operation<P extends keyof paths, M extends keyof paths[P]> = paths[P][M];
type Success = 200 | 201 | 202 | 204;

type BodyOf<R> = R extends { content: { "application/json": infer B } } ? B : null;
type Answers<O> = O extends { responses: infer R }
  ? {
      [S in keyof R & Success]: { status: S; body: BodyOf<R[S]>; headers?: Record<string, string> };
    }[keyof R & Success]
  : never;
type PathNames<O> = O extends { parameters: { path: infer P } } ? keyof P & string : never;
type Sent<O> = O extends { requestBody?: infer R }
  ? NonNullable<R> extends { content: { "application/json": infer B } }
    ? NonNullable<B>
    : never
  : never;

export interface RestCall {
  hub: Hub;
  caller: Caller | null;
  quota: (resource: Resource) => Quota;
  asked: ReceivedRequest;
  /** Without `/api/v3`. */
  path: string;
}

export interface RouteCall<Names extends string, Body> extends RestCall {
  /** The value of a path parameter. */
  named(name: Names): string;
  number(name: Names): number;
  /** The parsed body; any field may be missing. */
  sent: Partial<Body>;
  by(): Actor;
}

export interface Route {
  method: string;
  template: string;
  pattern: RegExp;
  names: readonly string[];
  answer(call: RestCall, values: readonly string[]): Promise<SentResponse>;
}

/** `text` is for responses other than JSON, such as a diff. */
export type TextResponse = { status: 200; body: string; headers: { "content-type": string } };

export function route<P extends keyof paths, M extends keyof paths[P] & Method>(
  method: M,
  template: P & string,
  answer: (
    call: RouteCall<PathNames<Operation<P, M>>, Sent<Operation<P, M>>>,
  ) => Promise<Answers<Operation<P, M>> | TextResponse>,
): Route {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const pattern = new RegExp(
    `^${template
      .replaceAll(".", "\\.")
      .replaceAll("{path}", "(.+)")
      .replaceAll(/\{\w+\}/g, "([^/]+)")}$`,
  );
  return {
    method: method.toUpperCase(),
    template,
    pattern,
    names,
    answer: async (call, values) => {
      const named = (name: string) => decodeURIComponent(values[names.indexOf(name)] ?? "");
      const { caller, asked } = call;
      const sent = typeof asked.json === "object" && asked.json !== null ? asked.json : {};
      return await answer({
        ...call,
        named,
        number: (name) => Number(named(name)),
        sent,
        by: () => ({ login: caller?.account.login ?? "", via: "rest" }),
      });
    },
  };
}
