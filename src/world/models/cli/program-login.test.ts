// Tests what a program in a sandbox gets of the user's login, with real bubblewrap and scripts in place of the programs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ask, faultOf } from "../../../../test/support/models/ask-fake-program.ts";
import {
  placeOfEachTest,
  promptSays,
  treesOf,
  tried,
  withSandbox,
} from "../../../../test/support/models/ask-with-trees.ts";
import { writeFake } from "../../../../test/support/models/fake-program.ts";
import { skipWithoutSandbox } from "../../../../test/support/sandbox.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import type { ModelProgram } from "./program.ts";

const at = placeOfEachTest();

const hour = 3_600_000;
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** As the real programs write them; with the file first that holds the login. */
function loginFiles(program: ModelProgram, expires: number): Record<string, string> {
  const token = `${encoded({})}.${encoded({ exp: Math.floor(expires / 1000) })}.access-secret`;
  const files: Record<ModelProgram["id"], Record<string, object>> = {
    claude: {
      ".claude/.credentials.json": {
        claudeAiOauth: { accessToken: token, refreshToken: "refresh-secret", expiresAt: expires, scopes: ["user"] },
        mcpOAuth: { other: { accessToken: "other-secret" } },
      },
    },
    codex: {
      ".codex/auth.json": {
        auth_mode: "chatgpt",
        OPENAI_API_KEY: "other-secret",
        tokens: { id_token: token, access_token: token, refresh_token: "refresh-secret", account_id: "a" },
        last_refresh: "2026-01-01T00:00:00Z",
      },
    },
    gemini: {
      ".gemini/oauth_creds.json": { access_token: token, refresh_token: "refresh-secret", expiry_date: expires },
      ".gemini/settings.json": { security: { auth: { selectedType: "oauth-personal" } }, mcpServers: {} },
    },
  };
  return Object.fromEntries(Object.entries(files[program.id]).map(([name, value]) => [name, JSON.stringify(value)]));
}

function writeHome(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at.place.home, name)), { recursive: true });
    writeFileSync(join(at.place.home, name), text);
  }
}

describe.skipIf(await skipWithoutSandbox()).each([claude, codex, gemini])("$id", (program) => {
  test("gets a copy of the login that cannot renew it, and nothing else of the user's home", async () => {
    const login = loginFiles(program, Date.now() + 2 * hour);
    const [file = ""] = Object.keys(login);
    writeHome({ ...login, ".ssh/id_ed25519": "private", [join(dirname(file), "history.jsonl")]: "private" });
    const own = `process.env[${JSON.stringify(program.home.variable)}]`;
    const name = file.slice(program.login.folder === "" ? 0 : program.login.folder.length + 1);
    const copy = `${own} + "/" + ${JSON.stringify(name)}`;
    const said = await tried(at, program, withSandbox(at, await treesOf(at)), {
      told: promptSays,
      access: `fs.readFileSync(${copy}, "utf8").includes("access-secret")`,
      others: `/refresh-secret|other-secret/.test(fs.readFileSync(${copy}, "utf8"))`,
      files: `fs.readdirSync(${own}, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length`,
      user: `fs.readdirSync(${JSON.stringify(at.place.home)})`,
      original: `fs.readFileSync(${JSON.stringify(join(at.place.home, file))}, "utf8")`,
      change: `(fs.writeFileSync(${copy}, "changed"), "written")`,
    });
    expect(said).toEqual({
      told: true,
      access: true,
      others: false,
      files: Object.keys(login).length,
      user: "ENOENT",
      original: "ENOENT",
      change: "written",
    });
    expect(readFileSync(join(at.place.home, file), "utf8")).toBe(login[file]);
  });

  test("renews a login that ends soon as ever, and then reads the files", async () => {
    const told = withSandbox(at, await treesOf(at));
    const tries = { told: promptSays, home: "process.env.HOME" };
    writeHome(loginFiles(program, Date.now() + hour / 12));
    expect(await tried(at, program, told, tries)).toEqual({ told: false, home: at.place.home });
    writeHome(loginFiles(program, Date.now() + hour));
    expect(await tried(at, program, told, tries)).toEqual({ told: true, home: "/tmp/home" });
  });

  test("names its token in no message", async () => {
    const login = loginFiles(program, Date.now() + hour);
    writeHome(login);
    const token = /[\w-]+\.[\w-]+\.access-secret/.exec(Object.values(login).join())![0];
    const does = `console.error("invalid token ${token}"); process.exit(1);`;
    const fault = await faultOf(at.place, program, { does }, withSandbox(at, await treesOf(at)));
    expect(fault.message).toContain("invalid token");
    expect(fault.message).not.toContain("access-secret");
  });
});

test.skipIf(await skipWithoutSandbox())("claude needs no file for a login in its environment", async () => {
  const env = { CLAUDE_CODE_OAUTH_TOKEN: "oauth-secret" };
  const does = `answer(JSON.stringify([fs.existsSync("head"), process.env.CLAUDE_CODE_OAUTH_TOKEN]));`;
  writeFake(at.place, claude, { does });
  const { text } = await ask(at.place, claude, withSandbox(at, { ...(await treesOf(at)), env }));
  expect(JSON.parse(text)).toEqual([true, "oauth-secret"]);
});
