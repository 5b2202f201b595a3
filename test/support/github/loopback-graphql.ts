// For tests: answers GraphQL out of plain objects, executed over the schema that GitHub publishes.
import { readFileSync } from "node:fs";
import { buildSchema, graphql, type GraphQLSchema } from "graphql";
import { openLoopback, type Asked, type Given, type Loopback } from "./loopback-github.ts";

let known: GraphQLSchema | null = null;

function githubSchema(): GraphQLSchema {
  const sdl = new URL("schema.graphql", import.meta.resolve("@octokit/graphql-schema"));
  return (known ??= buildSchema(readFileSync(sdl, "utf8"), { assumeValid: true, assumeValidSDL: true }));
}

export async function openGraphqlLoopback(root: object, rest: (asked: Asked) => Given): Promise<Loopback> {
  return await openLoopback(async (asked) => {
    if (asked.path !== "/graphql") return rest(asked);
    const { query, variables } = asked.body as { query: string; variables: Record<string, unknown> };
    const result = await graphql({ schema: githubSchema(), source: query, variableValues: variables, rootValue: root });
    const errors = result.errors?.map(({ message, path, extensions }) => ({ message, path, ...extensions }));
    return { body: { data: result.data, ...(errors ? { errors } : {}) } };
  });
}

/** GitHub's form of a list, page by page. */
export function pages<T>(items: readonly T[]) {
  return ({ first, after }: { first: number; after?: string | null }) => {
    const start = after ? Number(after) : 0;
    const end = Math.min(start + first, items.length);
    return {
      totalCount: items.length,
      nodes: items.slice(start, end),
      pageInfo: { hasNextPage: end < items.length, endCursor: String(end) },
    };
  };
}
