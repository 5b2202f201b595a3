import { expect, test } from "vitest";
import { encodings } from "../../test/support/canaries/encodings.ts";
import { canaryKinds, canaryOf } from "../../test/support/canaries/kinds.ts";
import { secretsInFile } from "../findings/checks/non-code/secrets-in-file.ts";

/** In the open, only the name that it is given tells a password: encoded, nothing does. */
const formless = "webhook secret";

test.each(canaryKinds.filter((kind) => kind !== formless))("%s is found in each encoding, as the whole run", (kind) => {
  const { value, written } = canaryOf(kind, "encoded");
  const whole = kind === "database password" ? written.slice("DATABASE_URL=".length) : value;
  for (const { name, write } of encodings.slice(1)) {
    const run = write(whole);
    const found = secretsInFile("src/settings.ts", `export const on = 1;\nconst it = "${run}";\n`);
    expect({ name, found: found.map((one) => one.value.length >= run.length * 0.95) }).toEqual({ name, found: [true] });
    expect(found[0]!.shown).toBe("");
    expect(found[0]!.what).toMatch(/ in (?:base64|base64url|hex|percent-encoding|escapes|entities)$/);
  }
});

test("a password known only by its name is found in plain text, not encoded", () => {
  const { value, written } = canaryOf(formless, "encoded");
  expect(secretsInFile("src/settings.ts", written)).toHaveLength(1);
  expect(secretsInFile("src/settings.ts", `const encoded = "${btoa(value)}"`)).toEqual([]);
});

test.each([
  ["what decodes to words", btoa("The quick brown fox jumps over the lazy dog, and so on.")],
  ["what decodes to bytes", Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 89) % 256)).toString("base64")],
  ["a digest", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  ["an address with a few escapes", "https://example.com/a%20b%2Fc?d=e%3Df"],
  ["one that the author has answered for", `${btoa(canaryOf("npm token", "allowed").value)} # gitleaks:allow`],
])("%s is left alone", (_, text) => {
  expect(secretsInFile("src/settings.ts", text)).toEqual([]);
});

test("in test data, encoded secrets count as little as plain ones", () => {
  const { value } = canaryOf("Slack token", "of a test");
  expect(secretsInFile("test/fixtures/a.yml", btoa(value))).toEqual([]);
});
