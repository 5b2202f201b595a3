// Dashboard access on a server: people sign in with GitHub and have their GitHub permission in each repository. A
// signed cookie identifies them; every replica can read it.
import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import { UserError } from "../../../errors.ts";
import { html } from "../../../review/publishers/html/template.ts";
import { signInWords as words } from "../../../review/words/pages/sign-in-page-texts.ts";
import type { SignIn } from "../../../world/github/sign-in.ts";
import { frame } from "../frame.ts";
import type { Right, Visitor } from "../page.ts";
import { errorPage } from "../trouble.ts";
import type { RepositoryAccess } from "./access.ts";
import { isSameSecret } from "../../../world/same-secret.ts";
import { sealOf } from "./sealed.ts";

export interface GitHubAccessOptions {
  signIn: SignIn;
  /** The collaborator's permission; null if the App is not installed there or they have none. */
  permission(repository: string, login: string): Promise<"admin" | "write" | "read" | "none" | null>;
  /** Sessions that people have ended, shared by all replicas. */
  sessions: { isEnded(key: string): Promise<boolean>; end(key: string): Promise<void> };
  /** The server's public address, such as `https://review.example.com`. */
  publicUrl: string;
  /** Cookies are signed with a key derived from it. */
  secret: string;
  version: string;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

const hour = 3_600_000;
const sessionLasts = 12 * hour;
const signInLasts = 10 * 60_000;
/** How long a permission is cached. */
const rightLasts = 60_000;
const mostRights = 20_000;

const session = z.object({ login: z.string().min(1).max(100), id: z.number(), key: z.string() });
const started = z.object({ state: z.string(), verifier: z.string(), to: z.string() });

export function githubAccess(options: GitHubAccessOptions): RepositoryAccess {
  const { signIn, publicUrl, secret, now } = options;
  const isSecure = publicUrl.startsWith("https:");
  const names = isSecure
    ? { session: "__Host-crosscheck", signIn: "__Host-crosscheck-sign-in" }
    : { session: "crosscheck", signIn: "crosscheck-sign-in" };
  const how = { httpOnly: true, sameSite: "Lax", path: "/", secure: isSecure } as const;
  const back = `${publicUrl}/login/callback`;
  const sessions = sealOf(secret, "sessions");
  const beginnings = sealOf(secret, "sign-in");
  const rights = openRights(options);

  const visitorAt = async (context: Context): Promise<{ visitor: Visitor; csrf: string; key: string } | null> => {
    const cookie = getCookie(context, names.session);
    const known = session.safeParse(sessions.open(cookie, now()));
    if (!known.success) return null;
    const { login, key } = known.data;
    if (await options.sessions.isEnded(key)) return null;
    const visitor = { name: login, signedIn: true, may: async (repository: string) => await rights(repository, login) };
    return { visitor, csrf: sessions.wordFor("csrf", cookie!), key };
  };

  const begin = (context: Context): Response => {
    const state = randomBytes(24).toString("base64url");
    const verifier = randomBytes(32).toString("base64url");
    const to = localPath(context.req.query("to"));
    setCookie(context, names.signIn, beginnings.seal({ state, verifier, to }, now() + signInLasts), {
      ...how,
      maxAge: signInLasts / 1000,
    });
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    return context.redirect(signIn.address({ state, challenge, back }), 303);
  };

  const end = async (context: Context): Promise<Response> => {
    const begun = started.safeParse(beginnings.open(getCookie(context, names.signIn), now()));
    deleteCookie(context, names.signIn, how);
    const state = context.req.query("state") ?? "";
    const code = context.req.query("code") ?? "";
    if (!begun.success || !isSameSecret(state, begun.data.state) || code === "")
      throw new UserError(words.notBegun, words.again);
    const { hasAccess, ...who } = await signIn.who(code, { verifier: begun.data.verifier, back });
    if (!hasAccess) throw new UserError(words.noAccess, words.askForAccess);
    const key = randomBytes(16).toString("base64url");
    setCookie(context, names.session, sessions.seal({ ...who, key }, now() + sessionLasts), {
      ...how,
      maxAge: sessionLasts / 1000,
    });
    return context.redirect(begun.data.to, 303);
  };

  const leave = async (context: Context): Promise<Response> => {
    const known = await visitorAt(context);
    const form = await context.req.formData().catch(() => null);
    const given = form?.get("csrf");
    if (known && typeof given === "string" && isSameSecret(given, known.csrf)) {
      await options.sessions.end(known.key);
      deleteCookie(context, names.session, how);
    }
    return context.redirect("/login", 303);
  };

  return {
    ways: [
      { method: "get", path: "/login", answer: (context) => doorPage(context, options) },
      { method: "get", path: "/login/github", answer: begin },
      { method: "get", path: "/login/callback", answer: (context) => saying(context, options, () => end(context)) },
      { method: "post", path: "/logout", answer: leave },
    ],
    async come(context) {
      const known = await visitorAt(context);
      if (known) return known;
      if (context.req.method !== "GET" || context.req.header("hx-request") === "true")
        return context.body(null, 401, { "hx-redirect": "/login" });
      const { pathname, search } = new URL(context.req.url);
      return context.redirect(`/login?${new URLSearchParams({ to: `${pathname}${search}` }).toString()}`, 303);
    },
  };
}

/** A path on this server, whatever was requested. */
function localPath(asked: string | undefined): string {
  if (asked === undefined || !/^\/(?![/\\])[^\\\s]*$/.test(asked) || asked.length > 2000) return "/overview";
  return asked;
}

const nobody = { visitor: { name: "", signedIn: false, may: async () => "none" as const }, csrf: "" };

function doorPage(context: Context, { version }: GitHubAccessOptions): Response | Promise<Response> {
  const to = localPath(context.req.query("to"));
  const body = html`<section class="panel door">
    <h1>${words.title}</h1>
    <p>${words.why}</p>
    <p><a class="button primary" href="/login/github?${new URLSearchParams({ to }).toString()}">${words.go}</a></p>
  </section>`;
  const page = { is: "page", title: words.title, section: null, body } as const;
  return context.html(frame(page, { version, where: "server" }, nobody).toString());
}

/** User errors are shown on a page. */
async function saying(
  context: Context,
  { version }: GitHubAccessOptions,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const page = errorPage(error);
    return context.html(frame(page, { version, where: "server" }, nobody).toString(), 400);
  }
}

/** Asked once a minute per repository; without an answer there is no access. */
function openRights({
  permission,
  now,
  log,
}: GitHubAccessOptions): (repository: string, login: string) => Promise<Right> {
  const known = new Map<string, { right: Promise<Right>; until: number }>();
  const ask = async (repository: string, login: string): Promise<Right> => {
    const may = await permission(repository, login);
    if (may === "admin" || may === "write") return "steer";
    return may === "read" ? "see" : "none";
  };
  return async (repository, login) => {
    const key = `${login.toLowerCase()} ${repository}`;
    const kept = known.get(key);
    if (kept && now() < kept.until) return await kept.right;
    if (known.size >= mostRights) known.clear();
    const right = ask(repository, login).catch((error: unknown): Right => {
      known.delete(key);
      log("a right could not be asked for", {
        repository,
        why: error instanceof Error ? error.message : String(error),
      });
      return "none";
    });
    known.set(key, { right, until: now() + rightLasts });
    return await right;
  };
}
