// Servers that do not start, since something secret stands where something else should, or leads nowhere. What they say of it
// goes to a terminal or a log.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodings, haystackOf } from "./encodings.ts";
import { canaryOf, type Canary, type CanaryKind } from "./kinds.ts";
import { startProgram } from "./server-process.ts";

export interface Mishap {
  name: string;
  said: string;
  leaked: readonly string[];
}

interface Start {
  canary: Canary;
  env?: Record<string, string>;
  config?: string;
  args?: readonly string[];
}

const of = (kind: CanaryKind, name: string) => canaryOf(kind, `mishap, ${name}`);

function starts(folder: string): Record<string, Start> {
  const key = of("GitHub App's private key", "key");
  const database = of("database password", "database");
  const anthropic = of("Anthropic key", "config");
  const password = encodeURIComponent(database.value);
  const notAKey = join(folder, "not-a-key");
  writeFileSync(notAKey, `${key.pieces.join("\n")}\n`);
  const at = (address: string) => ({ canary: database, env: { DATABASE_URL: address } });
  return {
    "the key itself instead of its file": { canary: key, env: { CROSSCHECK_APP_KEY: key.value } },
    "the key on one line instead of its file": {
      canary: key,
      env: { CROSSCHECK_APP_KEY: key.value.replaceAll("\n", "\\n") },
    },
    "the key in base64 instead of its file": { canary: key, env: { CROSSCHECK_APP_KEY: btoa(key.value) } },
    "a file that holds no PEM": { canary: key, env: { CROSSCHECK_APP_KEY: notAKey } },
    "a database that nobody serves": at(`postgres://shop:${password}@127.0.0.1:1/shop`),
    "a database at no host": at(`postgres://shop:${password}@no.such.host.invalid/shop`),
    "a database at no port": at(`postgres://shop:${password}@127.0.0.1:nine/shop`),
    "a database address with a bare password": at(`postgres://shop:${database.value}@127.0.0.1:1/shop`),
    "a password among the database's options": at(`postgres://127.0.0.1:1/shop?user=shop&password=${password}`),
    "a database address of another kind": at(`mysql://shop:${password}@127.0.0.1:1/shop`),
    "both a database and a folder": { ...at(`postgres://shop:${password}@127.0.0.1:1/shop`), args: ["--data", folder] },
    "a key in the config instead of its name": {
      canary: anthropic,
      config: `models:\n  - use: anthropic/claude-sonnet-4-5\n    key: ${anthropic.value}\n`,
    },
    "a key in the config under a name of its own": {
      canary: anthropic,
      config: `models:\n  - use: anthropic/claude-sonnet-4-5\n    apiKey: ${anthropic.value}\n`,
    },
    "a key as the model's name": { canary: anthropic, config: `models:\n  - use: ${anthropic.value}\n` },
    "a config that is no YAML": { canary: anthropic, config: `models:\n  - use: "a\n key: ${anthropic.value}\n]` },
    "a key as the config's own key": { canary: anthropic, config: `${anthropic.value}: 1\n` },
    "a webhook's secret as the App's id": {
      canary: of("webhook secret", "id"),
      env: { CROSSCHECK_APP_ID: of("webhook secret", "id").value },
    },
  };
}

export async function mishaps(): Promise<Mishap[]> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-mishaps-"));
  try {
    const left = Object.entries(starts(folder));
    const done: Mishap[] = [];
    while (left.length > 0)
      done.push(...(await Promise.all(left.splice(0, 3).map(([name, start]) => mishap(name, start, folder)))));
    return done;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function mishap(name: string, { canary, env = {}, config, args = [] }: Start, folder: string): Promise<Mishap> {
  const home = mkdtempSync(join(folder, "home-"));
  const [keyFile, configFile] = [join(home, "key.pem"), join(home, "config.yml")];
  mkdirSync(join(home, "tmp"));
  writeFileSync(keyFile, "no key is needed to come this far\n");
  writeFileSync(configFile, config ?? "");
  const started = startProgram(["serve", "--port", "0", ...args], {
    PATH: process.env["PATH"],
    HOME: home,
    TMPDIR: join(home, "tmp"),
    CROSSCHECK_CONFIG: configFile,
    // Nobody listens there.
    CROSSCHECK_GITHUB_HOST: "127.0.0.1:1",
    CROSSCHECK_APP_ID: "1",
    CROSSCHECK_APP_KEY: keyFile,
    CROSSCHECK_WEBHOOK_SECRET: "a secret of the webhook",
    ...env,
  });
  const url = await started.listening;
  // One that starts all the same asks GitHub who it is, with whatever it has for a key.
  if (url !== null) while (!started.said.join("").includes('"why"')) await new Promise((done) => setTimeout(done, 20));
  await started.stop();
  const said = started.said.join("");
  const stack = haystackOf([said]);
  return { name, said, leaked: encodings.filter((one) => stack.has(canary, one)).map((one) => one.name) };
}
