import { expect, test } from "vitest";
import { openLog } from "./log.ts";
import { processSecrets } from "../../secrets/process-secrets.ts";
import { cases } from "../../../test/support/cases.ts";

cases("%s", (_, env) => processSecrets(env), [
  [
    "what is called a secret",
    { SLACK_TOKEN: "abcdefgh1", aws_secret_access_key: "ijklmnop2" },
    ["abcdefgh1", "ijklmnop2"],
  ],
  ["not what is called otherwise", { HOME_TOWN: "abcdefgh1", LANG: "en_GB.UTF-8" }, []],
  ["not what is too short to tell", { API_KEY: "on" }, []],
  ["not where something is", { CROSSCHECK_APP_KEY: "/etc/key.pem", SSH_AUTH_SOCK: "/run/agent" }, []],
  ["a key, though it begins like a path", { APP_KEY: "/a\n/b\n/cdefg" }, ["/a\n/b\n/cdefg"]],
  ["not an address without a password", { BASE_URL: "https://example.com/x" }, []],
  [
    "an address with one, and the password by itself, both ways",
    { DATABASE_URL: "postgres://me:a%2Fbcd@db/x" },
    ["postgres://me:a%2Fbcd@db/x", "a%2Fbcd", "a/bcd"],
  ],
  [
    "one that no program can read",
    { DATABASE_URL: "postgres://me:p@ss/w%rd@db:nope/x" },
    ["postgres://me:p@ss/w%rd@db:nope/x", "p@ss/w%rd", "p@ss/w%rd"],
  ],
  [
    "one that is asked for by name",
    { DATABASE_URL: "postgres:///x?host=/run&password=abcdefgh1" },
    ["postgres:///x?host=/run&password=abcdefgh1", "abcdefgh1"],
  ],
]);

test("no secret is logged, as text, key, error or list item", () => {
  const lines: string[] = [];
  const secret = "line-one/of+it\nline-two/of+it";
  const log = openLog({
    write: (line) => void lines.push(line),
    now: () => 0,
    secrets: processSecrets({ A_KEY: secret }),
  });
  for (const line of secret.split("\n"))
    for (const form of [line, btoa(line), encodeURIComponent(line), Buffer.from(line).toString("hex")])
      log(`said ${form}`, { why: new Error(form), [form]: [form, { deep: form }] });
  expect(lines).toHaveLength(8);
  const all = lines.join("");
  for (const line of secret.split("\n")) {
    expect(all).not.toContain(line);
    expect(all).not.toContain(btoa(line).slice(0, -3));
  }
});
