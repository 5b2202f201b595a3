// Defines the types of dashboard access: a visitor is known, or is sent to sign in.
import type { Context } from "hono";
import type { Visitor } from "../page.ts";

interface KnownAccess {
  visitor: Visitor;
  /** Bound to the session: the token that forms must carry. */
  csrf: string;
}

export interface RepositoryAccess {
  /** Extra routes, such as those for signing in. */
  ways: readonly { method: "get" | "post"; path: string; answer(context: Context): Response | Promise<Response> }[];
  come(context: Context): Promise<KnownAccess | Response>;
}
