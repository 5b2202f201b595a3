// Files of secrets are shown masked, by name or shape; other files stay readable.
import { expect, test } from "vitest";
import { alphabets, drawing } from "../../test/support/made-secrets.ts";
import { redactFileLines } from "./redact-file.ts";

const secret = drawing(3)(20, alphabets.word);
const shown = (path: string, text: string) => redactFileLines(path, text.split("\n")).join("\n");
const masked = "(redacted: value in a file of secrets)";

test.each([
  ".env",
  "deploy/prod.env",
  ".env.production",
  "app/.env.local",
  ".npmrc",
  "home/.netrc",
  ".pgpass",
  ".docker/config.json",
  ".aws/credentials",
  "ops/kubeconfig",
  ".kube/config",
  "config/credentials.yml",
  "k8s/secrets.yaml",
  "infra/terraform.tfvars",
  "service-account-prod.json",
  ".git-credentials",
])("%s is a file of secrets: no value that could be one is shown", (path) => {
  // Words that a person chose as well, which no rule could tell from others.
  const text = `first=plain words in it\nuser: marguerite\nlogin ada password octopus\n${secret}\ndb:5432:shop:ada:${secret}\n  "key": "harvest",\n`;
  const words = shown(path, text);
  for (const word of ["plain", "marguerite", "octopus", secret, "harvest"]) expect(words).not.toContain(word);
  expect(words.split("\n")).toHaveLength(text.split("\n").length);
});

test("names, structure, references and harmless values stay, so that a change can be reviewed", () => {
  const text = [
    "# Of the shop",
    "PORT=3000",
    "DEBUG=false",
    "NODE_ENV=production",
    "API_URL=https://api.acme.io/",
    "TOKEN=${CI_TOKEN}",
    "DB_PASSWORD=octopus",
    'export MAIL_FROM="ada lovelace"',
    "",
  ];
  expect(shown("prod.env", text.join("\n")).split("\n")).toEqual([
    ...text.slice(0, 6),
    "DB_PASSWORD=(redacted: hard-coded password)",
    `export MAIL_FROM="${masked}"`,
    "",
  ]);
  const manifest = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: shop\ndata:\n  word: b2N0b3B1cw==\n`;
  expect(shown("k8s/secret.yaml", manifest)).toMatch(
    /^apiVersion: v1\nkind: Secret\nmetadata:\n {2}name: shop\ndata:\n {2}word: \(redacted: [^)]*\)\n$/,
  );
});

test("a file of another name that has the shape of one is masked too", () => {
  const text = "HOST=db.acme.io\nDB_PASSWORD=octopus\nAPI_TOKEN=porpoise\nREGION=north\n";
  expect(shown("deploy/settings.conf", text)).not.toMatch(/octopus|porpoise|north/);
  expect(shown("clusters/east", "users:\n- user:\n    client-key-data: b2N0b3B1cw==\n")).not.toContain("b2N0");
  expect(shown("build.conf", "GO=1.22\nNAME=shop\nTARGET=linux\n")).toBe("GO=1.22\nNAME=shop\nTARGET=linux\n");
});

test("a line of a key is masked even where its first line is not shown", () => {
  const lines = Array.from({ length: 6 }, (_, at) => drawing(at)(64, alphabets.base64));
  const key = ["-----BEGIN EC PRIVATE KEY-----", ...lines, "-----END EC PRIVATE KEY-----"];
  expect(redactFileLines("keys.txt", key, 3, 5)).toEqual(["(redacted: private key)", "(redacted: private key)"]);
  expect(redactFileLines("deploy/server.key", lines.slice(2, 4))).toEqual([masked, masked]);
});

test.each([
  ["src/login.ts", "const password: string = form.password;\nif (token === undefined) return null;\n"],
  ["src/env.ts", "export const token = process.env.API_TOKEN;\nexport const secret = readSecret(name);\n"],
  ["app/models.py", "password = models.CharField(max_length=128)\ntoken = get_token(request)\n"],
  ["main.go", 'Password: cfg.Password,\nkey := fmt.Sprintf("%s", id)\n'],
  [".env.example", "DB_PASSWORD=changeme\nAPI_TOKEN=<your token>\n"],
  ["package-lock.json", `"integrity": "sha512-${drawing(1)(86, alphabets.base64)}==",\n`],
  ["go.sum", `golang.org/x/net v0.1.0 h1:${drawing(2)(43, alphabets.base64)}=\n`],
  [
    "docs/ids.md",
    "Order 7c9e6679-7425-40de-944b-e07fc1f90ae7 is in commit 9fceb02d0ae598e95dc970b74767f19372d61af8.\n",
  ],
  [
    "action.yml",
    "uses: actions/checkout@9fceb02d0ae598e95dc970b74767f19372d61af8\ntoken: ${{ secrets.GITHUB_TOKEN }}\n",
  ],
  ["src/keys.tsx", '<Row key={row.id} tokenKind="identifier" passwordField="new-password" />\n'],
])("%s stays as it is", (path, text) => {
  expect(shown(path, text)).toBe(text);
});
