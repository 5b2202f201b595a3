// Finds secrets in a text by our own rules, by the names that values are given, and by the forms of credentials. Precise
// for findings; wide for everything that is masked before it leaves. Loads fast, unlike the preset of find-secrets.ts.
import { findAssignedValues, textFormat } from "./assigned-values.ts";
import { findCredentialForms } from "./credential-forms.ts";
import { findEncodedRuns } from "./encoded-runs.ts";
import { deservesMask, judgeValue, type Certainty } from "./judge-value.ts";
import { hasValidChecksum, isLiveUrl, isNoise, isPublished, looksRandom } from "./looks-random.ts";
import { isPrivateKeyBody } from "./private-key.ts";
import { secretRules } from "./secret-rules.ts";

export interface Secret {
  what: string;
  value: string;
  /** Its offset in the text. A match may start before the secret itself. */
  at: number;
  /** The common prefix of its kind, which may be shown. */
  shown: string;
  certainty: Certainty;
}

/**
 * A token has a recognisable form; a URL contains a password; a weak secret is often a placeholder; a named one is
 * recognised only by its variable's name; a key has its lines judged.
 */
export interface SecretMatch extends Omit<Secret, "certainty"> {
  kind: "token" | "url" | "weak" | "named" | "key";
}

/**
 * Where a text comes from. Tests and samples contain placeholders, so what they hold is possible at most, unless a
 * checksum proves it. In output, recall comes first: everything that could be a secret counts.
 */
export interface SecretSource {
  path: string;
  role: "test" | "sample" | "output" | "other";
}

export const outputSource: SecretSource = { path: "", role: "output" };

/** `others` finds matches by further rules. */
type MatchFinder = (path: string, text: string) => SecretMatch[];

export function findOwnSecrets(text: string, source: SecretSource, others: MatchFinder = () => []): Secret[] {
  const plain = plainSecrets(source, text, others);
  const encoded = encodedSecrets(source, text, others);
  return encoded.length === 0 ? plain : withoutOverlaps([...plain, ...encoded]);
}

/** The whole encoded run counts as the secret. */
function encodedSecrets(source: SecretSource, text: string, others: MatchFinder): Secret[] {
  return findEncodedRuns(text).flatMap(({ how, value, at, plain }) => {
    const inside = plainSecrets(source, plain, others).find(
      ({ certainty }) => certainty === "live" || source.role === "output",
    );
    if (!inside || (source.role !== "output" && isAllowed(text, at))) return [];
    return [{ what: `${inside.what} in ${how}`, value, at, shown: "", certainty: inside.certainty }];
  });
}

function plainSecrets(source: SecretSource, text: string, others: MatchFinder): Secret[] {
  const formed = [...ownMatches(text), ...others(source.path, text)].flatMap(({ kind, ...match }): Secret[] => {
    const certainty = certaintyOf(match.value, kind, source.role);
    return certainty === null ? [] : [{ ...match, certainty }];
  });
  const found = [...formed, ...formSecrets(source, text), ...assignedSecrets(source, text)];
  if (source.role === "output") return withoutOverlaps(found);
  return withoutOverlaps(found)
    .filter(({ at }) => !isAllowed(text, at))
    .map((one) => (isForBrowsers(text, one) ? { ...one, certainty: "possible" } : one));
}

function formSecrets({ role }: SecretSource, text: string): Secret[] {
  return findCredentialForms(text, role === "output" ? "wide" : "precise").map((match) => ({
    ...match,
    shown: "",
    certainty: role === "test" || role === "sample" ? "possible" : match.certainty,
  }));
}

function assignedSecrets({ path, role }: SecretSource, text: string): Secret[] {
  return findAssignedValues(text, textFormat(path)).flatMap((assigned): Secret[] => {
    const judged = judgeValue(assigned);
    const certainty = judged ?? (role === "output" && deservesMask(assigned) ? "possible" : null);
    if (certainty === null || assigned.value.startsWith("-----BEGIN")) return [];
    const { value, at, strength } = assigned;
    const what = strength === "password" ? "hard-coded password" : "hard-coded secret";
    return [{ what, value, at, shown: "", certainty: role === "test" || role === "sample" ? "possible" : certainty }];
  });
}

/** Of matches that overlap, the first of the list; the more specific rules come first. */
function withoutOverlaps(found: readonly Secret[]): Secret[] {
  const kept: { secret: Secret; rank: number }[] = [];
  const ranked = found.map((secret, rank) => ({ secret, rank }));
  for (const one of ranked.toSorted((a, b) => a.secret.at - b.secret.at || a.rank - b.rank)) {
    const last = kept.at(-1);
    if (last === undefined || one.secret.at >= last.secret.at + last.secret.value.length) kept.push(one);
    else if (one.rank < last.rank) kept[kept.length - 1] = one;
  }
  return kept.map(({ secret }) => secret);
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
    for (const { what, starts, pattern, kind } of secretRules) {
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
        kind: kind ?? "token",
      });
    }
  }
  return matches;
}

function certaintyOf(value: string, kind: SecretMatch["kind"], role: SecretSource["role"]): Certainty | null {
  if (kind === "key")
    return isPrivateKeyBody(value) ? (role === "other" || role === "output" ? "live" : "possible") : null;
  if (role === "output" && kind === "token") return isPublished(value) || isTutorialToken(value) ? null : "live";
  const isReal =
    kind === "url"
      ? isLiveUrl(value)
      : looksRandom(value) && !isTutorialToken(value) && (kind !== "named" || isNoise(value));
  if (!isReal) return null;
  if (role === "other" || role === "output") return "live";
  // A checksum tells real tokens from those that only look real, on purpose in tests.
  const isValid = hasValidChecksum(value);
  if (isValid !== null) return isValid ? "live" : null;
  return role === "sample" && kind === "token" ? "live" : "possible";
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

/** Keys of services for web pages stand in their source for all to read, beside other settings of the service. */
const browserSettings = /authDomain|messagingSenderId|measurementId|indexName|docsearch|algolia|recaptcha|posthog/i;

function isForBrowsers(text: string, { value, at }: Secret): boolean {
  return /^AIza|^[0-9a-f]{32}$|^phc_/.test(value) && browserSettings.test(text.slice(Math.max(0, at - 300), at + 300));
}

/** A line can be as long as the text, so a comment counts only near the secret. */
const nearby = 2000;

/** Whether the line has another scanner's "allow" comment. */
function isAllowed(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - nearby), at);
  const after = text.slice(at, at + nearby).split("\n", 1)[0]!;
  const line = before.slice(before.lastIndexOf("\n") + 1) + after;
  return /gitleaks:allow|betterleaks:allow|secretlint-disable-line|allowlist secret|trufflehog:ignore|ggignore/.test(
    line,
  );
}
