// Tests programs as models, played by scripts on a private PATH: their input and what they may see.
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ModelFault } from "../../../errors.ts";
import { ask, given, usual } from "../../../../test/support/models/ask-fake-program.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { makePlace, writeFake, type FakePlace } from "../../../../test/support/models/fake-program.ts";
import { gemini } from "./gemini.ts";
import { openCliModel } from "./open.ts";

let place: FakePlace;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

describe.each([codex, gemini, claude])("$id", (program) => {
  test("answers and reports its usage", async () => {
    writeFake(place, program, { does: `answer('{"findings":[]}');` });
    const events: unknown[] = [];
    const reply = await ask(place, program, { began: () => events.push("began"), used: () => events.push("used") });
    const usage = {
      codex: { input: 120, cacheReads: 30, cacheWrites: 0, output: 9 },
      gemini: { input: 120, cacheReads: 30, cacheWrites: 0, output: 11 },
      claude: { input: 100, cacheReads: 30, cacheWrites: 20, output: 9 },
    }[program.id];
    expect(reply).toEqual({ text: '{"findings":[]}', usage, steps: 1 });
    expect(events).toEqual(["began", "used"]);
    expect(readdirSync(place.tempRoot)).toEqual([]);
  });

  test("starts in an empty temporary folder, with the question on its input and in no argument", async () => {
    const { args, input, cwd, inside } = await given(place, program);
    expect(cwd.startsWith(place.tempRoot)).toBe(true);
    expect(inside).toEqual([]);
    expect(input).toContain("Review this change.\n\n<<diff>>\n\nLook for races.");
    expect(args.join(" ")).not.toContain("<<diff>>");
    expect(readdirSync(place.tempRoot)).toEqual([]);
  });

  test("gets only the required environment and its own key", async () => {
    const keys = ["CODEX_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "ANTHROPIC_API_KEY"];
    const others = [
      "GITHUB_TOKEN",
      "GH_TOKEN",
      "AWS_SECRET_ACCESS_KEY",
      "DATABASE_URL",
      "NODE_OPTIONS",
      "SSH_AUTH_SOCK",
    ];
    const network = ["HTTPS_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS", "LANG"];
    const env = Object.fromEntries([...keys, ...others, ...network].map((name) => [name, `value-of-${name}`]));
    const saw = await given(place, program, {
      env: { ...env, NODE_OPTIONS: "--no-warnings", NODE_EXTRA_CA_CERTS: "/dev/null" },
    });
    if (program.home.forKey === "any") network.push(program.home.variable);
    const fixed = Object.keys(
      program.start({ model: null, effort: null, reader: null, baseUrl: null, beside: "", ...usual }).env,
    );
    expect(
      Object.keys(saw.env)
        .filter((name) => !fixed.includes(name))
        .toSorted(),
    ).toEqual(["HOME", "PATH", "TMPDIR", program.key, ...network].toSorted());
    expect(saw.env[program.key]).toBe(`value-of-${program.key}`);
    expect(saw.env["TMPDIR"]!.startsWith(place.tempRoot)).toBe(true);
  });

  test("gets the reasoning effort in its own option, or rejects the setting", async () => {
    const settings = { effort: "low" } as const;
    const option = { codex: 'model_reasoning_effort="low"', claude: "--effort low", gemini: null }[program.id];
    const saw = given(place, program, { settings });
    if (option === null) await expect(saw).rejects.toThrow("gemini has no option for the effort");
    else expect((await saw).args.join(" ")).toContain(option);
    expect((await given(place, program)).args.join(" ")).not.toContain("effort");
  });

  test("gets the key of the configured variable under its own name", async () => {
    const { env } = await given(place, program, { settings: { key: "TEAM_KEY" }, env: { TEAM_KEY: "team-secret" } });
    expect(env[program.key]).toBe("team-secret");
    expect(env).not.toHaveProperty("TEAM_KEY");
  });

  test("has a home of its own with a configured key, and the user's otherwise", async () => {
    const settings = { key: "TEAM_KEY" };
    const theirs = { [program.home.variable]: place.notes };
    const own = await given(place, program, { settings, env: { ...theirs, TEAM_KEY: "team-secret" } });
    expect(own.env[program.home.variable]!.startsWith(place.tempRoot)).toBe(true);
    expect(own.inside).toEqual([]);
    const users = await given(place, program, { env: theirs });
    expect(users.env[program.home.variable]).toBe(place.notes);
  });

  test("uses the configured model, and its own default otherwise", async () => {
    const named = await given(place, program, { settings: { use: `${program.id}/some-model` } });
    expect(named.args[named.args.indexOf("--model") + 1]).toBe("some-model");
    expect((await given(place, program)).args).not.toContain("--model");
  });

  test("gets its answer and the problem in the repair round", async () => {
    const earlier = [{ answer: '{"findings":"```"}', complaint: "findings: expected array" }];
    const { input } = await given(place, program, { request: { earlier } });
    expect(input).toContain('````\n{"findings":"```"}\n````');
    expect(input).toContain("```\nfindings: expected array\n```");
  });

  test("ends if the spending budget is exceeded", async () => {
    writeFake(place, program, { does: "answer('{}');" });
    const over = new ModelFault(program.id, "over-budget", "nothing left");
    const used = () => {
      throw over;
    };
    await expect(ask(place, program, { used })).rejects.toBe(over);
  });
});

test("answers two concurrent questions", async () => {
  writeFake(place, codex, { does: "answer('{}');" });
  const replies = await Promise.all([ask(place, codex), ask(place, codex)]);
  expect(replies.map(({ text }) => text)).toEqual(["{}", "{}"]);
});

describe("details before the first question", () => {
  test.each([
    [{ use: "codex" }, {}, null],
    [{ use: "codex/gpt-5" }, {}, null],
    [{ use: "codex", price: { input: 1, output: 2 } }, {}, { input: 1, output: 2, cacheRead: 1, cacheWrite: 1 }],
  ])("%j has an unknown price, because it uses a login", (settings, env, price) => {
    const { facts } = openCliModel(settings, { env });
    expect(facts).toMatchObject({ name: settings.use, price, tools: false });
  });

  test("with a key, a configured model has the vendor's price", () => {
    const { facts } = openCliModel({ use: "codex/gpt-5" }, { env: { CODEX_API_KEY: "x" } });
    expect(facts.price).not.toBeNull();
  });

  test("an API is not a program", () => {
    expect(() => openCliModel({ use: "openai/gpt-5" }, { env: {} })).toThrow("is not a program");
  });
});

describe("restrictions", () => {
  test("codex has no commands or approvals, and reads only our settings", async () => {
    const { args, beside } = await given(place, codex, { settings: { baseUrl: "http://127.0.0.1:1/v1" } });
    expect(args.slice(0, 8).join(" ")).toBe(
      "exec --json --sandbox read-only --skip-git-repo-check --ephemeral --ignore-user-config --ignore-rules",
    );
    const pairs = args.map((arg, at) => `${arg} ${args[at + 1]}`);
    expect(pairs).toEqual(
      expect.arrayContaining([
        "--disable shell_tool",
        "--disable unified_exec",
        '--config approval_policy="never"',
        '--config web_search="disabled"',
        "--config features.hooks=false",
        '--config openai_base_url="http://127.0.0.1:1/v1"',
      ]),
    );
    expect(args.at(-1)).toBe("-");
    expect(beside).toEqual(["answer-schema.json"]);
  });

  test("codex gets a schema only if its vendor accepts it", async () => {
    const loose = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false };
    const { args, beside, input } = await given(place, codex, { request: { schema: loose } });
    expect(args).not.toContain("--output-schema");
    expect(beside).toEqual([]);
    expect(input).toContain(JSON.stringify(loose));
  });

  test("gemini runs in plan mode, and an overriding policy denies every tool", async () => {
    const { args, beside, env } = await given(place, gemini, { settings: { baseUrl: "http://127.0.0.1:1" } });
    expect(args.slice(0, 4)).toEqual(["--skip-trust", "--approval-mode", "plan", "--admin-policy"]);
    expect(args.slice(5).join(" ")).toBe(
      "--output-format stream-json --extensions none --allowed-mcp-server-names none",
    );
    expect(beside).toEqual(["no-tools.toml"]);
    expect(env["GOOGLE_GEMINI_BASE_URL"]).toBe("http://127.0.0.1:1");
  });

  test("claude has no tools, servers, settings or session, and reads no file that a change mentions", async () => {
    const { args, env } = await given(place, claude, { settings: { baseUrl: "http://127.0.0.1:1" } });
    const pairs = args.map((arg, at) => `${arg} ${args[at + 1]}`);
    expect(args).toEqual(
      expect.arrayContaining([
        "--print",
        "--strict-mcp-config",
        "--no-session-persistence",
        "--disable-slash-commands",
      ]),
    );
    expect(pairs).toEqual(expect.arrayContaining(["--tools ", "--setting-sources "]));
    expect(args[args.indexOf("--settings") + 1]).toContain('"deny":["Read","Read(//**)"]');
    expect(env).toMatchObject({
      ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
      CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
      CLAUDE_CODE_DISABLE_FILE_MENTIONS: "1",
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: "8000",
    });
  });
});
