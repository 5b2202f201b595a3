// Random values in the forms in which people leave secrets in files: each form must be found, and as a live one.
// `bench/secrets.ts --forms` measures the same with fresh seeds.
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { alphabets, drawing } from "../../../../test/support/made-secrets.ts";
import { judgedForm, secretForms } from "../../../../test/support/secret-forms.ts";
import { secretsInFile } from "./secrets-in-file.ts";

const { hex, base64 } = alphabets;

describe("twenty fresh values of each form", () => {
  test.each(secretForms.map((form) => [form[0], form] as const))("%s", (_, form) => {
    const outcomes = Array.from({ length: 20 }, (_value, at) => judgedForm(form, 7000 + at));
    expect(outcomes.filter((one) => one !== "live").slice(1)).toEqual([]);
  });

  test.each(secretForms.map((form) => [form[0], form] as const))("%s, in a test: possible, not live", (_, form) => {
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
