import { expect, test } from "vitest";
import { encodings, haystackOf } from "../../test/support/canaries/encodings.ts";
import { canaryKinds, canaryOf } from "../../test/support/canaries/kinds.ts";
import { secretValuesIn, redactSecrets } from "./redact-secrets.ts";

const key = canaryOf("GitHub App's private key", "hidden");

test("every kind is redacted in a sentence and in a file", () => {
  for (const kind of canaryKinds) {
    const canary = canaryOf(kind, "hidden");
    const text = redactSecrets(`before\n${canary.written}\nafter`);
    expect({ kind, seen: haystackOf([text]).has(canary, encodings[0]!) }).toEqual({ kind, seen: false });
    expect(text).toMatch(/^before\n[^]*redacted[^]*\nafter$/);
  }
});

test("a token is redacted even if it contains words; published examples are shown", () => {
  const ids = ["LGBAZ4NCFWZBLUYH", "TESTQ4NCFWZBLUYH", "QXYZ74NCFWZBLUYH"].map((rest) => `AKIA${rest}`);
  for (const id of ids) {
    expect(redactSecrets(`aws ${id} it is`)).toBe("aws (redacted: AWS access key id) it is");
    const escapes = [...Buffer.from(id)].map((byte) => `\\u00${byte.toString(16)}`).join("");
    expect(redactSecrets(`key = "${escapes}"`)).toBe('key = "(redacted: AWS access key id in escapes)"');
  }
  expect(redactSecrets("as in AKIAIOSFODNN7EXAMPLE")).toBe("as in AKIAIOSFODNN7EXAMPLE");
});

test.each([
  ["as it is", key.value],
  ["without its last line", key.value.split("\n").slice(0, -2).join("\n")],
  ["as a diff shows it", key.value.replaceAll(/^/gm, "12 +")],
  ["in one string", JSON.stringify(key.value)],
  [
    "in pieces of source",
    key.value
      .split("\n")
      .map((line) => `  "${line}\\n" +`)
      .join("\n"),
  ],
])("a private key is hidden to its last line: %s", (_, text) => {
  expect(haystackOf([redactSecrets(text)]).has(key, encodings[0]!)).toBe(false);
  expect(redactSecrets(`${text}\n\nexport const kept = "what stands behind the key stays";`)).toContain(
    "behind the key",
  );
});

test("a repeated key prefix takes linear time", () => {
  const text = "-----BEGIN PRIVATE KEY-----\n".repeat(2000);
  expect(redactSecrets(text)).toBe(text);
});

test("returns the values, so that they can be redacted elsewhere", () => {
  const token = canaryOf("npm token", "told");
  expect(secretValuesIn(`${token.written}\n${key.value}`)).toEqual(
    expect.arrayContaining([token.value, ...key.pieces]),
  );
  expect(secretValuesIn("nothing to see")).toEqual([]);
});

test("where one secret holds another, or their ends overlap, nothing of either is left", () => {
  const token = canaryOf("npm token", "held").value;
  const address = `https://ann:${token}@git.example/acme`;
  expect(redactSecrets(`${address} and ${token}`)).not.toContain(token.slice(4, 12));
  const shared = "q7Zk2Vx9Lm4Rt8Wy3Bn6Pc5D";
  const text = `password = "${shared}" then ${shared}${token} and x${token}`;
  const left = redactSecrets(text);
  for (const value of [shared, token])
    expect([left.includes(value.slice(-8)), left.includes(value.slice(4, 12))]).toEqual([false, false]);
});

// Each of these would take minutes if the search were quadratic in the length of a line or of the text.
test.each([
  "password=",
  "password: ",
  'password="',
  "<password>",
  "--password ",
  '"password","',
  "password\nvalue",
  "password: string ",
  "://",
  "://a:",
  "a://a:b@",
  "\\",
  "bearer ",
  "basic YTpi",
  '"auth": "',
  "curl -u a:b ",
  "mysql -p",
  "Cookie: a=",
  "kind: Secret\n",
  "{kty: 'RSA', d: '",
  "db:5432:a:b:",
  "api_key = 'Zk3Jd9Xq2Lm8Pw7Rt5' ",
  "xxxx",
  "-----BEGIN EC PRIVATE KEY-----\\",
])("half a megabyte of %j takes linear time", (piece) => {
  const text = piece.repeat(Math.ceil(500_000 / piece.length));
  expect(redactSecrets(text).length).toBeGreaterThan(0);
});
