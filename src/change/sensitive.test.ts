// Tests which paths and lines count as security-sensitive.
import { describe, expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { findSensitive, sensitiveTopics, type SensitiveTopic } from "./sensitive.ts";

function hitsIn(head: Record<string, string>, base: Record<string, string> = {}) {
  return findSensitive(changeOf({ base, head }).files);
}

describe("where a mistake costs more, by path", () => {
  const byPath: Record<string, SensitiveTopic[]> = {
    "src/auth/check.ts": ["auth"],
    "src/login.ts": ["auth"],
    "src/AuthService.ts": ["auth"],
    "src/oauthClient.ts": ["auth"],
    "src/OAuthClient.ts": ["auth"],
    "src/userSession.ts": ["session"],
    "src/crypto/box.ts": ["crypto"],
    "lib/jwt.py": ["session"],
    "src/cookies.ts": ["session"],
    "config/secrets.yml": ["secrets"],
    ".env.production": ["secrets"],
    "src/billing/plan.ts": ["payments"],
    "src/PaymentGateway.java": ["payments"],
    "src/permissions.ts": ["permissions"],
    "src/rbac/x.go": ["permissions"],
    "db/migrations/1.rb": ["SQL"],
    "query.sql": ["SQL"],
    "src/upload.ts": ["file upload"],
    ".github/workflows/ci.yml": ["CI workflow"],
    "package.json": ["dependency manifest"],
    "go.sum": ["dependency manifest"],
    "main.tf": ["infrastructure"],
    Dockerfile: ["infrastructure"],
    "deploy/auth/role.yaml": ["infrastructure", "auth", "permissions"],
    "src/author.ts": [],
    "src/tokenizer.ts": [],
    "src/sorting.ts": [],
    "docs/auth.md": [],
    "test/auth.test.ts": [],
  };

  test("each with its reason, and nothing for look-alikes", () => {
    const hits = hitsIn(Object.fromEntries(Object.keys(byPath).map((path) => [path, "x\n"])));
    const topics = Object.fromEntries(
      Object.keys(byPath).map((path) => [path, hits.filter((hit) => hit.path === path).map((hit) => hit.topic)]),
    );
    expect(topics).toEqual(byPath);
    expect(hits.every((hit) => hit.line === null)).toBe(true);
  });
});

describe("sensitive topics by added lines", () => {
  const byLine: [string, SensitiveTopic][] = [
    ["if (!bcrypt.compareSync(a, b)) return;", "auth"],
    ["@login_required", "auth"],
    ["const mac = createHmac('sha256', key);", "crypto"],
    ["digest = hashlib.md5(data)", "crypto"],
    ["const mode = RSA_PKCS1_PADDING;", "crypto"],
    ["jwt.sign({ id }, key);", "session"],
    ["headers['Set-Cookie'] = value;", "session"],
    ["await stripe.charges.create(x);", "payments"],
    ['db.query("SELECT id FROM users WHERE id = " + id)', "SQL"],
    ['await knex.raw("drop everything")', "SQL"],
    ["await knex.raw(text)", "SQL"],
    ["cursor.execute(q)", "SQL"],
    ["data = pickle.loads(body)", "deserialisation"],
    ["yaml.load(text)", "deserialisation"],
    ["const upload = multer({ dest });", "file upload"],
    ['import { spawn } from "node:child_process";', "subprocess"],
    ["os.system(command)", "subprocess"],
    ["eval(input)", "subprocess"],
  ];

  test.each(byLine)("%s: %s", (line, topic) => {
    const code = `one\ntwo\n${line}\n`;
    expect(hitsIn({ "src/a.ts": code }, { "src/a.ts": "one\ntwo\n" })).toEqual([{ path: "src/a.ts", line: 3, topic }]);
  });

  test.each([
    "const author = retrieval(x);",
    "select one from the list",
    "const AESTHETIC = 1;",
    "// an authenticated user",
  ])("not by %s", (line) => expect(hitsIn({ "src/a.ts": `${line}\n` })).toEqual([]));

  test("removed lines, tests and docs have no topics", () => {
    expect(hitsIn({ "src/a.ts": "x\n" }, { "src/a.ts": "x\nos.system(y)\n" })).toEqual([]);
    expect(hitsIn({ "test/a.py": "os.system(y)\n", "docs/a.md": "os.system(y)\n" })).toEqual([]);
  });

  test("a topic is named once a file, at its first line", () => {
    const code = "os.system(a)\nos.system(b)\npickle.loads(c)\n";
    expect(hitsIn({ "a.py": code }).map((hit) => [hit.topic, hit.line])).toEqual([
      ["subprocess", 1],
      ["deserialisation", 3],
    ]);
  });

  test("a line of a million characters is data", () => {
    expect(hitsIn({ "src/a.ts": `${"SELECT ".repeat(200_000)}\n` })).toEqual([]);
  });
});

test("every topic of the list has a way to be found", () => {
  const head = {
    "auth/a.ts": "x\n",
    "crypto/a.ts": "x\n",
    "session/a.ts": "x\n",
    "secrets/a.ts": "x\n",
    "payments/a.ts": "x\n",
    "permissions/a.ts": "x\n",
    "upload/a.ts": "x\n",
    "a.sql": "x\n",
    "a.py": "pickle.loads(x)\nos.system(y)\n",
    "action.yml": "x\n",
    "go.mod": "x\n",
    "main.tf": "x\n",
  };
  expect(new Set(hitsIn(head).map((hit) => hit.topic))).toEqual(new Set(sensitiveTopics));
});
