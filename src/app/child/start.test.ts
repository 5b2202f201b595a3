// The process that asks models: what it gets of the environment, what is heard of it, and that it ends.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { UserError } from "../../errors.ts";
import type { Apart } from "./messages.ts";
import { reviewApart, type Hearing } from "./start.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-apart-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const apart: Apart = {
  what: { is: "change", change: changeOf({ head: { a: "a\n" } }) },
  folder: "/nowhere",
  today: "2026-11-16",
  running: { quick: false, asked: false, probe: false, unsafe: false, clone: null },
  user: {
    models: [
      { use: "anthropic/claude-sonnet-4-5" },
      { use: "compatible/llama", key: "MY_KEY", baseUrl: "http://localhost:1" },
    ],
  },
  limits: {},
  repository: "here",
  spent: { all: 0, repository: 0 },
};
const env = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/home/ada",
  GITHUB_TOKEN: "ghp_secret",
  GH_TOKEN: "secret",
  OPENAI_API_KEY: "of another vendor",
  ANTHROPIC_API_KEY: "its own",
  MY_KEY: "its own too",
  CROSSCHECK_APP_KEY: "/key.pem",
};
const deaf: Hearing = { progress() {}, call: async () => {} };

/** A program that does this instead of reviewing; `input` is all that came by standard input. */
function program(body: string): string[] {
  const file = join(folder, "program.mjs");
  writeFileSync(
    file,
    `let input = ""; for await (const part of process.stdin) input += part;\nconst say = (said) => console.log(JSON.stringify(said));\n${body}`,
  );
  return [process.execPath, file];
}

function started(body: string, hearing = deaf, stop = new AbortController().signal) {
  return reviewApart(apart, { program: program(body), env, stop }, hearing);
}

describe("the process that asks models", () => {
  test("gets the keys of its models, and no token and no other key", async () => {
    const told = started(
      'say({ is: "failed", as: "user", message: Object.keys(process.env).sort().join(" "), remedy: "" });',
    );
    await expect(told).rejects.toThrow(/^ANTHROPIC_API_KEY HOME MY_KEY PATH$/);
  });

  test("gets the change by its input, not by its arguments", async () => {
    const told = started(
      'say({ is: "failed", as: "user", message: `${process.argv.slice(2)} ${JSON.parse(input).what.is}`, remedy: "" });',
    );
    await expect(told).rejects.toThrow("review-apart change");
  });

  test("is heard as it goes on, each call at once, and its draft is handed on", async () => {
    const heard: unknown[] = [];
    const hearing: Hearing = {
      progress: (step) => heard.push(step),
      call: async (run, call) => void heard.push([run, call]),
    };
    const body = `say({ is: "progress", step: { step: "judging" } });
say({ is: "call", run: "r", call: { unit: "code-reviewer" } });
say({ is: "drafted", draft: { id: "d" }, asked: { run: "r", given: { today: "x" } } });`;
    expect(await started(body, hearing)).toEqual({
      draft: { id: "d" },
      asked: { run: "r", given: { today: "x" } },
    });
    expect(heard).toEqual([{ step: "judging" }, ["r", { unit: "code-reviewer" }]]);
  });

  test("what it refuses is said as if it had been refused here; what breaks it is our fault, and is named", async () => {
    const refused = started('say({ is: "failed", as: "user", message: "too dear", remedy: "Raise it." });');
    await expect(refused).rejects.toThrow(UserError);
    await expect(started('throw new Error("broken to bits");')).rejects.toThrow(/ended with 1: [^]*broken to bits/);
  });

  test("ends when it is told to stop", async () => {
    const stopping = new AbortController();
    const heard: Hearing = { ...deaf, progress: () => stopping.abort(new Error("enough")) };
    const running = started(
      'say({ is: "progress", step: { step: "judging" } }); setInterval(() => {}, 1000);',
      heard,
      stopping.signal,
    );
    await expect(running).rejects.toThrow("enough");
  });
});
