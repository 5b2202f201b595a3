// Executes a GraphQL request over GitHub's SDL, with GitHub's error format.
import { execute, GraphQLError, parse, validate, type DocumentNode, type GraphQLFieldResolver } from "graphql";
import { needCaller, type Caller } from "../callers.ts";
import { Failure, type SentResponse } from "../exchange.ts";
import { same, type Hub } from "../hub.ts";
import { isoTime } from "../node-id.ts";
import type { Quota } from "../limits.ts";
import { accountObject, viewerObject } from "./accounts.ts";
import type { Context } from "./context.ts";
import { mutations } from "./mutations.ts";
import { nodeObject } from "./nodes.ts";
import { findVisible, repositoryObject } from "./repositories.ts";
import { schema } from "./schema.ts";

export interface GraphqlRequest {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | null;
}

export function questionIn(json: unknown): GraphqlRequest | null {
  if (typeof json !== "object" || json === null || !("query" in json) || typeof json.query !== "string") return null;
  const variables = "variables" in json && typeof json.variables === "object" && json.variables ? json.variables : {};
  const operationName = "operationName" in json && typeof json.operationName === "string" ? json.operationName : null;
  return { query: json.query, variables: { ...variables }, operationName };
}

export function isMutation(query: string): boolean {
  return /(?:^|\})\s*mutation\b/.test(query.replaceAll(/#[^\n]*/g, ""));
}

export async function answerGraphql(
  hub: Hub,
  caller: Caller | null,
  question: GraphqlRequest | null,
  quota: () => Quota,
): Promise<SentResponse> {
  if (!caller) needCaller(caller);
  if (!question) throw new Failure(400, "A query attribute must be specified and must be a string.");
  const context: Context = { hub, caller: needCaller(caller), quota };
  const document = readDocument(question.query);
  if ("errors" in document) return { status: 200, body: document };
  const faults = validate(schema(), document.document);
  if (faults.length > 0) return { status: 200, body: { errors: faults.map((one) => plainError(one)) } };
  const result = await execute({
    schema: schema(),
    document: document.document,
    rootValue: roots(context),
    contextValue: context,
    variableValues: question.variables,
    operationName: question.operationName,
    fieldResolver: resolveField,
  });
  const errors = result.errors?.map((one) => shownError(one));
  return { status: 200, body: { ...(result.data !== undefined && { data: result.data }), ...(errors && { errors }) } };
}

function readDocument(query: string): { document: DocumentNode } | { errors: unknown[] } {
  try {
    return { document: parse(query) };
  } catch (error) {
    return { errors: [{ message: error instanceof Error ? error.message : String(error) }] };
  }
}

/** A field that the stand-in does not implement is an error, never a silent null. */
const resolveField: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
  const has = typeof source === "object" && source !== null && info.fieldName in source;
  if (!has) throw new Error(`the stand-in has no ${info.parentType.name}.${info.fieldName}`);
  const value: unknown = Reflect.get(source, info.fieldName);
  return typeof value === "function" ? (value(args, context, info) as unknown) : value;
};

function roots(context: Context) {
  return {
    viewer: () => viewerObject(context),
    repository: ({ owner, name }: { owner: string; name: string }) =>
      repositoryObject(context, findVisible(context, owner, name)),
    organization: ({ login }: { login: string }) => accountBy(context, login, "Organization"),
    user: ({ login }: { login: string }) => accountBy(context, login, "User"),
    node: ({ id }: { id: string }) => nodeObject(context, id),
    nodes: ({ ids }: { ids: readonly string[] }) => ids.map((id) => nodeObject(context, id)),
    rateLimit: () => rateLimit(context),
    ...mutations(context),
  };
}

function accountBy(context: Context, login: string, type: "Organization" | "User") {
  const found = context.hub.state.accounts.find((one) => one.type === type && same(one.login, login));
  if (found) return accountObject(context, found);
  const article = type === "User" ? "a" : "an";
  throw new Failure(404, `Could not resolve to ${article} ${type} with the login of '${login}'.`);
}

function rateLimit(context: Context) {
  const { limit, remaining, reset, used } = context.quota();
  return { cost: 1, limit, remaining, used, nodeCount: 0, resetAt: isoTime(reset * 1000) };
}

function plainError(error: GraphQLError) {
  return {
    message: error.message,
    locations: error.locations ?? [],
    path: ["query"],
    extensions: { code: "undefinedField" },
  };
}

function shownError(error: GraphQLError) {
  const cause = error.originalError;
  const locations = error.locations ?? [];
  const path = error.path ?? [];
  if (cause instanceof Failure) return { type: cause.type, path, locations, message: cause.inGraphql };
  return { path, locations, message: error.message };
}
