// Who comes in. Either a visitor is known, or they are sent to where they become known.
import type { Context } from "hono";
import type { Visitor } from "../page.ts";

interface KnownAccess {
  visitor: Visitor;
  /** Bound to their session: what a form must carry. */
  csrf: string;
}

export interface RepositoryAccess {
  /** Addresses of its own, such as those of signing in. */
  ways: readonly { method: "get" | "post"; path: string; answer(context: Context): Response | Promise<Response> }[];
  come(context: Context): Promise<KnownAccess | Response>;
}
