// A server among people and machines that repeat everything: reviews and answers, errors that echo what was sent, and then
// everything that anybody could read afterwards.
import { createHmac, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { installApp } from "../../../src/standin/github/apps/install.ts";
import { openStandin } from "../../../src/standin/github/standin.ts";
import { openModelStandin } from "../../../src/standin/models/open.ts";
import { registerApp } from "../github-app.ts";
import { openBetween, type Heard } from "./between.ts";
import { fullChange, type Placed } from "./change.ts";
import { unfriendlyChange } from "./unfriendly.ts";
import { echoModel } from "./echo-model.ts";
import { encodings as allEncodings, type Encoding } from "./encodings.ts";
import { canaryKinds, canaryOf, canaryWith, type Canary, type CanaryKind } from "./kinds.ts";
import { startProgram } from "./server-process.ts";

/** Where something may be read that must not be. */
export const seenPlaces = [
  "log",
  "sent to GitHub",
  "prompts",
  "database",
  "database while it runs",
  "operator's pages",
  "reader's environment",
  "other children's environment",
  "command lines",
  "files left",
  "mirror's settings",
] as const;
export type SeenPlace = (typeof seenPlaces)[number];

export interface Seen {
  texts: Record<SeenPlace, (string | Uint8Array)[]>;
  /** The server's own, by where it has them. */
  own: readonly { from: "environment" | "config"; canary: Canary }[];
  placed: readonly Placed[];
  /** Whether it was a real try. */
  counts: Record<string, number>;
}

const variables: Record<CanaryKind, string> = {
  "GitHub token, classic": "GITHUB_TOKEN",
  "GitHub token, fine-grained": "BACKUP_TOKEN",
  "GitHub App's installation token": "GH_TOKEN",
  "GitHub App's private key": "OTHER_APP_KEY",
  "webhook secret": "CROSSCHECK_WEBHOOK_SECRET",
  "database password": "PGPASSWORD",
  "Anthropic key": "ANTHROPIC_API_KEY",
  "OpenAI key": "OPENAI_API_KEY",
  "Google key": "GEMINI_API_KEY",
  "AWS key pair": "AWS_KEYS",
  "Slack token": "SLACK_TOKEN",
  "npm token": "NPM_TOKEN",
};

function environmentOf(own: Seen["own"]): Record<string, string> {
  const pair = own.find(({ canary }) => canary.kind === "AWS key pair")!.canary.pieces;
  return {
    ...Object.fromEntries(own.map(({ canary }) => [variables[canary.kind as CanaryKind], canary.value])),
    AWS_ACCESS_KEY_ID: pair[0]!,
    AWS_SECRET_ACCESS_KEY: pair[1]!,
  };
}

export async function tellStory(encodings: readonly Encoding[]): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-canaries-"));
  const end: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    return await inFolder(folder, encodings, end);
  } finally {
    for (const close of end.toReversed()) await close();
  }
}

async function inFolder(
  folder: string,
  encodings: readonly Encoding[],
  end: (() => Promise<unknown> | void)[],
): Promise<Seen> {
  const path = process.env["PATH"] ?? "";
  const github = await openStandin({ folder: join(folder, "hub"), clock: { now: Date.now }, path });
  end.push(() => github.close());
  const between = await openBetween(github.url);
  end.push(() => between.close());
  github.hub.url = between.url;
  github.user("ada");
  github.organization("acme", [{ login: "ada", role: "admin" }]);
  const app = await registerApp(github, {
    contents: "write",
    events: ["pull_request", "issue_comment", "pull_request_review_comment", "pull_request_review", "check_run"],
  });
  installApp(github.hub, github.webhooks, { app, account: "acme", by: "ada" });

  const own = canaryKinds.map((kind) => ({ from: "environment" as const, canary: canaryOf(kind, "environment") }));
  const inConfig = canaryKinds.map((kind) => ({ from: "config" as const, canary: canaryOf(kind, "config") }));
  const valueOf = (kind: CanaryKind) => own.find(({ canary }) => canary.kind === kind)!.canary.value;
  app.webhookSecret = valueOf("webhook secret");

  const changes = [...encodings.map(fullChange), unfriendlyChange()];
  const placed = changes.flatMap((change) => change.placed);
  const keys = {
    anthropic: valueOf("Anthropic key"),
    "openai-responses": valueOf("OpenAI key"),
    "openai-chat": valueOf("OpenAI key"),
    google: valueOf("Google key"),
  };
  const model = echoModel(placed, (vendor) => keys[vendor]);
  const models = await openModelStandin({ script: model.script });
  end.push(() => models.close());

  const home = join(folder, "home");
  const [temporary, data, keyFile] = [join(home, "tmp"), join(home, "data"), join(folder, "key.pem")];
  mkdirSync(join(home, ".config/crosscheck"), { recursive: true });
  mkdirSync(temporary);
  writeFileSync(keyFile, app.privateKey!, { mode: 0o600 });
  // People keep notes in their config, and keys among them.
  const notes = inConfig.map(({ canary }) => canary.written.replaceAll(/^/gm, "# ")).join("\n");
  const config = `${notes}\nrecord: full\nmodels:
  - use: anthropic/claude-sonnet-4-5
    baseUrl: ${models.url("anthropic")}
  - use: openai/gpt-5
    baseUrl: ${models.url("openai-responses")}
  - use: google/gemini-2.5-pro
    baseUrl: ${models.url("google")}
reviewers:
  goal-reviewer: openai/gpt-5
  second-opinion: google/gemini-2.5-pro
`;
  const configFile = join(folder, "config.yml");
  writeFileSync(configFile, config);

  const server = startProgram(["serve", "--port", "0", "--data", data], {
    PATH: path,
    HOME: home,
    TMPDIR: temporary,
    CROSSCHECK_CONFIG: configFile,
    CROSSCHECK_GITHUB_HOST: between.host,
    CROSSCHECK_APP_ID: String(app.id),
    CROSSCHECK_APP_KEY: keyFile,
    ...environmentOf(own),
  });
  end.push(() => server.stop());
  const url = await server.listening;
  if (url === null) throw new Error(`the server did not start: ${server.said.join("")}`);
  app.webhookUrl = `${url}/webhook`;
  const said = () => server.said.join("");
  const times = (what: string) => said().split(`"what":"${what}"`).length - 1;

  // Reviews, with a model that repeats what it saw; then a question on each.
  const pulls = [];
  for (const [at, change] of changes.entries()) {
    const repository = await github.repository("acme", `shop-${at}`, [{ message: "feat: a shop", files: change.base }]);
    const commits = [{ message: change.message, files: change.head }];
    await github.push(repository, "side", commits, { from: "main", by: "ada" });
    const { title, body } = change;
    pulls.push(await github.openPull(repository, "ada", { title, head: "side", body }));
  }
  await until(() => times("posted") + times("failed") >= pulls.length);
  for (const [at, pull] of pulls.entries()) github.comment(pull, "ada", changes[at]!.comment);
  await until(() => times("answered") + times("not answered") >= pulls.length);

  // Somebody between us and GitHub repeats in its errors what came with the request, in every encoding: to git, to who reads,
  // and to who writes.
  const repeated = (secret: string) => allEncodings.map(({ write }) => write(secret)).join(" ");
  const faults = ["git", "read", "write"] as const;
  between.instead = (heard) => {
    const fault = faults.find((where) => isFor(heard, where));
    if (!fault) return null;
    const message = `not with ${repeated(heard.token)}`;
    if (fault === "git") return { status: 500, type: "text/plain", body: message };
    return { status: fault === "read" ? 403 : 422, body: JSON.stringify({ message, errors: [{ message }] }) };
  };
  for (const name of faults) {
    const repository = await github.repository("acme", name, [{ message: "feat: it", files: { "a.ts": "1;\n" } }]);
    await github.push(repository, "side", [{ message: "feat: two", files: { "a.ts": "2;\n" } }], { from: "main" });
    await github.openPull(repository, "ada", { title: "feat: two", head: "side", body: "" });
  }
  await until(() => faults.every((name) => said().includes(`acme/${name}#1`)));

  // It knows more than it should: every secret of the server's stands in an error of GitHub's, one at a time. A text that is
  // not taken out shows in what is left of the line; one that is taken out leaves room for the next.
  const everything = [...own, { canary: canaryWith("GitHub App's private key", app.privateKey!) }].flatMap(
    ({ canary }) =>
      canary.pieces
        .slice(0, 2)
        .flatMap((piece) => [repeated(piece), ...allEncodings.map(({ write }) => write(piece)).slice(5)]),
  );
  let told = 0;
  between.instead = ({ path: asked }) =>
    asked === "/api/v3/app" ? { status: 403, body: JSON.stringify({ message: `no: ${everything[told++]}` }) } : null;
  await server.stop();
  const again = startProgram(["serve", "--port", "0", "--data", data], {
    PATH: path,
    HOME: home,
    TMPDIR: temporary,
    CROSSCHECK_CONFIG: configFile,
    CROSSCHECK_GITHUB_HOST: between.host,
    CROSSCHECK_APP_ID: String(app.id),
    CROSSCHECK_APP_KEY: keyFile,
    ...environmentOf(own),
  });
  end.push(() => again.stop());
  const secondUrl = await again.listening;
  for (let sent = 0; told < everything.length && sent < everything.length * 2; sent++) {
    const before = told;
    await deliver(`${secondUrl}/webhook`, app.webhookSecret);
    await until(() => told > before || again.child.exitCode !== null);
  }
  const pages = await Promise.all(
    ["metrics", "readyz", "healthz", "nothing"].map(async (page) => await (await fetch(`${secondUrl}/${page}`)).text()),
  );
  const dataWhileItRuns = filesIn(data).map(({ bytes }) => bytes);
  await again.stop();

  const left = filesIn(home).filter(({ name }) => !name.startsWith("data/"));
  const isObject = /\/objects\/(?:pack|[0-9a-f]{2})\//;
  const both = [server, again];
  const environment = (kind: "reader" | "git fetch" | "other") =>
    both.flatMap(({ environments }) => [...(environments.get(kind) ?? [])]);
  const tokens = github.state.tokens.flatMap((one) => (one.kind === "installation" ? [one.token] : []));
  return {
    texts: {
      log: both.flatMap((one) => one.said),
      "sent to GitHub": between.sent,
      prompts: model.prompts,
      database: filesIn(data).map(({ bytes }) => bytes),
      "database while it runs": dataWhileItRuns,
      "operator's pages": pages,
      "reader's environment": environment("reader"),
      "other children's environment": [...environment("git fetch"), ...environment("other")],
      "command lines": both.flatMap(({ commandLines }) => [...commandLines]),
      "files left": left.filter(({ name }) => !isObject.test(name)).map(({ bytes }) => bytes),
      "mirror's settings": left
        .filter(({ name }) => /(?:^|\/)(?:config|HEAD|packed-refs|FETCH_HEAD|description)$/.test(name))
        .map(({ bytes }) => bytes),
    },
    own: [
      ...own,
      ...inConfig,
      { from: "environment", canary: canaryWith("GitHub App's private key", app.privateKey!) },
      ...tokens.map((token) => ({
        from: "environment" as const,
        canary: canaryWith("GitHub App's installation token", token),
      })),
    ],
    placed,
    counts: {
      reviews: times("posted"),
      answers: times("answered"),
      prompts: model.prompts.length,
      repeated: model.repeated,
      "files looked up": model.lookedUp,
      "errors told": told,
      readers: environment("reader").length,
      "children seen": both.reduce((sum, { commandLines }) => sum + commandLines.size, 0),
    },
  };
}

/** The installation's own questions name the repository in their address or among their variables. */
function isFor({ path, body, method }: Heard, where: "git" | "read" | "write"): boolean {
  if (where === "git") return path.startsWith("/acme/git.git/");
  const isMine = path.includes(`/acme/${where}/`) || body.includes(`"${where}"`);
  const isWrite = (method !== "GET" && !path.endsWith("/graphql")) || /"query":\s*"\s*mutation/.test(body);
  return isMine && isWrite === (where === "write");
}

async function deliver(address: string, secret: string): Promise<void> {
  const body = JSON.stringify({ zen: "Keep it logically awesome." });
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  await fetch(address, {
    method: "POST",
    headers: { "x-github-delivery": randomUUID(), "x-github-event": "ping", "x-hub-signature-256": signature },
    body,
  });
}

function filesIn(folder: string): { name: string; bytes: Uint8Array }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((file) => ({ name: relative(folder, file), bytes: readFileSync(file) }));
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
