// Tests which secrets, files and commands non-code reports, beyond its examples.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { openGitRepository } from "../../app/review/open-repository.ts";
import { readChange } from "../../change/read-change.ts";
import { makeRepository, type CommitFixture } from "../../world/git/make-repository.ts";
import { largestFile } from "../../world/git/own-directory.ts";
import { gate } from "../gate.ts";
import { runChecks } from "../run-checks.ts";
import { textsOf } from "../texts.ts";
import { secretsInFile } from "./non-code/secrets-in-file.ts";
import { ignoresOf } from "../gitignore.ts";
import { hasValidChecksum, isLiveUrl, looksRandom } from "../../secrets/looks-random.ts";
import { secretRules } from "../../secrets/secret-rules.ts";
import { nonCode } from "./non-code.ts";
import { cases } from "../../../test/support/cases.ts";

type Files = Record<string, string>;

async function run(base: Files, head: Files) {
  return (await nonCode.run(changeOf({ base, head }), { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000)))
    .findings;
}

async function report(base: Files, head: Files): Promise<string[]> {
  return (await run(base, head)).map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

// Repeatable noise, generated here so that scanners find no key in this file.
function noise(length: number, alphabet: string, seed = 7): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return alphabet.charAt(state % alphabet.length);
  }).join("");
}
const hex = "0123456789abcdef";
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

describe("secrets", () => {
  const tokens: readonly [string, string][] = [
    ["AWS access key id", `AKIA${noise(16, upper)}`],
    ["Google API key", `AIza${noise(35, letters)}`],
    ["DigitalOcean token", `dop_v1_${noise(64, hex)}`],
    ["Twilio auth token", `TWILIO_AUTH_TOKEN=${noise(32, hex)}`],
    ["Mailgun key", `key-${noise(32, hex)}`],
    ["Telegram bot token", `${noise(9, "123456789")}:AA${noise(33, letters)}`],
    ["Discord webhook", `https://discord.com/api/webhooks/${noise(18, "123456789")}/${noise(68, letters)}`],
    ["Azure storage key", `AccountKey=${noise(86, letters)}==`],
    ["age secret key", `AGE-SECRET-KEY-1${noise(58, upper)}`],
    ["Supabase key", `sbp_${noise(40, hex)}`],
    ["PlanetScale token", `pscale_tkn_${noise(43, letters)}`],
    ["Doppler token", `dp.pt.${noise(43, letters)}`],
    ["GitLab token", `glrt-${noise(20, letters)}`],
    ["Sentry token", `sntryu_${noise(64, hex)}`],
    ["New Relic key", `NRAK-${noise(27, upper)}`],
    ["Pulumi token", `pul-${noise(40, hex)}`],
    ["Airtable token", `pat${noise(14, letters)}.${noise(64, hex)}`],
    ["GitHub token", `ghp_${noise(36, letters)}`],
    ["Slack token", `xoxb-${noise(12, "123456789")}-${noise(12, "123456789", 3)}-${noise(24, letters)}`],
    ["private key", `${["-----BEGIN", "PRIVATE KEY-----"].join(" ")}\nMII${noise(61, letters)}`],
  ];

  const found = (path: string, text: string) =>
    secretsInFile(path, text).map(({ what, certainty }) => `${certainty}: ${what}`);

  test.each(tokens)("%s is live in code, and at most possible in tests", (what, text) => {
    expect(found("src/config.ts", `const a = "${text}";\n`)).toEqual([`live: ${what}`]);
    // A checksum shows that this one is made up.
    const inTest = what === "GitHub token" ? [] : [`possible: ${what}`];
    expect(found("src/config.test.ts", `const a = "${text}";\n`)).toEqual(inTest);
  });

  test("every rule starts with one of its literals and is bounded", () => {
    const unbounded = /(?<!\\)[*+](?![^[]*\])|\{\d+,\}/;
    const wrong = secretRules.filter(
      ({ starts, pattern }) => starts.length === 0 || !pattern.sticky || unbounded.test(pattern.source),
    );
    expect(wrong).toEqual([]);
  });

  test("a key among fuzzer inputs or scanner rules is listed but not posted", async () => {
    const key = `${tokens.find(([what]) => what === "private key")![1]}\n`;
    const sureness = async (path: string) => (await run({}, { [path]: key })).map(({ confidence }) => confidence >= 5);
    expect(await sureness("deploy/keys/server.pem")).toEqual([true]);
    for (const path of [
      "Fuzzing/Shop.Fuzz.Corpus/Cases/key.pem",
      "fuzz/corpus/key.pem",
      "lib/TestCases.PEM/key.pem",
      "scan/rules/gcp.go",
    ])
      expect(await sureness(path)).toEqual([false]);
  });

  test("no message repeats the secret", async () => {
    const token = `ghp_${noise(36, letters)}`;
    const url = `https://deploy:${noise(20, letters)}@db.crosscheck.dev/x`;
    const findings = await run({ "a.yml": "x: 1\n" }, { "a.yml": `x: 1\ny: ${token}\nz: ${url}\n` });
    expect(findings).toHaveLength(2);
    for (const { title, explanation } of findings) {
      for (const secret of [token, url])
        for (let at = 0; at + 5 <= secret.length - 8; at++)
          expect(title + explanation).not.toContain(secret.slice(at + 4, at + 12));
    }
  });

  test("a moved secret is reported at its new line, a removed one at its old line, a repeated one once", async () => {
    const moved = `ghp_${noise(36, letters)}`;
    const removed = `AKIA${noise(16, upper)}`;
    const findings = await run(
      { "a.txt": `${moved}\nkeep\n${removed}\n` },
      { "a.txt": "keep\n", "b.sql": `-- ${moved}\n-- ${moved}\n` },
    );
    expect(findings.map(({ at, kind }) => [at.path, at.side, at.start, kind])).toEqual([
      ["b.sql", "head", 1, "secret"],
      ["a.txt", "base", 3, "removed-secret"],
    ]);
  });

  test.each([
    [`const clientSecret = "${noise(32, letters)}";`, true],
    [`"password": "${noise(24, letters)}",`, true],
    [`AUTH_TOKEN = '${noise(40, letters)}'`, true],
    [`secret_key: "${noise(43, letters)}"`, true],
    ['const secret = "projects/Shop1/secrets/StripeKey2";', false],
    ['const passwordHint = "forms.password.Hint12Characters";', false],
    ['secretKey: "stripeSecretKeyV2Production"', false],
    ['accessToken: "${ACCESS_TOKEN_OF_THE_SHOP_1a}"', false],
    [`const secretHash = "${noise(40, hex)}";`, false],
    [`entries = { "password", "${noise(24, letters)}" }`, true],
    ['out.append("OldPassword: ").append("***").append(",");', false],
    ['"required": ["RoleName", "Username", "Password", "Bucket3Configuration"],', false],
    ['keyring.set_password("shopcli2", key, entered)', false],
    ['c.password = Buffer.from(get(":_password"), "base64")', false],
    ["say('it should ' + (expected ? 'pass' : 'fail2x9q'))", false],
    [`req.Header.Set("Sec-WebSocket-Key", "${noise(22, letters)}==")`, false],
    ['LS32_PAT = "(?:{hex}:{hex}|{ipv4})".format(hex=HEX, ipv4=IPV4)', false],
    ['<Brush x:Key="ShopLightTextBrushV2Xq" Color="Red"/>', false],
    ["<pre>Authorization: AWS4-HMAC-SHA256 Credential={access_key_id}/us-east-1</pre>", false],
  ])("told by its name: %s", (text, expected) => {
    const certainties = (path: string) => secretsInFile(path, text).map(({ certainty }) => certainty);
    expect(certainties("src/config.ts")).toEqual(expected ? ["live"] : []);
    expect(certainties("docs/config.md")).toEqual(expected ? ["possible"] : []);
    expect(certainties("config.example.yml")).toEqual(expected ? ["possible"] : []);
  });

  test.each([
    ["a key of a web page", `{ apiKey: "AIza${noise(35, letters)}", authDomain: "shop.firebaseapp.com" }`],
    ["a key that searches", `{ appId: "SHOP1", apiKey: "${noise(32, hex)}", indexName: "docs" }`],
    ["an address for reports of errors", `dsn: "https://${noise(32, hex)}@o1.ingest.sentry.io/7"`],
    [
      "a token of a tutorial's form",
      `token: "${btoa('{"alg":"HS256"}').replaceAll("=", "")}.${btoa('{"sub":"1234567890"}').replaceAll("=", "")}.${noise(43, letters)}"`,
    ],
  ])("%s may be one, for a person to say", (_, text) => {
    expect(secretsInFile("src/page.ts", text).map(({ certainty }) => certainty)).toEqual(["possible"]);
  });

  test("ignore comments of another scanner are honoured", () => {
    expect(secretsInFile("a.ts", `const a = "AKIA${noise(16, upper)}"; // gitleaks:allow\n`)).toEqual([]);
  });

  test("a long line of base64 is not a secret", () => {
    const line = noise(861_000, `${letters}+/`);
    expect(secretsInFile("data.json", line)).toEqual([]);
  });
});

describe("secrets in the commits of a change", () => {
  const token = `ghp_${noise(36, letters)}`;
  const other = `AKIA${noise(16, upper)}`;
  const first: CommitFixture = {
    message: "Start",
    files: { "README.md": "# App\n", "src/a.ts": "export const a = 1;\n" },
  };

  /** The findings of a review of everything after the first commit, including gates. */
  async function review(...commits: readonly CommitFixture[]) {
    return await reviewFrom(first, ...commits);
  }

  async function reviewFrom(base: CommitFixture, ...commits: readonly CommitFixture[]) {
    const stop = AbortSignal.timeout(20_000);
    const repository = await makeRepository([base, ...commits], process.env, stop);
    const { git, code, close } = openGitRepository(repository.path, process.env, stop);
    try {
      const from = await repository.git("rev-list", "--max-parents=0", "HEAD");
      const change = await readChange(
        { kind: "range", from, to: "HEAD", symmetric: false },
        {},
        { git, user: {}, knownChecks: [nonCode.id], largestFile },
      );
      const around = code.at(change.base, change.head);
      const texts = textsOf(around);
      const reports = await runChecks([nonCode], change, around, { stop, now: () => 0, texts });
      return {
        judged: await gate(change, reports, texts, "2026-01-01"),
        says: reports[0]?.verdicts[0]?.evidence,
        commits: change.words.commits.map(({ sha }) => sha),
      };
    } finally {
      await close();
      repository.remove();
    }
  }

  test("a secret that was added and removed again is posted with its commit", async () => {
    const { judged, commits, says } = await review(
      { message: "Set up", files: { ".env": `PORT=1\nTOKEN=${token}\n`, "src/a.ts": "export const a = 2;\n" } },
      { message: "Clean up", files: { ".env": null } },
    );
    expect(judged).toHaveLength(1);
    const [{ finding, outcome } = { finding: null, outcome: null }] = judged;
    expect(outcome).toBe("listed");
    expect(finding?.kind).toBe("removed-secret");
    expect(finding?.title).toContain(`Commit ${commits[0]?.slice(0, 12)}`);
    expect(finding?.explanation).toContain("line 2 of .env");
    expect(finding?.explanation).toContain("Revoke");
    expect(finding?.evidence[0]).toMatchObject({ commit: commits[0], text: `TOKEN=${token}`, masked: "TOKEN=ghp_…" });
    expect(says).toContain("each of 2 commits");
  });

  test("even if the commits leave no file changed", async () => {
    const { judged } = await review(
      { message: "Set up", files: { "src/a.ts": `export const a = "${token}";\n` } },
      { message: "Clean up", files: first.files },
    );
    expect(judged.map(({ finding }) => [finding.at.path, finding.kind])).toEqual([["src/a.ts", "removed-secret"]]);
  });

  test("a secret that remains is reported once, at its line", async () => {
    const { judged } = await review(
      { message: "Set up", files: { "a.yml": `token: ${token}\n` } },
      { message: "Go on", files: { "b.yml": "x: 1\n" } },
    );
    expect(judged.map(({ finding }) => `${finding.at.path}:${finding.at.start} ${finding.kind}`)).toEqual([
      "a.yml:1 secret",
    ]);
  });

  test("a secret of the base that is removed and restored is not reported", async () => {
    const old = { ...first, files: { "config.yml": `name: app\nkey: ${other}\n` } };
    const { judged } = await reviewFrom(
      old,
      { message: "Move", files: { "config.yml": "name: app\n", "moved.yml": `key: ${other}\n` } },
      { message: "Move back", files: { ...old.files, "moved.yml": null, "b.txt": "b\n" } },
    );
    expect(judged).toEqual([]);
  });

  test("a secret that ends up only in tests is made up", async () => {
    const { judged } = await review(
      { message: "Try", files: { "src/a.ts": `export const a = "${token}";\n` } },
      {
        message: "Move to the test",
        files: { "src/a.ts": "export const a = 2;\n", "src/a.test.ts": `f("${token}");\n` },
      },
    );
    expect(judged).toEqual([]);
  });
});

describe("possible secrets", () => {
  const password = noise(20, letters);
  const sure = async (base: Files, head: Files) =>
    (await run(base, head)).map(({ at, confidence, evidence }) => [
      `${at.path}:${at.start}`,
      confidence >= 5 ? "posted" : "advisory",
      evidence.length,
    ]);

  test("a password that a person chose is advisory, with all its places, and a generated one is posted", async () => {
    const settings = `services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: tr0ubadour\n  app:\n    environment:\n      PGPASSWORD: tr0ubadour\n`;
    expect(await sure({}, { "compose.yml": settings })).toEqual([["compose.yml:4", "advisory", 2]]);
    expect(await sure({}, { "compose.yml": settings.replaceAll("tr0ubadour", password) })).toEqual([
      ["compose.yml:4", "posted", 2],
    ]);
  });

  test("a value that an example file has too is advisory", async () => {
    const env = { "deploy/app.env": `DB_PASSWORD=${password}\n` };
    const example = { "deploy/app.env.example": `DB_PASSWORD=${password}\n` };
    expect(await sure({}, env)).toEqual([["deploy/app.env:1", "posted", 1]]);
    expect(await sure(example, { ...example, ...env })).toEqual([["deploy/app.env:1", "advisory", 1]]);
    expect((await sure({}, { ...example, ...env })).map(([, outcome]) => outcome)).toEqual(["advisory"]);
  });

  test.each([
    ["a variable", "DB_PASSWORD=${VAULT_DB_PASSWORD}"],
    ["a command", "DB_PASSWORD=$(cat /run/secrets/db)"],
    ["a placeholder", "DB_PASSWORD=your-password-here"],
    ["a word that says what it is", "DB_PASSWORD=secret"],
    ["a secret of the workflow", "DB_PASSWORD: ${{ secrets.DB_PASSWORD }}"],
    ["a pattern of names", `"pattern":"arn:aws:secretsmanager:[a-z0-9\\\\-]+:[0-9]{12}:secret:[a-zA-Z0-9-_/+=.@!]+"`],
    ["a hash", "password: $2b$12$" + noise(53, letters)],
    ["a page of results", `next_token: ${noise(40, letters)}`],
    ["a public key", `public_key: ${noise(40, letters)}`],
    ["a path", "private_key: certs/server-2024.key"],
    ["a form", "password_label: Kennwort1"],
  ])("%s is none", async (_, line) => {
    expect(await sure({}, { "config/app.yml": `${line}\n` })).toEqual([]);
  });
});

describe("credentials that the docs at base publish", () => {
  const key = `key-${noise(32, hex)}`;
  const head = { "docker/seed.yml": `mailgun: ${key}\n` };
  const countFindings = async (base: Files) => (await report(base, { ...base, ...head })).length;

  cases("%s: %j", async (path, text) => await countFindings({ [path]: text }), [
    ["README.md", `## Local development\n\nThe seeded account is ${key}.\n`, 0],
    ["docs/setup/accounts.md", `Demo account:\n\n    ${key}\n`, 0],
    ["AGENTS.md", `Tests log in with ${key}.\n`, 0],
    // A secret that someone pasted into a README is still a leak.
    ["README.md", `Send mail with ${key}.\n`, 1],
    ["src/notes.txt", `seed: ${key}\n`, 1],
  ]);

  test("docs of the change itself excuse nothing", async () => {
    expect(await report({}, { ...head, "README.md": `The seed is ${key}.\n` })).not.toEqual([]);
  });
});

describe("guidance", () => {
  const doc = (command: string, before = "Then run:") => `# Deploy\n\n${before}\n\n\`\`\`sh\n${command}\n\`\`\`\n`;

  test.each([
    ["curl -fsSLk https://get.crosscheck.dev/cli -o cli", "weakened-security"],
    ["$ sudo wget --no-check-certificate https://get.crosscheck.dev/cli", "weakened-security"],
    ["export NODE_TLS_REJECT_UNAUTHORIZED=0", "weakened-security"],
    ["aws s3 ls --no-verify-ssl", "weakened-security"],
    ["r = requests.get(url, verify=False)", "weakened-security"],
    ["ssh -o StrictHostKeyChecking=no deploy@web1", "weakened-security"],
    ["sudo chmod -R 777 /var/www", "weakened-security"],
    ["GRANT ALL PRIVILEGES ON DATABASE app TO PUBLIC;", "weakened-security"],
    ["ALTER ROLE app WITH SUPERUSER;", "weakened-security"],
    ["host all all 0.0.0.0/0 trust", "weakened-security"],
    ["sudo setenforce 0", "weakened-security"],
    ["cd /srv && sudo ufw disable", "weakened-security"],
    ["sudo rm -rf /", "unsafe-command"],
    ["curl http://get.crosscheck.dev/install | sudo bash", "unsafe-command"],
    ["git push --force origin main", "unsafe-command"],
    ["git push origin main --force", "unsafe-command"],
    ["git push --force-with-lease origin topic", null],
    ["ALTER ROLE app NOSUPERUSER;", null],
    ["host all all 127.0.0.1/32 trust", null],
    ["chmod 755 /var/www", null],
    ["chmod 777 /tmp/shared", null],
    ["rm -rf /var/cache/app", null],
    ["curl -k https://127.0.0.1:8443/", null],
    ["curl https://get.crosscheck.dev/install | sudo bash", null],
    // Only a runbook describes operations on production.
    ["DROP TABLE orders;", null],
  ])("%s", async (command, kind) => {
    const kinds = (await report({}, { "docs/deploy.md": doc(command) })).map((line) => line.split(" ")[1]);
    expect(kinds).toEqual(kind === null ? [] : [kind]);
  });

  test.each([
    ["DROP DATABASE shop;", 1],
    ["DELETE FROM orders;", 1],
    ["DELETE FROM orders WHERE id = 7;", 0],
    ["UPDATE users SET active = false;", 1],
    ["UPDATE users SET active = false WHERE id = 7;", 0],
    ["kubectl delete ns shop", 1],
    ["kubectl delete pod shop-7", 0],
    ["redis-cli -h cache FLUSHALL", 1],
  ])("in a runbook: %s", async (command, findings) => {
    expect(await report({}, { "runbooks/shop.md": doc(command) })).toHaveLength(findings);
  });

  test.each([
    ["a warning before it", { "docs/a.md": doc("sudo setenforce 0", "Never do this:") }],
    ["a comment in the block", { "docs/a.md": doc("# only on a throw-away machine\nsudo setenforce 0") }],
    ["a heading that says for what it is", { "docs/a.md": doc("sudo ufw disable").replace("Deploy", "Local setup") }],
    ["a sentence about it", { "docs/a.md": "Run `chmod 777 x` and see it refused.\nchmod 777 is refused.\n" }],
    ["a test", { "test/docs/a.md": doc("sudo setenforce 0") }],
    ["a changelog", { "CHANGELOG.md": doc("sudo setenforce 0") }],
    [
      "a script that says why",
      { "scripts/copy.sh": "# the host is made anew each night\nssh -o StrictHostKeyChecking=no a\n" },
    ],
    ["a script of CI", { "ci/copy.sh": "ssh -o StrictHostKeyChecking=no a\n" }],
  ])("quiet: %s", async (_name, head) => {
    expect(await report({}, head)).toEqual([]);
  });

  test("a script without a warning is reported, and a moved line is not", async () => {
    const script = "ssh -o StrictHostKeyChecking=no deploy@web1\n";
    expect(await report({}, { "scripts/copy.sh": script })).toEqual(["scripts/copy.sh:1 weakened-security"]);
    expect(
      await report({ "scripts/a.sh": `set -e\n${script}` }, { "scripts/a.sh": "set -e\n", "scripts/b.sh": script }),
    ).toEqual([]);
  });

  test("a line of five megabytes is skipped", async () => {
    expect(await report({}, { "docs/a.md": doc(`curl ${"-a ".repeat(1_700_000)}`) })).toEqual([]);
  });
});

describe("files of one machine", () => {
  test.each([
    [".claude/settings.local.json", true],
    [".claude/settings.2025.bak", true],
    [".remember/now.md", true],
    ["src/.a.ts.swp", true],
    ["src/a.ts~", true],
    ["tmp/out.txt", true],
    ["tmp/.keep", false],
    ["src/tmp/out.txt", false],
    [".claude/settings.json", false],
    ["Gemfile.lock", false],
  ])("%s", async (path, reported) => {
    const head = { [path]: path.endsWith("lock") ? "GEM\n  remote: x\n" : "{}\n" };
    expect(await report({}, head)).toEqual(reported ? [`${path}:1 local-file`] : []);
  });

  test("files in an existing temporary folder are not reported", async () => {
    const base = { "tmp/a.txt": "a\n" };
    expect(await report(base, { ...base, "tmp/b.txt": "b\n" })).toEqual([]);
  });
});

describe("placeholders", () => {
  test.each([
    ["AKIA", "IOSFODNN7", "EXAMPLE"].join(""),
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "glpat-your-personal-access-token",
    "sk_live_deadbeefdeadbeefdeadbeef",
    "AIza${GOOGLE_KEY_FROM_THE_ENVIRONMENT_XX}",
    "key-11111111111111111111111111111111",
    "dop_v1_abcabcabcabcabcabcabcabcabcabcabcabc",
  ])("%s is none", (value) => expect(looksRandom(value)).toBe(false));

  test("a marker in front of a whole key does not hide it", () => {
    expect(looksRandom(`example${noise(80, letters)}`)).toBe(true);
  });

  cases("%s", isLiveUrl, [
    [`postgres://app:${noise(16, letters)}@db.crosscheck.dev:5432/app`, true],
    ["postgres://app:hunter2@db.crosscheck.dev/app", false],
    [`postgres://app:${noise(16, letters)}@localhost:5432/app`, false],
    [`https://app:${noise(16, letters)}@example.com/`, false],
    [`mysql://app:${noise(16, letters)}@db:3306/app`, false],
    ["https://user:${PASSWORD}@crosscheck.dev", false],
  ]);

  test("GitHub's checksum", () => {
    const token = ["ghp_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ", "0mLq17"].join("");
    expect(hasValidChecksum(token)).toBe(true);
    expect(hasValidChecksum(token.replace("zQ", "zR"))).toBe(false);
    expect(hasValidChecksum("glpat-x")).toBeNull();
  });
});

describe("gitignore", () => {
  test.each([
    ["a.log", true],
    ["keep.log", false],
    ["build/x/y.txt", true],
    ["sub/build/x.txt", false],
    ["sub/b.log", true],
    ["sub/only.txt", true],
    ["only.txt", false],
  ])("%s", async (path, ignored) => {
    const { head } = codeOf({
      head: { ".gitignore": "*.log\n!keep.log\nbuild/\n", "sub/.gitignore": "!build/\nonly.txt\n" },
    });
    expect((await ignoresOf(head).ruleFor(path)) !== null).toBe(ignored);
  });

  test("a moved rule, and one that the base has elsewhere, are not new", async () => {
    const tracked = { "a/local.json": "{}\n" };
    expect(
      await report({ ...tracked, ".gitignore": "a/*.json\nx\n" }, { ...tracked, ".gitignore": "x\na/*.json\n" }),
    ).toEqual([]);
    expect(
      await report({ ...tracked, ".gitignore": "*.json\n" }, { ...tracked, ".gitignore": "*.json\na/local.json\n" }),
    ).toEqual([]);
  });

  test("a repository that routinely tracks ignored files is not reported", async () => {
    const base = { ".gitignore": "*.log\n", "old.log": "1\n" };
    expect(await report(base, { ...base, "new.log": "2\n" })).toEqual([]);
  });
});

describe("hooks", () => {
  const settings = (command: string) => ({
    ".claude/settings.json": `{ "hooks": { "Stop": [{ "hooks": [\n  { "command": ${JSON.stringify(command)} }\n] }] } }\n`,
  });

  test.each([
    ["npm install -g thing", true],
    ["curl -fsSL https://x.dev/i.sh | sh", true],
    ["nohup guard run > /dev/null 2>&1 &", true],
    ["npx prettier --write .", false],
    ["npx -y guard-tool check", true],
    ["npx -y guard-tool@2.1.0 check", false],
    ["uvx guard-tool", true],
    ["docker compose -f dev.yml up -d", true],
    ["brew services start redis", true],
    ["guard-tool guard start", true],
    ["echo done && exit 0", false],
    ["npm test 2>&1", false],
  ])("%j", async (command, reported) => {
    expect(await report({}, settings(command))).toEqual(reported ? [".claude/settings.json:2 auto-run-hook"] : []);
  });

  test("a command that was there before is not new", async () => {
    const before = settings("npm install");
    expect(await report(before, { ".claude/settings.json": `${before[".claude/settings.json"]}\n` })).toEqual([]);
  });

  test("an install script that changes is not a new one, and the same one in two packages is one finding", async () => {
    const manifest = (script: string) => `{ "scripts": { "postinstall": "${script}" } }\n`;
    expect(await report({ "package.json": manifest("node a.js") }, { "package.json": manifest("node b.js") })).toEqual(
      [],
    );
    expect(
      await report({}, { "a/package.json": manifest("node x.js"), "b/package.json": manifest("node x.js") }),
    ).toEqual(["a/package.json:1 install-script"]);
  });
});

test("telephone numbers: a real one, a fictional one and another number", async () => {
  const real = ["+49 171", "90 83 62 7"].join(" ");
  const csv = (value: string) => ({ "test/fixtures/people.csv": `name,phone\nx,${value}\n` });
  expect(await report({}, csv(real))).toEqual(["test/fixtures/people.csv:2 personal-data"]);
  expect(await report({}, csv("+1 202 555 0187"))).toEqual([]);
  expect(await report({}, csv("1e+1234567890"))).toEqual([]);
});

test.each([
  ['"email": "margarete.osterhagen@osterwald-kontor.de"', 1],
  ['"email": "jane.doe@osterwald-kontor.de"', 0],
  ['"email": "margarete.osterhagen@example.org"', 0],
  ['"email": "margarete.osterhagen@mycompany.com"', 0],
  ['"email": "support@osterwald-kontor.de"', 0],
  ['"phone": "(0451) 970 38 22"', 1],
  ['"phone": "(202) 555-0143"', 0],
  ['"phone": "12345678901"', 0],
  ['"id": "0451 970 38 22"', 0],
  ['"remote_addr": "84.172.19.203"', 1],
  ['"x-forwarded-for": "84.172.19.203"', 1],
  ['"ip": "192.168.19.203"', 0],
  ['"ip": "203.0.113.7"', 0],
  ['"version": "84.172.19.203"', 0],
])("personal data in a fixture: %s", async (line, count) => {
  const head = { "test/fixtures/people.json": `{\n  ${line}\n}\n`, "src/people.json": `{\n  ${line}\n}\n` };
  expect(await report({}, head)).toEqual(count === 0 ? [] : ["test/fixtures/people.json:2 personal-data"]);
});

test("a comment that turns another scanner off does not turn this check off, nor break it", async () => {
  const key = `AKIA${noise(16, upper)}`;
  const head = {
    "src/a.ts": `// secretlint-disable-next-line\nexport const key = "${key}";\n/* secretlint-disable */\n`,
  };
  expect(await report({}, head)).toEqual(["src/a.ts:2 secret"]);
});
