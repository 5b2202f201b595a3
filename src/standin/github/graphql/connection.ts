// Builds GraphQL connections with GitHub's paging rules.
import { Failure } from "../exchange.ts";

export interface PageArgs {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
}

const maxConnectionPage = 100;

export function connection<T>(
  name: string,
  all: readonly T[],
  args: PageArgs,
  show: (one: T) => unknown,
  total = all.length,
) {
  // The number alone needs no page.
  if ((args.first ?? args.last ?? null) === null) {
    const missing = () => {
      throw missingBoundaries(name);
    };
    return { totalCount: total, nodes: missing, edges: missing, pageInfo: missing };
  }
  const wanted = size(name, args);
  const from = args.after ? indexIn(args.after) + 1 : 0;
  const to = args.before ? indexIn(args.before) : all.length;
  const start = args.first === undefined || args.first === null ? Math.max(from, to - wanted) : from;
  const end = args.first === undefined || args.first === null ? to : Math.min(to, from + wanted);
  const shown = all.slice(start, end);
  const cursorAt = (at: number) => Buffer.from(`cursor:v2:${at}`).toString("base64");
  return {
    totalCount: total,
    nodes: () => shown.map(show),
    edges: () => shown.map((one, at) => ({ cursor: cursorAt(start + at), node: show(one) })),
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: shown.length === 0 ? null : cursorAt(start),
      endCursor: shown.length === 0 ? null : cursorAt(end - 1),
    },
  };
}

function missingBoundaries(name: string): Failure {
  return new Failure(
    422,
    `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    { type: "MISSING_PAGINATION_BOUNDARIES" },
  );
}

function size(name: string, { first, last }: PageArgs): number {
  const which = first === undefined || first === null ? "last" : "first";
  const wanted = first ?? last ?? 0;
  if (wanted > maxConnectionPage)
    throw new Failure(
      422,
      `Requesting ${wanted} records on the \`${name}\` connection exceeds the \`${which}\` limit of ${maxConnectionPage} records.`,
      { type: "EXCESSIVE_PAGINATION" },
    );
  return wanted;
}

function indexIn(cursor: string): number {
  const match = /^cursor:v2:(\d+)$/.exec(Buffer.from(cursor, "base64").toString("utf8"));
  if (!match) throw new Failure(422, `\`${cursor}\` does not appear to be a valid cursor.`, { type: "UNPROCESSABLE" });
  return Number(match[1]);
}
