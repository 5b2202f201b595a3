// Finds secrets in a text by the preset's rules and our own, and leaves out placeholders.
import { findEncodedRuns } from "./encoded-runs.ts";
import { hasValidChecksum, isLiveUrl, isNoise, isPublished, looksRandom } from "./looks-random.ts";
import { findPresetMatches } from "./preset-matches.ts";
import { secretRules } from "./secret-rules.ts";

export interface Secret {
  what: string;
  value: string;
  /** Its offset in the text. */
  at: number;
  /** The common prefix of its kind, which may be shown. */
  shown: string;
}

/**
 * A token has a recognisable form; a URL contains a password; a weak secret is often a placeholder; a named one is
 * recognised only by its variable's name.
 */
export interface SecretMatch extends Secret {
  kind: "token" | "url" | "weak" | "named";
}

/**
 * Where a text comes from. Tests and samples contain placeholders; in output everything with the form of a token
 * counts.
 */
export interface SecretSource {
  path: string;
  role: "test" | "sample" | "output" | "other";
}

const output: SecretSource = { path: "", role: "output" };

export function findSecrets(text: string, source = output): Secret[] {
  const plain = plainSecrets(source, text);
  const encoded = encodedSecrets(source, text).filter(
    ({ value, at }) => !plain.some((one) => overlaps(one, value, at)),
  );
  return encoded.length === 0 ? plain : [...plain, ...encoded].toSorted((a, b) => a.at - b.at);
}

function overlaps(one: Secret, value: string, at: number): boolean {
  return one.at < at + value.length && at < one.at + one.value.length;
}

/** The whole encoded run counts as the secret. */
function encodedSecrets(source: SecretSource, text: string): Secret[] {
  const known = new Set<string>();
  return findEncodedRuns(text).flatMap(({ how, value, at, plain }) => {
    const [inside] = plainSecrets(source, plain);
    const key = `${lineStart(text, at)} ${inside?.what}`;
    if (!inside || known.has(key) || isAllowed(text, at)) return [];
    known.add(key);
    return [{ what: `${inside.what} in ${how}`, value, at, shown: "" }];
  });
}

function plainSecrets({ path, role }: SecretSource, text: string): Secret[] {
  const known = new Set<string>();
  const secrets: Secret[] = [];
  for (const { kind, ...secret } of [...ownMatches(text), ...findPresetMatches(path, text)].toSorted(
    (a, b) => a.at - b.at,
  )) {
    const key = `${lineStart(text, secret.at)} ${secret.what}`;
    if (known.has(key) || !isReal(secret.value, kind, role) || isAllowed(text, secret.at)) continue;
    known.add(key);
    secrets.push(secret);
  }
  return secrets;
}

// One pass over the text for all rules: a long line of random characters contains few of their literals.
const anyStart = new RegExp(
  secretRules.flatMap(({ starts }) => starts.map((start) => start.replace(/\W/g, "\\$&"))).join("|"),
  "g",
);

function ownMatches(text: string): SecretMatch[] {
  const matches: SecretMatch[] = [];
  anyStart.lastIndex = 0;
  for (let hit = anyStart.exec(text); hit; hit = anyStart.exec(text)) {
    const at = hit.index;
    anyStart.lastIndex = at + 1;
    for (const { what, starts, pattern, weak, named } of secretRules) {
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

function isReal(value: string, kind: SecretMatch["kind"], role: SecretSource["role"]): boolean {
  // Tokens in tests look real on purpose; only those with a valid checksum count.
  if (role === "test") return hasValidChecksum(value) === true && looksRandom(value);
  if (role === "sample" && (kind !== "token" || hasValidChecksum(value) === false)) return false;
  if (role === "output" && kind === "token") return !isPublished(value) && !isTutorialToken(value);
  if (kind === "url") return isLiveUrl(value);
  return looksRandom(value) && !isTutorialToken(value) && (kind !== "named" || isNoise(value));
}

/** The example token of jwt.io, and tokens of public roles, which browsers may read. */
function isTutorialToken(value: string): boolean {
  if (!value.startsWith("eyJ")) return false;
  try {
    const payload = atob((value.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    return /"sub":\s*"1234567890"|"role":\s*"anon"|John Doe|example\.(?:com|org)|localhost/.test(payload);
  } catch {
    return true;
  }
}

/** Whether the line has another scanner's "allow" comment. */
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
