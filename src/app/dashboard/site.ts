// Assembles the dashboard application: access, security headers and routing.
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { getCookie } from "hono/cookie";
import { UserError } from "../../errors.ts";
import type { Highlighter } from "../../world/code/highlighter.ts";
import type { Store } from "../../world/store/store.ts";
import type { RepositoryAccess } from "./access/access.ts";
import { isSameSecret } from "../../world/same-secret.ts";
import { assetAnswer, policy } from "./assets.ts";
import { frame } from "./frame.ts";
import { pages } from "./index.ts";
import { openLive } from "./live.ts";
import { openHighlighter } from "./open-highlighter.ts";
import { NotHere, NotTheirs, BodyTooLarge, type PageResponse, type Page, type Visit, type Visitor } from "./page.ts";
import type { DashboardActions } from "./dashboard-actions.ts";
import { errorPage } from "./trouble.ts";

export interface Site {
  store: Store;
  version: string;
  now(): number;
  /** On the user's own machine, or on a server that people sign in to. */
  where: "local" | "server";
  /** Actions beyond the store; an absent one is not offered. */
  doing: DashboardActions;
  /** For code on pages. */
  highlighter: Highlighter;
  /** Starts on the playground's page. */
  playground?: boolean;
}

export interface SiteOptions extends Omit<Site, "highlighter"> {
  access: RepositoryAccess;
  /** Added to the standard pages. */
  extraPages?: readonly Page[];
  /** Polling interval of the store while a page is open; default: one second. */
  pulseMs?: number;
  /** People reach it over HTTPS. */
  isHttps?: boolean;
  /** Logs a failure, without text that people wrote. */
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

/** Larger than any of our forms. */
const largestForm = 1024 * 1024;

export interface OpenSite {
  fetch(request: Request): Response | Promise<Response>;
  /** Ends live streams. */
  close(): void;
}

export function openSite(options: SiteOptions): OpenSite {
  const { access, log, pulseMs = 1000, extraPages = [], ...given } = options;
  const highlighter = openHighlighter();
  const site: Site = { ...given, highlighter };
  const app = new Hono();
  const live = openLive(site.store, pulseMs);
  app.use(async (context, next) => {
    await next();
    guard(context.res.headers, options.isHttps === true);
  });
  // The event stream is not compressed, because that would buffer it.
  const smaller = compress();
  app.use(async (context, next) => await (context.req.path === "/live" ? next() : smaller(context, next)));
  app.get("/assets/:name", (context) => assetAnswer(context.req.param("name")));
  app.use(bodyLimit({ maxSize: largestForm, onError: (context) => troubled(context, site, null, new BodyTooLarge()) }));
  for (const way of access.ways) app.on(way.method.toUpperCase(), way.path, (context) => way.answer(context));
  app.get("/live", async (context) => {
    const come = await access.come(context);
    if (come instanceof Response) return new Response(null, { status: 401 });
    // A HEAD request gets no stream: it would never be seen to disconnect.
    return context.req.method === "HEAD" ? context.body(null, 200) : live.answer(context, come.visitor.name);
  });
  app.get("/", (context) => context.redirect(site.playground ? "/playground" : "/overview", 303));
  for (const page of [...pages, ...extraPages])
    app.on(page.method.toUpperCase(), page.path, async (context) => await answered(page, context, site, access));
  app.notFound((context) => troubled(context, site, null, new NotHere()));
  app.onError((error, context) => {
    if (!(error instanceof NotHere || error instanceof NotTheirs || error instanceof UserError))
      log("a page failed", { path: context.req.path, why: error.message });
    return troubled(context, site, null, error);
  });
  return {
    fetch: (request) => app.fetch(request),
    close() {
      live.close();
      void highlighter.close();
    },
  };
}

async function answered(page: Page, context: Context, site: Site, access: RepositoryAccess): Promise<Response> {
  const come = await access.come(context);
  if (come instanceof Response) return come;
  const { visitor, csrf } = come;
  try {
    const fields = page.method === "post" ? await sentForm(context, csrf) : null;
    const visit: Visit = {
      site,
      visitor,
      csrf,
      param: (name) => context.req.param(name) ?? "",
      query: (name) => context.req.query(name) || null,
      cookie: (name) => getCookie(context, name) ?? null,
      field: (name) => fields?.get(name) ?? "",
      partial: context.req.header("hx-request") === "true",
    };
    return toResponse(await page.run(visit), context, site, { visitor, csrf });
  } catch (error) {
    if (error instanceof NotHere || error instanceof NotTheirs || error instanceof UserError)
      return troubled(context, site, { visitor, csrf }, error);
    throw error;
  }
}

/** Accepts only forms sent by a page of ours to this visitor. */
async function sentForm(context: Context, csrf: string): Promise<Map<string, string>> {
  const from = context.req.header("sec-fetch-site");
  const origin = context.req.header("origin");
  const isOurs = (from === undefined || from === "same-origin") && (origin === undefined || isHere(origin, context));
  const form = isOurs ? await context.req.formData().catch(() => null) : null;
  const fields = new Map(
    [...(form?.entries() ?? [])].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    ),
  );
  if (!form || !isSameSecret(fields.get("csrf") ?? "", csrf))
    throw new UserError("This form has expired, or is not from this page", "Load the page again and repeat it.");
  return fields;
}

/** Compares the host only, because a proxy may change the scheme. */
function isHere(origin: string, context: Context): boolean {
  return URL.parse(origin)?.host === context.req.header("host");
}

interface Coming {
  visitor: Visitor;
  csrf: string;
}

function toResponse(answer: PageResponse, context: Context, site: Site, coming: Coming): Response | Promise<Response> {
  switch (answer.is) {
    case "to":
      // htmx needs its own header to redirect.
      if (context.req.header("hx-request") === "true") return context.body(null, 204, { "hx-redirect": answer.path });
      return context.redirect(answer.path, 303);
    case "same":
      return context.body(null, 204);
    case "part":
      return context.html(answer.body.toString());
    case "text":
      if (answer.name !== undefined) context.header("content-disposition", `attachment; filename="${answer.name}"`);
      return context.body(answer.body, 200, { "content-type": answer.type });
    case "page":
      return context.html(frame(answer, site, coming).toString(), (answer.status ?? 200) as 200);
  }
}

function troubled(context: Context, site: Site, coming: Coming | null, error: Error): Response | Promise<Response> {
  const page = errorPage(error);
  const nobody: Coming = { visitor: { name: "", signedIn: false, may: async () => "none" }, csrf: "" };
  return context.html(frame(page, site, coming ?? nobody).toString(), (page.status ?? 500) as 500);
}

/** Security headers of every response: own files only, no framing, no caching. */
function guard(headers: Headers, isHttps: boolean): void {
  // Without subdomains, which are not ours to decide about.
  if (isHttps) headers.set("strict-transport-security", `max-age=${365 * 86_400}`);
  headers.set("content-security-policy", policy);
  headers.set("x-content-type-options", "nosniff");
  // Not `no-referrer`, because browsers then send `Origin: null` with forms.
  headers.set("referrer-policy", "same-origin");
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-resource-policy", "same-origin");
  headers.set("permissions-policy", "camera=(), geolocation=(), microphone=()");
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
}
