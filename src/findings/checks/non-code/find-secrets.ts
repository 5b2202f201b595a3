// Finds secrets in a text with the secretlint preset and rules of our own, without placeholders.
import { isDocumentation } from "../../../change/file-kinds.ts";
import { findEncodedRuns } from "./encoded-secrets.ts";
import { hasValidChecksum, isLiveUrl, isNoise, isPublished, looksRandom } from "./looks-fake.ts";
import { findPresetMatches } from "./preset.ts";
import { moreSecretRules } from "./more-secret-rules.ts";
import { secretRules } from "./secret-rules.ts";
import { isTestInputOrForeign } from "./test-material.ts";

export interface Secret {
  what: string;
  value: string;
  /** Where in the text it starts. */
  at: number;
  /** The first characters that every secret of its kind has, and that may be shown. */
  shown: string;
}

/** A token has a form of its own; a URL holds a password; weak ones are made by anyone in a second; a named one is told by its name. */
export interface SecretMatch extends Secret {
  kind: "token" | "url" | "weak" | "named";
}

/** `path` of the file that says it; null: it is about to be shown, and whatever has a token's form counts, a joke too. */
export function findSecrets(path: string | null, text: string): Secret[] {
  const plain = plainSecrets(path, text);
  const encoded = encodedSecrets(path, text).filter(({ value, at }) => !plain.some((one) => overlaps(one, value, at)));
  return encoded.length === 0 ? plain : [...plain, ...encoded].toSorted((a, b) => a.at - b.at);
}

function overlaps(one: Secret, value: string, at: number): boolean {
  return one.at < at + value.length && at < one.at + one.value.length;
}

/** The whole run is the secret: who has it has what it says. */
function encodedSecrets(path: string | null, text: string): Secret[] {
  const known = new Set<string>();
  return findEncodedRuns(text).flatMap(({ how, value, at, plain }) => {
    const [inside] = plainSecrets(path, plain);
    const key = `${lineStart(text, at)} ${inside?.what}`;
    if (!inside || known.has(key) || isAllowed(text, at)) return [];
    known.add(key);
    return [{ what: `${inside.what} in ${how}`, value, at, shown: "" }];
  });
}

function plainSecrets(path: string | null, text: string): Secret[] {
  const role = fileRole(path);
  const known = new Set<string>();
  const secrets: Secret[] = [];
  for (const { kind, ...secret } of [...ownMatches(text), ...findPresetMatches(path ?? "", text)].toSorted(
    (a, b) => a.at - b.at,
  )) {
    const key = `${lineStart(text, secret.at)} ${secret.what}`;
    if (known.has(key) || !isReal(secret.value, kind, role) || isAllowed(text, secret.at)) continue;
    known.add(key);
    secrets.push(secret);
  }
  return secrets;
}

const rules = [...secretRules, ...moreSecretRules];

// One pass over the text for all rules: a long line of noise holds few of their literals.
const anyStart = new RegExp(
  rules.flatMap(({ starts }) => starts.map((start) => start.replace(/\W/g, "\\$&"))).join("|"),
  "g",
);

function ownMatches(text: string): SecretMatch[] {
  const matches: SecretMatch[] = [];
  anyStart.lastIndex = 0;
  for (let hit = anyStart.exec(text); hit; hit = anyStart.exec(text)) {
    const at = hit.index;
    anyStart.lastIndex = at + 1;
    for (const { what, starts, pattern, weak, named } of rules) {
      const start = starts.find((one) => text.startsWith(one, at));
      pattern.lastIndex = at;
      const match = start === undefined ? null : pattern.exec(text);
      if (!match || start === undefined) continue;
      const whole = match[1] === undefined;
      matches.push({
        what,
        value: match[1] ?? match[0],
        at,
        shown: whole ? start.slice(0, 4) : "",
        kind: named ? "named" : weak ? "weak" : "token",
      });
    }
  }
  return matches;
}

function isReal(value: string, kind: SecretMatch["kind"], role: FileRole): boolean {
  // Made-up tokens in tests look like real ones by intention; only a checksum that fits tells them apart.
  if (role === "test") return hasValidChecksum(value) === true && looksRandom(value);
  if (role === "sample" && (kind !== "token" || hasValidChecksum(value) === false)) return false;
  if (role === "shown" && kind === "token") return !isPublished(value) && !isTutorialToken(value);
  if (kind === "url") return isLiveUrl(value);
  return looksRandom(value) && !isTutorialToken(value) && (kind !== "named" || isNoise(value));
}

/** The token that jwt.io shows, and those of public roles, which are meant to be read by browsers. */
function isTutorialToken(value: string): boolean {
  if (!value.startsWith("eyJ")) return false;
  try {
    const payload = atob((value.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    return /"sub":\s*"1234567890"|"role":\s*"anon"|John Doe|example\.(?:com|org)|localhost/.test(payload);
  } catch {
    return true;
  }
}

type FileRole = "test" | "sample" | "shown" | "other";

const samplePath = /(?:^|[/._-])(?:examples?|samples?|mocks?|stubs?|fakes?|fixtures?|dummy)(?=[/._-]|$)/i;

/** Where throw-away keys and made-up tokens belong. */
function fileRole(path: string | null): FileRole {
  if (path === null) return "shown";
  if (isTestInputOrForeign(path)) return "test";
  return isDocumentation(path) || samplePath.test(path) ? "sample" : "other";
}

/** The author has already answered for this line, in another scanner's words. */
function isAllowed(text: string, at: number): boolean {
  const end = text.indexOf("\n", at);
  const line = text.slice(lineStart(text, at), Math.min(end < 0 ? text.length : end, at + 2000));
  return /gitleaks:allow|betterleaks:allow|secretlint-disable-line|allowlist secret|trufflehog:ignore|ggignore/.test(
    line,
  );
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}
