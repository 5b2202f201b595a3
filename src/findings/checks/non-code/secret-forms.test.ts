// Fresh random values in the forms in which people leave secrets in files: each form must be found, and as a live one.
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { alphabets, drawing, type Draw } from "../../../../test/support/made-secrets.ts";
import { secretsInFile } from "./secrets-in-file.ts";

const { hex, small, word, base64, django, typed, digits } = alphabets;
const encoded = (text: string) => Buffer.from(text).toString("base64");
/** A password as a generator makes it, with all kinds of characters. */
const password = (draw: Draw) => `${draw(6, word)}${draw(1, digits)}${draw(9, word)}`;

type Form = readonly [name: string, path: string, text: (value: string) => string, make: (draw: Draw) => string];
const forms: readonly Form[] = [
  [".env", "deploy/.env", (value) => `PORT=8080\nDB_PASSWORD=${value}\nDEBUG=false\n`, (draw) => draw(16, typed)],
  [".env, exported", "prod.env", (value) => `export SESSION_SECRET=${value}\n`, (draw) => draw(32, small)],
  ["YAML without quotes", "config/app.yml", (value) => `db:\n  user: shop\n  password: ${value}\n`, password],
  ["hex", "src/config.py", (value) => `API_SECRET = "${value}"\n`, (draw) => draw(40, hex)],
  ["hex without quotes", "settings.ini", (value) => `[api]\nsecret_key = ${value}\n`, (draw) => draw(32, hex)],
  ["token =", "src/client.rb", (value) => `  token = '${value}'\n`, (draw) => draw(24, small)],
  ["apiKey =", "src/client.ts", (value) => `const apiKey = "${value}";\n`, (draw) => draw(32, word)],
  ["Bearer", "src/fetch.ts", (value) => `  Authorization: \`Bearer ${value}\`,\n`, (draw) => draw(40, word)],
  [
    "Basic",
    "scripts/sync.sh",
    (value) => `curl -H "Authorization: Basic ${value}" https://ci.acme.io\n`,
    (draw) => encoded(`deploy:${password(draw)}`),
  ],
  [
    "Kubernetes Secret",
    "k8s/secret.yaml",
    (value) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: shop\ndata:\n  database: ${value}\n`,
    (draw) => encoded(draw(20, word)),
  ],
  [
    "Kubernetes Secret as text",
    "k8s/secret.yaml",
    (value) => `kind: Secret\nstringData:\n  database: "${value}"\n`,
    (draw) => draw(20, typed),
  ],
  [
    "Django's SECRET_KEY",
    "shop/settings.py",
    (value) => `SECRET_KEY = 'django-insecure-${value}'\n`,
    (draw) => draw(50, django),
  ],
  [
    "database URL with an IP address",
    "config/database.js",
    (value) => `module.exports = "postgres://shop:${value}@10.1.2.3:5432/shop";\n`,
    password,
  ],
  [
    "database URL with a host without a dot",
    "docker-compose.yml",
    (value) => `      DATABASE_URL: mysql://shop:${value}@db/shop\n`,
    password,
  ],
  [
    "Redis URL",
    "src/queue.go",
    (value) => `var address = "redis://:${value}@192.168.0.7:6379/0"\n`,
    (draw) => draw(24, small),
  ],
  [
    ".npmrc",
    ".npmrc",
    (value) => `registry=https://npm.acme.io/\n//npm.acme.io/:_authToken=${value}\n`,
    (draw) => draw(36, base64),
  ],
  [
    "registry login",
    "ci/config.json",
    (value) => `{ "auths": { "registry.acme.io": { "auth": "${value}" } } }\n`,
    (draw) => encoded(`robot:${password(draw)}`),
  ],
  [
    "notebook",
    "analysis.ipynb",
    (value) => `    "client = Client(api_key=\\"${value}\\")\\n",\n`,
    (draw) => draw(32, word),
  ],
  [
    "CI file",
    ".github/workflows/deploy.yml",
    (value) => `        env:\n          DEPLOY_TOKEN: ${value}\n`,
    (draw) => draw(40, small),
  ],
  [
    "request recording",
    "recordings/login.yml",
    (value) => `    headers:\n      X-Api-Key:\n      - ${value}\n`,
    (draw) => draw(32, word),
  ],
  [
    "name and value",
    "deploy/shop.yaml",
    (value) => `        - name: STRIPE_API_KEY\n          value: "${value}"\n`,
    (draw) => draw(30, word),
  ],
  [
    "JSON in a string",
    "src/body.js",
    (value) => `send("{\\"client_secret\\":\\"${value}\\"}");\n`,
    (draw) => draw(32, word),
  ],
  [
    "JDBC",
    "src/App.java",
    (value) => `String url = "jdbc:sqlserver://db;user=sa;password=${value};encrypt=true";\n`,
    password,
  ],
  [".netrc", "home/.netrc", (value) => `machine git.acme.io login bot password ${value}\n`, password],
  [
    "properties",
    "src/main/resources/application.properties",
    (value) => `spring.datasource.password=${value}\n`,
    (draw) => draw(16, typed),
  ],
  ["XML", "web.config", (value) => `  <add key="SmtpPassword" value="${value}" />\n`, password],
  ["option", "deploy.sh", (value) => `mysqldump --user=root --password=${value} shop\n`, password],
  [
    "Discord",
    "bot.py",
    (value) => `client.run("${value}")\n`,
    (draw) => `${encoded(`9${draw(17, digits)}`)}.${draw(6, word)}.${draw(38, word)}`,
  ],
  [
    "JSON Web Key",
    "keys/signing.json",
    (value) => `{ "kty": "EC", "crv": "P-256", "d": "${value}" }\n`,
    (draw) => draw(43, word),
  ],
];

function found({ 1: path, 2: text, 3: make }: Form, seed: number): string | null {
  const value = make(drawing(seed));
  const secret = secretsInFile(path, text(value)).find((one) => value.includes(one.value) || one.value.includes(value));
  return secret?.certainty ?? `missed ${value}`;
}

describe("twenty fresh values of each form", () => {
  test.each(forms.map((form) => [form[0], form] as const))("%s", (_, form) => {
    const outcomes = Array.from({ length: 20 }, (_value, at) => found(form, 7000 + at));
    expect(outcomes.filter((one) => one !== "live").slice(1)).toEqual([]);
  });

  test.each(forms.map((form) => [form[0], form] as const))("%s, in a test: possible, not live", (_, form) => {
    const [, path, text, make] = form;
    const value = make(drawing(1));
    expect(secretsInFile(`test/${path}`, text(value)).map(({ certainty }) => certainty)).toContain("possible");
  });
});

describe("private keys", () => {
  const pem = { type: "pkcs8", format: "pem" } as const;
  const locked = { ...pem, cipher: "aes-256-cbc", passphrase: "a made-up one" } as const;
  const publicKeyEncoding = { type: "spki", format: "pem" } as const;
  const keys: readonly (readonly [string, () => string])[] = [
    [
      "RSA",
      () =>
        generateKeyPairSync("rsa", {
          modulusLength: 2048,
          privateKeyEncoding: { ...pem, type: "pkcs1" },
          publicKeyEncoding,
        }).privateKey,
    ],
    [
      "PKCS #8",
      () => generateKeyPairSync("rsa", { modulusLength: 2048, privateKeyEncoding: pem, publicKeyEncoding }).privateKey,
    ],
    [
      "encrypted PKCS #8",
      () =>
        generateKeyPairSync("rsa", { modulusLength: 2048, privateKeyEncoding: locked, publicKeyEncoding }).privateKey,
    ],
    [
      "encrypted PEM with headers",
      () =>
        generateKeyPairSync("rsa", {
          modulusLength: 2048,
          privateKeyEncoding: { ...locked, type: "pkcs1" },
          publicKeyEncoding,
        }).privateKey,
    ],
    [
      "EC",
      () =>
        generateKeyPairSync("ec", {
          namedCurve: "P-256",
          privateKeyEncoding: { ...pem, type: "sec1" },
          publicKeyEncoding,
        }).privateKey,
    ],
    ["Ed25519", () => generateKeyPairSync("ed25519", { privateKeyEncoding: pem, publicKeyEncoding }).privateKey],
    [
      "DSA",
      () =>
        generateKeyPairSync("dsa", {
          modulusLength: 1024,
          divisorLength: 160,
          privateKeyEncoding: pem,
          publicKeyEncoding,
        }).privateKey,
    ],
    ["OpenSSH, RSA", () => openSsh("ssh-rsa", "none")],
    ["OpenSSH, Ed25519", () => openSsh("ssh-ed25519", "none")],
    ["OpenSSH, ECDSA, encrypted", () => openSsh("ecdsa-sha2-nistp256", "aes256-ctr")],
    ["OpenPGP", () => armored("PGP PRIVATE KEY BLOCK", "Version: GnuPG v2\n\n")],
    [
      "SSH2",
      () =>
        armored("SSH2", 'Comment: "rsa-key"\n')
          .replaceAll("-----", "----")
          .replaceAll("SSH2", " SSH2 ENCRYPTED PRIVATE KEY ")
          .replaceAll("BEGIN  ", "BEGIN ")
          .replaceAll("  ----", " ----")
          .replaceAll("----BEGIN", "---- BEGIN")
          .replaceAll("----END  ", "---- END "),
    ],
    [
      "PuTTY",
      () =>
        `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: key\nPublic-Lines: 1\nAAAAB3NzaC1yc2EAAAADAQABAAABAQC7\nPrivate-Lines: 2\n${drawing(5)(64, base64)}\n${drawing(6)(64, base64)}\nPrivate-MAC: ${drawing(7)(64, hex)}\n`,
    ],
  ];

  test.each(keys)("%s", (_, make) => {
    const key = make();
    for (const text of [
      key,
      `  key: |\n${key.replaceAll(/^/gm, "    ")}`,
      `const key = ${JSON.stringify(key)};\n`,
      key.replaceAll(/.+\n/g, (line) => `  "${line.trim()}\\n" +\n`),
    ])
      expect(secretsInFile("deploy/key.txt.yaml", text)).toMatchObject([{ what: "private key", certainty: "live" }]);
  });
});

function armored(label: string, headers: string): string {
  const lines = Array.from({ length: 8 }, (_, at) => drawing(at + 40)(64, base64));
  return `-----BEGIN ${label}-----\n${headers}${lines.join("\n")}\n-----END ${label}-----\n`;
}

/** The public part comes first, and is the same in all keys of a type. */
function openSsh(type: string, cipher: string): string {
  const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length & 255]), bytes]);
  const fields = [cipher, cipher === "none" ? "none" : "bcrypt", "", "", type].map((one) => field(Buffer.from(one)));
  const body = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    ...fields,
    Buffer.from(drawing(type.length)(400, base64), "base64"),
  ]);
  const lines = body.toString("base64").match(/.{1,70}/g)!;
  const label = ["OPENSSH", "PRIVATE", "KEY"].join(" ");
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
