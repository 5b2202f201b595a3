// The first start of a server, over HTTP as a browser would go: token, form, GitHub, and back.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSetUpStory, type SetUpStory, type Started } from "../../../test/support/set-up-story.ts";
import type { Manifest } from "./manifest.ts";

let story: SetUpStory;
beforeEach(async () => {
  story = await openSetUpStory();
});
afterEach(async () => await story.close());

const unescaped = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
const typed = { name: "Acme Reviews", owner: "organization", organization: "acme", contents: "write" };

/** A browser, as far as it is needed: it keeps the cookie, and does not run ahead on redirects. */
function visitor(started: Started) {
  let cookie = "";
  const base = new URL(started.address()).origin;
  async function go(path: string, form?: Record<string, string>) {
    const reply = await fetch(new URL(path, base), {
      redirect: "manual",
      headers: { cookie },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    const text = await reply.text();
    return { status: reply.status, text, location: reply.headers.get("location"), headers: reply.headers };
  }
  return {
    base,
    go,
    async enter() {
      await go(started.address());
      return await go("/setup");
    },
    /** The form of the second page: where it goes, and what it posts. */
    async lookOver(more: Record<string, string> = {}) {
      const { text, status } = await go("/setup/look", { ...typed, publicUrl: base, ...more });
      const target = unescaped(/<form method="post" action="([^"]+)"/.exec(text)?.[1] ?? "");
      const manifest = unescaped(/name="manifest" value="([^"]+)"/.exec(text)?.[1] ?? "null");
      return { status, text, target, manifest };
    },
    /** GitHub makes it: where the browser is sent. */
    async atGitHub({ target, manifest }: { target: string; manifest: string }) {
      const reply = await fetch(`${target}&login=ada`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ manifest }),
      });
      return reply.headers.get("location") ?? `no: ${await reply.text()}`;
    },
  };
}

test("from the first start to a review without a restart; the next start needs no setup", async () => {
  const started = await story.start();
  const { enter, lookOver, atGitHub, go, base } = visitor(started);
  expect((await enter()).text).toContain("Create the GitHub App");
  const looked = await lookOver();
  expect(looked.target).toMatch(`${story.github.url}/organizations/acme/settings/apps/new?state=`);
  const made = await go(await atGitHub(looked));
  const app = story.app();
  expect([made.status, made.text]).toEqual([200, expect.stringContaining("acme-reviews was created")]);
  expect(made.text).toContain(`href="${story.github.url}/apps/acme-reviews/installations/new"`);
  expect(started.out()).toContain(`Listening on ${base}`);

  const file = join(story.folder, "data", "app.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    id: app.id,
    slug: "acme-reviews",
    privateKey: app.privateKey,
    webhookSecret: app.webhookSecret,
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    publicUrl: base,
  });
  await story.reviewed();
  expect((await go("/setup")).status).toBe(404);

  const { code, out, err } = await started.ended();
  const secrets = [app.webhookSecret!, app.clientSecret, app.privateKey!.split("\n")[1]!];
  expect([code, secrets.filter((one) => `${out}${err}${made.text}`.includes(one))]).toEqual([0, []]);
  expect((await story.start()).out()).toMatch(/^Listening on/);
}, 180_000);

test("the manifest requests the documented permissions, and fewer without resolving", async () => {
  const { enter, lookOver, base } = visitor(await story.page());
  await enter();
  const manifest = JSON.parse((await lookOver()).manifest) as Manifest;
  expect(manifest).toMatchObject({
    name: "Acme Reviews",
    public: false,
    hook_attributes: { url: `${base}/webhook`, active: true },
    redirect_url: `${base}/setup/created`,
  });
  const page = readFileSync("docs/server.md", "utf8");
  const shown = JSON.parse(/```json\n([^`]*"default_events"[^`]*)```/.exec(page)![1]!) as Manifest;
  expect(shown.default_permissions).toEqual(manifest.default_permissions);
  expect(shown.default_events).toEqual(manifest.default_events);
  expect(Object.keys(shown).toSorted()).toEqual(Object.keys(manifest).toSorted());

  const less = JSON.parse((await lookOver({ contents: "read", owner: "me" })).manifest) as Manifest;
  expect(less.default_permissions).toEqual({ ...manifest.default_permissions, contents: "read" });
  const { target } = await lookOver({ owner: "me" });
  expect(target).toMatch(`${story.github.url}/settings/apps/new?state=`);
});

test("only the printed address opens the page, and once", async () => {
  const started = await story.page();
  const [first, second, stranger] = [visitor(started), visitor(started), visitor(started)];
  expect((await stranger.go("/setup")).status).toBe(403);
  expect((await stranger.go("/setup?token=guess")).status).toBe(403);
  expect((await stranger.go("/setup/look", { ...typed, publicUrl: "http://x" })).status).toBe(403);
  const entered = await first.go(started.address());
  expect([entered.status, entered.location]).toEqual([303, "setup"]);
  expect(entered.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
  const again = await second.go(started.address());
  expect([again.status, again.text]).toEqual([403, expect.stringContaining("has already been used")]);
  // In the browser that has it, it may be opened again.
  expect((await first.go(started.address())).status).toBe(303);
  const { headers } = await first.go("/setup");
  expect(headers.get("content-security-policy")).toMatch(
    new RegExp(`default-src 'none'; style-src 'sha256-[^']+'; .*form-action 'self' ${story.github.url} `),
  );
  expect([headers.get("referrer-policy"), headers.get("cache-control")]).toEqual(["no-referrer", "no-store"]);
});

test("before setup it is alive, not ready, and accepts no webhooks", async () => {
  const { go } = visitor(await story.page());
  const statuses = await Promise.all(["/healthz", "/readyz", "/webhook", "/other"].map((path) => go(path)));
  expect(statuses.map(({ status }) => status)).toEqual([200, 503, 503, 404]);
});

test("an unknown or used state value changes nothing; a code works once", async () => {
  const started = await story.page();
  const { enter, lookOver, atGitHub, go } = visitor(started);
  await enter();
  const back = new URL(await atGitHub(await lookOver()));
  const other = new URL(back);
  other.searchParams.set("state", "guess");
  const foreign = await go(other.href);
  expect([foreign.status, foreign.text]).toEqual([
    400,
    expect.stringContaining("does not match a request from this server"),
  ]);

  const wrong = new URL(back);
  wrong.searchParams.set("code", "0123456789");
  const unknown = await go(wrong.href);
  expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining("no longer accepts this code")]);
  // That mark is used up; the page leads to a new one.
  expect((await go(back.href)).text).toContain("does not match a request from this server");
  const later = await atGitHub(await lookOver({ name: "Acme Reviews 2" }));
  expect((await go(later)).status).toBe(200);
});

test("an hour later GitHub does not know the code", async () => {
  const { enter, lookOver, atGitHub, go } = visitor(await story.page());
  await enter();
  const back = await atGitHub(await lookOver());
  story.github.state.oauthCodes.at(-1)!.expiresAt = Date.now() - 1;
  expect((await go(back)).text).toContain("A code can be used once, within one hour");
});

test("GitHub unreachable, then back: reloading the same address works", async () => {
  const { enter, lookOver, atGitHub, go } = visitor(await story.page());
  await enter();
  const back = await atGitHub(await lookOver());
  let broken = true;
  story.github.handlers.unshift(async (_request, response, { pathname }) => {
    if (!broken || !pathname.includes("/conversions")) return false;
    response.destroy();
    return true;
  });
  const lost = await go(back);
  expect([lost.status, lost.text]).toEqual([502, expect.stringContaining("GitHub did not answer")]);
  expect(lost.text).not.toContain(new URL(back).searchParams.get("code")!);
  broken = false;
  expect((await go(back)).status).toBe(200);
});

test("a key that cannot be written is kept in memory and written again later", async () => {
  const { enter, lookOver, atGitHub, go } = visitor(await story.page());
  await enter();
  const back = await atGitHub(await lookOver());
  const folder = join(story.folder, "data", "app.json.unfinished");
  mkdirSync(folder);
  writeFileSync(join(folder, "in-the-way"), "");
  const held = await go(back);
  expect([held.status, held.text]).toEqual([502, expect.stringContaining("could not be saved")]);
  rmSync(folder, { recursive: true });
  expect((await go(back)).status).toBe(200);
});

test("reports all invalid fields at once, keeps the input, and escapes it", async () => {
  const { enter, lookOver } = visitor(await story.page());
  await enter();
  const name = `"><script>alert(1)</script>`;
  const { status, text } = await lookOver({ name, organization: "a b", publicUrl: "nowhere" });
  expect(status).toBe(422);
  for (const says of ["The name can contain", "This is not a valid organisation", "The public address must look"])
    expect(text).toContain(says);
  expect(text).toContain("&lt;script&gt;");
  expect(text).not.toContain("<script");
});

test("behind a public address the page is opened and come back to by that", async () => {
  const started = await story.page({ publicUrl: "https://review.example.com/here" });
  const address = new URL(started.address());
  expect(address.href).toMatch(/^https:\/\/review\.example\.com\/here\/setup\?token=[\w-]{43}$/);
});
