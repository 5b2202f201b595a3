// Runs an eval in a real sandbox with a key and the proxy as its only network access.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { cleanupsOfEachTest } from "../../../../test/support/cleanups.ts";
import { changeOf, codeOf } from "../../../../test/support/change-of.ts";
import { noProjectDependencies, skipWithoutSandbox } from "../../../../test/support/sandbox.ts";
import type { EvalSettings } from "../../../change/config.ts";
import { makeRepository } from "../../../world/git/make-repository.ts";
import { openGit } from "../../../world/git/repository.ts";
import { openSandboxRunner } from "../../../world/sandbox/open-sandbox-runner.ts";
import { redactValues } from "../../../secrets/redact-values.ts";
import { evalsUnit } from "../evals-unit.ts";

const never = new AbortController().signal;
const cleanups = cleanupsOfEachTest();

const key = "sk-canary-0123456789";

/** Answers as a model would, to whoever has the key. */
async function model() {
  const seen: string[] = [];
  const server = createServer((asked, answer) => {
    seen.push(asked.headers.authorization ?? "");
    answer.end(asked.headers.authorization === `Bearer ${key}` ? "kind" : "who are you?");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

async function run(program: string, more: Partial<EvalSettings>, outer: { env?: object; unsafe?: boolean } = {}) {
  const base = { "prompts/a.md": "Be kind.\n", "evals/run.mjs": `${program}\n// "is kind"\n` };
  const head = { ...base, "prompts/a.md": "Be curt.\n" };
  const commits = [base, head].map((files, at) => ({ message: `${at}`, files }));
  const repository = await makeRepository(commits, process.env, never);
  const git = openGit(repository.path, process.env, never);
  const [at, to] = [(await git.resolve("HEAD~1"))!, (await git.resolve("HEAD"))!];
  const env = { PATH: process.env["PATH"], MODEL_KEY: key, OTHER_KEY: "sk-other-canary", ...outer.env };
  const sandbox = openSandboxRunner({
    git,
    base: at,
    head: to,
    clone: null,
    env,
    node: process.execPath,
    cache: null,
    stop: never,
    provide: async () => noProjectDependencies,
    ...(outer.unsafe && { unsafe: true }),
  });
  cleanups.push(
    repository.remove,
    () => git.close(),
    () => sandbox.close(),
  );
  const settings: EvalSettings = {
    repository: repository.path,
    run: "node evals/run.mjs",
    report: "/tmp/reports/junit.xml",
    paths: ["prompts/**"],
    env: ["MODEL_KEY"],
    hosts: [],
    ...more,
  };
  const heard: string[] = [];
  const change = { ...changeOf({ base, head }), owned: { is: "mine", why: "trusted-path" } as const };
  const needs = {
    code: codeOf({ base, head }),
    sandbox,
    panel: null,
    reports: Promise.resolve([]),
    onOutput: (_unit: string, text: string) => void heard.push(text),
  };
  const unit = evalsUnit([{ settings, redact: (text: string) => redactValues(text, [key]) }]);
  const result = await unit.run(change, needs, never);
  return { result, heard: heard.join(""), sandbox };
}

/** `text` is JavaScript that says why it fails, or null. */
const evalOf = (text: string) => `import { writeFileSync, readdirSync, readFileSync } from "node:fs";
const said = await (async () => { ${text} })().catch((error) => String(error.cause ?? error));
console.log("the key is", process.env.MODEL_KEY);
process.stdout.write(String(process.env.MODEL_KEY).slice(0, 9));
process.stdout.write(String(process.env.MODEL_KEY).slice(9) + "\\n");
const failure = said === null ? "" : "<failure message='" + said.replaceAll(/[<&']/g, "") + "'/>";
writeFileSync("/tmp/reports/junit.xml", "<testsuite><testcase name='is kind' file='evals/run.mjs'>" + failure + "</testcase></testsuite>");
process.exitCode = said === null ? 0 : 1;`;

const asks = (address: string) =>
  evalOf(`
  const answer = await fetch("${address}", { headers: { authorization: "Bearer " + process.env.MODEL_KEY } });
  const text = await answer.text();
  return text === "kind" ? null : answer.status + " " + text;`);

describe.skipIf(await skipWithoutSandbox())("in a sandbox", () => {
  test("an eval has its key, reaches its host, and the key is seen nowhere", async () => {
    const { port, seen } = await model();
    const { result, heard } = await run(asks(`http://127.0.0.1:${port}/v1`), { hosts: [`127.0.0.1:${port}`] });
    expect(result.evals!.scenarios).toEqual([
      { name: "is kind", file: "evals/run.mjs", is: "passed", message: null, existing: true },
    ]);
    expect(seen).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
    expect(heard).toBe("the key is ***\n***\n".repeat(2));
    expect(JSON.stringify(result)).not.toContain(key);
    expect(result.notes).toEqual([]);
  });

  test("encrypted traffic is tunnelled unchanged", async () => {
    const { port, seen } = await model();
    const { result } = await run(
      evalOf(`
        const { request } = await import("node:http");
        const { hostname, port } = new URL(process.env.HTTPS_PROXY);
        const tunnel = (path) => new Promise((settle, fail) =>
          request({ hostname, port, method: "CONNECT", path }).on("connect", (answer, socket) => settle({ answer, socket })).on("error", fail).end());
        const refused = await tunnel("api.example.com:443");
        if (refused.answer.statusCode !== 403) return "let through to somebody else";
        const { answer, socket } = await tunnel("127.0.0.1:${port}");
        if (answer.statusCode !== 200) return "refused: " + answer.statusCode;
        socket.write("GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\nAuthorization: Bearer " + process.env.MODEL_KEY + "\\r\\n\\r\\n");
        let text = "";
        for await (const piece of socket) text += piece;
        return text.endsWith("kind") ? null : text;`),
      { hosts: [`127.0.0.1:${port}`] },
    );
    expect(result.evals!.scenarios).toMatchObject([{ is: "passed", message: null }]);
    expect(seen).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
    expect(result.notes![0]).toContain("api.example.com:443");
  });

  test("another host is rejected and named, and the resulting failure is reported without the key", async () => {
    const [one, other] = [await model(), await model()];
    const { result } = await run(
      evalOf(`
        await fetch("http://127.0.0.1:${other.port}/" + process.env.MODEL_KEY).catch(() => null);
        if (readFileSync("prompts/a.md", "utf8").includes("kind")) return null;
        return "no kindness for " + process.env.MODEL_KEY;`),
      { hosts: [`127.0.0.1:${one.port}`] },
    );
    expect(other.seen).toEqual([]);
    expect(result.notes).toEqual([
      `It was not let through to hosts that its settings do not name: 127.0.0.1:${other.port}`,
    ]);
    expect(result.findings.map(({ severity, at }) => [severity, at.path])).toEqual([["high", "evals/run.mjs"]]);
    expect(JSON.stringify(result)).not.toContain(key);
    expect(result.evals).toMatchObject({ runs: 4, scenarios: [{ is: "failed", existing: true, onBase: "passed" }] });
  });

  test("without allowed hosts there is no network, and no other key is visible", async () => {
    const { port, seen } = await model();
    const { result } = await run(
      evalOf(`
        const lines = readdirSync("/proc").filter(Number).map((pid) => readFileSync("/proc/" + pid + "/cmdline", "utf8"));
        const plan = readFileSync("/crosscheck/plan.json", "utf8");
        if ([...lines, plan].some((text) => text.includes(process.env.MODEL_KEY))) return "it stands where others read it";
        if (process.env.OTHER_KEY || process.env.HTTPS_PROXY) return "it has more than it should";
        return await fetch("http://127.0.0.1:${port}").then(() => "reached", () => null);`),
      {},
    );
    expect(result.evals!.scenarios).toMatchObject([{ is: "passed", message: null }]);
    expect(seen).toEqual([]);
  });

  test("no other run has the key, before or after", async () => {
    const { sandbox } = await run(evalOf("return null;"), {});
    const words = ["node", "-p", "JSON.stringify(process.env)"] as const;
    const end = await sandbox.run({ of: "head" }, ["node"], [{ words, cwd: "", ms: 30_000 }], { stop: never });
    if (end.is !== "ran") throw new Error(JSON.stringify(end));
    expect(end.ends[0]!.code).toBe(0);
    expect(end.ends[0]!.output).toContain('"CI":"true"');
    expect(end.ends[0]!.output).not.toMatch(/MODEL_KEY|PROXY/);
  });
});

test("a missing key is named, and nothing starts", async () => {
  await expect(run("", { env: ["MODEL_KEY", "NO_KEY"] }, { env: { MODEL_KEY: "" } })).rejects.toThrow(
    "not set in the environment: MODEL_KEY, NO_KEY",
  );
});

test("is not run without a sandbox, because the key could leak", async () => {
  await expect(run("", {}, { unsafe: true })).rejects.toThrow("no-sandbox");
});
