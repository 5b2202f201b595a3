// Holds a real answer of every route against GitHub's published OpenAPI types, with the compiler, and its addresses and
// times against their formats.
import { execFileSync } from "node:child_process";
import { createSign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type Shop } from "../../../test/support/github/sample-repository.ts";
import { appRoutes } from "./apps.ts";
import { newKeys } from "./manifest.ts";
import { restRoutes } from "./rest/answer.ts";

interface Answered {
  /** As GitHub's description names the route. */
  route: string;
  method: string;
  status: number;
  body: unknown;
}

let shop: Shop;
const answered: Answered[] = [];

/** A route and the values of its path, then a body; whoever asks is Ada unless it says otherwise. */
type Request = [route: string, path: string, body?: object | undefined, by?: "bob" | "ci" | "jwt"];

beforeAll(async () => {
  shop = await openShop();
  const { standin, repository, pull, tokens } = shop;
  const { state } = standin;
  const ci = standin.appToken(repository, "ci", { checks: "write", pull_requests: "write", contents: "write" });
  const revoked = standin.appToken(repository, "ci", { checks: "write" });
  const app = state.apps.find(({ slug }) => slug === "ci")!;
  const { publicKey, privateKey } = await newKeys();
  Object.assign(app, { publicKey, webhookUrl: "http://127.0.0.1:1/hook", webhookSecret: "secret" });
  const head = pull.head.oid;
  const comment = { path: "till.ts", line: 10, side: "RIGHT", startLine: null, startSide: null } as const;
  await standin.review(pull, "ci[bot]", { comments: [{ ...comment, body: "The till stays open." }] });
  const line = state.reviewComments.at(-1)!.id;
  const talk = standin.comment(pull, "ci[bot]", "Which till?").id;
  const requested = await standin.review(pull, "bob", { event: "REQUEST_CHANGES", body: "Close it." });
  const seen = await standin.review(pull, "ci[bot]", { event: "COMMENT", body: "Seen." });
  const run = standin.checkRun(repository, "ci", { name: "build", headSha: head, status: "in_progress" }).id;
  standin.status(repository, "bob", { sha: head, context: "deploy", state: "pending" });
  standin.react({ kind: "issue-comment", id: talk }, "bob", "eyes");
  standin.react({ kind: "review-comment", id: line }, "bob", "heart");
  standin.label(pull, "urgent");
  const installation = state.installations.find((one) => one.app === app.id)!.id;
  const archive = new Uint8Array([80, 75]);
  const artifact = {
    id: 7002,
    repository: repository.id,
    run: 9,
    name: "tests",
    archive,
    expired: false,
    createdAt: 0,
  };
  state.artifacts.push(artifact);
  const delivery = { app: app.id, hook: null, event: "ping", action: null, payload: "{}", at: 0, redelivery: false };
  state.deliveries.push({
    ...delivery,
    id: 7001,
    guid: "g",
    status: 200,
  } as unknown as (typeof state.deliveries)[number]);
  const [p, i] = ["/repos/{owner}/{repo}/pulls/{pull_number}", "/repos/{owner}/{repo}/issues/{issue_number}"];
  const [pulls, issues] = ["/repos/{owner}/{repo}/pulls/comments", "/repos/{owner}/{repo}/issues/comments"];
  const requests: Request[] = [
    ["GET /", ""],
    ["GET /rate_limit", ""],
    ["GET /user", ""],
    ["GET /user/installations", ""],
    ["GET /installation/repositories", "", undefined, "ci"],
    ["GET /repos/{owner}/{repo}", "ada/shop"],
    [`GET ${i}`, "ada/shop/1"],
    [`GET ${i}/labels`, "ada/shop/1"],
    [`POST ${i}/labels`, "ada/shop/1", { labels: ["later"] }],
    [`DELETE ${i}/labels/{name}`, "ada/shop/1/later"],
    ["GET /repos/{owner}/{repo}/collaborators/{username}/permission", "ada/shop/bob"],
    ["GET /repos/{owner}/{repo}/pulls", "ada/shop"],
    [`GET ${p}`, "ada/shop/1"],
    [`GET ${p}/files`, "ada/shop/1"],
    [`GET ${p}/commits`, "ada/shop/1"],
    ["GET /repos/{owner}/{repo}/compare/{basehead}", "ada/shop/main...feature"],
    ["GET /repos/{owner}/{repo}/commits", "ada/shop"],
    ["GET /repos/{owner}/{repo}/commits/{ref}", "ada/shop/feature"],
    ["GET /repos/{owner}/{repo}/commits/{ref}/status", "ada/shop/feature"],
    ["GET /repos/{owner}/{repo}/contents/{path}", "ada/shop/till.ts"],
    [`POST ${p}/reviews`, "ada/shop/1", { body: "Looks fine." }, "bob"],
    [`GET ${p}/reviews`, "ada/shop/1"],
    [`GET ${p}/reviews/{review_id}`, `ada/shop/1/${seen.id}`],
    [`POST ${p}/reviews/{review_id}/events`, "ada/shop/1/0", { event: "COMMENT", body: "Now." }, "bob"],
    [`PUT ${p}/reviews/{review_id}/dismissals`, `ada/shop/1/${requested.id}`, { message: "It is closed." }],
    [`GET ${p}/comments`, "ada/shop/1"],
    [`POST ${p}/comments`, "ada/shop/1", { path: "till.ts", line: 10, commit_id: head, body: "Why?" }, "bob"],
    [`POST ${p}/comments/{comment_id}/replies`, `ada/shop/1/${line}`, { body: "Closed." }],
    [`GET ${pulls}`, "ada/shop"],
    [`GET ${pulls}/{comment_id}`, `ada/shop/${line}`],
    [`PATCH ${pulls}/{comment_id}`, `ada/shop/${line}`, { body: "The till stays open at night." }, "ci"],
    [`POST ${pulls}/{comment_id}/reactions`, `ada/shop/${line}`, { content: "+1" }],
    [`GET ${pulls}/{comment_id}/reactions`, `ada/shop/${line}`],
    [`GET ${issues}`, "ada/shop"],
    [`GET ${issues}/{comment_id}`, `ada/shop/${talk}`],
    [`PATCH ${issues}/{comment_id}`, `ada/shop/${talk}`, { body: "Which one?" }, "ci"],
    [`POST ${issues}/{comment_id}/reactions`, `ada/shop/${talk}`, { content: "rocket" }],
    [`GET ${issues}/{comment_id}/reactions`, `ada/shop/${talk}`],
    [`DELETE ${issues}/{comment_id}`, `ada/shop/${talk}`, undefined, "ci"],
    [`POST ${i}/comments`, "ada/shop/1", { body: "Hello" }, "ci"],
    [`GET ${i}/comments`, "ada/shop/1"],
    [`POST ${i}/reactions`, "ada/shop/1", { content: "eyes" }],
    ["POST /repos/{owner}/{repo}/check-runs", "ada/shop", { name: "lint", head_sha: head }, "ci"],
    [
      "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}",
      `ada/shop/${run}`,
      { status: "completed", conclusion: "neutral", output: { title: "Done", summary: "1 remark" } },
      "ci",
    ],
    ["GET /repos/{owner}/{repo}/check-runs/{check_run_id}", `ada/shop/${run}`],
    ["GET /repos/{owner}/{repo}/commits/{ref}/check-runs", "ada/shop/feature"],
    ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts", "ada/shop/9"],
    ["GET /app", "", undefined, "jwt"],
    ["GET /app/installations", "", undefined, "jwt"],
    ["GET /app/installations/{installation_id}", `${installation}`, undefined, "jwt"],
    ["POST /app/installations/{installation_id}/access_tokens", `${installation}`, { repositories: ["shop"] }, "jwt"],
    ["GET /repos/{owner}/{repo}/installation", "ada/shop", undefined, "jwt"],
    ["GET /users/{username}/installation", "ada", undefined, "jwt"],
    ["GET /app/hook/config", "", undefined, "jwt"],
    ["GET /app/hook/deliveries", "", undefined, "jwt"],
    ["POST /app/hook/deliveries/{delivery_id}/attempts", "7001", undefined, "jwt"],
    ["DELETE /installation/token", "", undefined, "ci"],
  ];
  const jwt = signed(app.clientId, privateKey, shop.clock.now());
  for (const [named, values, body, by] of requests) {
    const [method = "", route = ""] = named.split(" ");
    // A pending review is the one that was just made.
    const pending = state.reviews.find((one) => one.state === "PENDING")?.id;
    const rest = values.split("/");
    const path = route.replaceAll(/\{\w+\}/g, () => rest.shift() ?? "").replace("reviews/0/", `reviews/${pending}/`);
    const token = named.startsWith("DELETE /installation")
      ? revoked
      : by === "bob"
        ? tokens.bob
        : by === "ci"
          ? ci
          : tokens.ada;
    const reply = await shop.ask(method, `/api/v3${path}`, by === "jwt" ? jwt : token, body, {
      "content-type": "application/json",
    });
    answered.push({ route, method, status: reply.status, body: reply.json });
  }
}, 60_000);

afterAll(async () => await shop.close());

function signed(issuer: string, key: string, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const at = Math.floor(now / 1000);
  const text = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iss: issuer, iat: at - 10, exp: at + 300 })}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key).toString("base64url")}`;
}

test("every route was asked, and answered", () => {
  expect(answered.filter(({ status }) => status >= 300)).toEqual([]);
  const asked = (method: string, pattern: RegExp) =>
    answered.some((one) => one.method === method && pattern.test(one.route.replaceAll(/\{\w+_id\}/g, "1")));
  const missing = [
    ...restRoutes
      .filter(({ method, template }) => !answered.some((one) => one.method === method && one.route === template))
      .map(({ method, template }) => `${method} ${template}`),
    ...appRoutes
      .filter(([method, pattern]) => !asked(method, pattern))
      .map(([method, pattern]) => `${method} ${pattern}`),
  ];
  expect(missing).toEqual([]);
  expect(answered).toHaveLength(restRoutes.length + appRoutes.length);
});

test("every answer is of the published type", () => {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-published-"));
  try {
    writeFileSync(join(folder, "answers.ts"), checkedByCompiler());
    const types = fileURLToPath(import.meta.resolve("@octokit/openapi-types/types.d.ts"));
    const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], target: "esnext", module: "preserve" };
    const compilerOptions = { ...options, paths: { "@octokit/openapi-types": [types] } };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["answers.ts"] }));
    expect(complaints(folder)).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

/** The types of this list demand that an account is a user and an enterprise at once; those of its items do not. */
const listed = new Map([["/app/installations", 'readonly Frozen<components["schemas"]["installation"]>[]']]);

/** Constants, because an object literal may have no more than its type, and GitHub's answers may. */
function checkedByCompiler(): string {
  const start = [
    'import type { components, paths } from "@octokit/openapi-types";',
    "type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;",
    'type Body<R> = R extends { content: { "application/json": infer B } } ? Frozen<B> : null;',
  ];
  const checks = answered.map(({ route, method, status, body }, at) => {
    const published = `paths[${JSON.stringify(route)}][${JSON.stringify(method.toLowerCase())}]["responses"][${status}]`;
    const type = listed.get(route) ?? `Body<${published}>`;
    return `const a${at} = ${JSON.stringify(body)} as const;\nexport const b${at}: ${type} = a${at};`;
  });
  return [...start, ...checks].join("\n").replaceAll("= null as const", "= null");
}

function complaints(folder: string): string {
  const tsc = fileURLToPath(new URL("../../../node_modules/.bin/tsc", import.meta.url));
  try {
    execFileSync(tsc, ["-p", folder, "--pretty", "false"], { encoding: "utf8", stdio: "pipe" });
    return "";
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

test("every address is a URI, and every time is one", () => {
  const wrong: string[] = [];
  for (const { route, body } of answered)
    walk(body, (name, text) => {
      // Addresses for clones by SSH are none, and some are templates.
      const isAddress = /(?:^|_)(?:url|href)$/.test(name) && name !== "ssh_url";
      if (isAddress && !uri.test(text.replaceAll(/\{[^{}]+\}/g, ""))) wrong.push(`${route} ${name}: ${text}`);
      if (name.endsWith("_at") && !time.test(text)) wrong.push(`${route} ${name}: ${text}`);
    });
  expect(wrong).toEqual([]);
});

const uri =
  /^[a-z][a-z\d+.-]*:\/\/[\w.:-]+(?:\/[\w\-.~!$&'()*+,;=:@%/]*)?(?:\?[\w\-.~!$&'()*+,;=:@%/?]*)?(?:#[\w\-.~!$&'()*+,;=:@%/?]*)?$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function walk(value: unknown, visit: (name: string, text: string) => void, name = ""): void {
  if (typeof value === "string") visit(name, value);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) walk(inner, visit, Array.isArray(value) ? name : key);
}
