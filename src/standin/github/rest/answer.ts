// Matches a request to its route.
import { notFound, type SentResponse } from "../exchange.ts";
import { artifactRoutes } from "./artifacts.ts";
import { checkRoutes } from "./checks.ts";
import { commentRoutes } from "./comments.ts";
import { generalRoutes } from "./general.ts";
import { pullRoutes } from "./pulls.ts";
import { repositoryCommentRoutes } from "./repository-comments.ts";
import { repositoryFileRoutes } from "./repository-files.ts";
import { reviewRoutes } from "./reviews.ts";
import type { RestCall, Route } from "./route.ts";

/** In this order. */
export const restRoutes: readonly Route[] = [
  // First, because the other routes would read `comments` as a number.
  ...repositoryCommentRoutes,
  ...generalRoutes,
  ...pullRoutes,
  ...repositoryFileRoutes,
  ...reviewRoutes,
  ...commentRoutes,
  ...checkRoutes,
  ...artifactRoutes,
];

export async function answerRest(call: RestCall): Promise<SentResponse> {
  for (const route of restRoutes) {
    if (route.method !== call.asked.method) continue;
    const match = route.pattern.exec(call.path);
    if (match) return await route.answer(call, match.slice(1));
  }
  throw notFound();
}
