// Judges a value that has a secret's name: a live secret, a possible one, or none.
import type { AssignedValue } from "./assigned-values.ts";
import { entropy, isPatterned } from "./looks-random.ts";
import { hasOnlyWords, isPlaceholder, isReference } from "./placeholders.ts";
import { wordShare } from "./word-likeness.ts";

/** Live ones look random; possible ones are words that a person chose, and identifiers that can also be keys. */
export type Certainty = "live" | "possible";

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** What a value says of itself, before the value. */
const selfMarked = /^(?:django-insecure-|base64:|hex:|sha256~|Bearer |Basic |token )/;
/** The scheme of a signed request stands where others have the token. */
const scheme = /^AWS4-[A-Z\d-]+$/;
/** A hash lets nobody in by itself. */
const hashed =
  /^(?:\$(?:2[abxy]?|argon2\w*|[156]|y|P)\$|(?:md5|sha\d+|pbkdf2\w*|bcrypt\w*|scrypt|argon2\w*)[$:]|\{(?:SSHA|SHA|MD5|CRYPT|SMD5)\d*\})/i;
const pathWithEnding =
  /^[\w.-]+(?:\/[\w.-]+)+\.\w{2,5}$|^[\w-]+\.(?:pem|key|json|ya?ml|txt|crt|cer|jks|p12|[jt]s|py|go|md|html?)$/i;
const identifiers = /^[A-Za-z_$][A-Za-z_$]*(?:(?:\.|->|::)[A-Za-z_$]+)+$/;

export function judgeValue(assigned: AssignedValue): Certainty | null {
  const { strength, value, literal, quoted, isWholeLine } = assigned;
  const body = plainValue(value);
  if (body.length < 4 || body.length > 4500 || isReference(body) || isPlaceholder(body)) return null;
  if (/\p{Cc}|(?!\p{ASCII})\p{L}/u.test(body)) return null;
  if (hashed.test(body) || scheme.test(body) || pathWithEnding.test(body) || identifiers.test(body)) return null;
  if (uuid.test(body)) return strength === "key" ? null : "possible";
  if (!quoted && !isWholeLine && !/\d|=$/.test(body)) return null;
  // A JSON Web Token has a rule of its own, which tells examples from others.
  if (/^eyJ[\w-]+\.eyJ/.test(body)) return "possible";
  if (!literal && !/^[\w+/=-]*\d[\w+/=-]*$/.test(body)) return null;
  if (!/\s/.test(body) && looksGenerated(body, strength)) return literal && strength !== "key" ? "live" : "possible";
  if (!literal || /\s/.test(body)) return null;
  if (strength === "token") return looksTyped(body) ? "possible" : null;
  return strength === "password" && isChosen(assigned, body) ? "possible" : null;
}

function plainValue(value: string): string {
  const body = value.replace(selfMarked, "");
  // In an address, slashes and signs are escaped.
  return body.includes("%") && /%[0-9a-f]{2}/i.test(body)
    ? body.replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : body;
}

/** Shorter or less random than generated ones, but no word and no name. */
function looksTyped(value: string): boolean {
  if (value.length < 10 || !/^[\w+/=.~-]+$/.test(value) || isDotted(value) || isPatterned(value)) return false;
  return (
    (value.match(/\d/g)?.length ?? 0) >= 2 && /[a-z]/i.test(value) && wordShare(value) < 0.4 && entropy(value) >= 2.6
  );
}

const least = { password: 9, token: 16, key: 20 } as const;

/** Digits and letters without words in them, as generators of passwords and keys make them. */
export function looksGenerated(value: string, strength: AssignedValue["strength"]): boolean {
  if (value.length < least[strength] || isPatterned(value)) return false;
  if (strength === "key" && !/^[\w+/=.~-]+$/.test(value)) return false;
  const body = value.replace(/={1,2}$/, "");
  if (/^[0-9a-f]+$/i.test(body))
    return (
      body.length >= 16 && /\d/.test(body) && /[a-f]/i.test(body) && entropy(body) >= (body.length >= 32 ? 2.9 : 2.6)
    );
  if (!/[a-z]/i.test(body) || isDotted(body)) return false;
  const mixes = /\d/.test(body) || (/[a-z]/.test(body) && /[A-Z]/.test(body) && body.length >= 16);
  if (!mixes) return body.length >= 20 && wordShare(body) < 0.2 && entropy(body) >= 3.2 && !/[\s_.:/-]/.test(body);
  return entropy(body) >= Math.min(3.5, Math.log2(body.length) * 0.82) && wordShare(body) < 0.45;
}

/** Names with dots, as of hosts, versions and properties. */
function isDotted(value: string): boolean {
  return /^[\w-]+(?:\.[\w-]+){2,}$/.test(value) && !/[A-Za-z0-9_-]{16,}/.test(value);
}

/** A word or phrase that a person could have chosen as a password, and not a name, a sentence or code. */
function isChosen({ name, quoted, isWholeLine }: AssignedValue, value: string): boolean {
  if (value.length > 60 || (!quoted && !isWholeLine && !/\d/.test(value))) return false;
  const plain = value.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (
    plain.length < 2 ||
    name
      .toLowerCase()
      .replaceAll(/[^a-z]/g, "")
      .endsWith(plain)
  )
    return false;
  // Names of constants, fields, keys of translations and types.
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[a-z]+(?:[_.-][a-z]+)+$|^[\w$]+(?:\.[\w$]+)+$/.test(value)) return false;
  if (/pass(?:word|wd|phrase)|pwd/i.test(value) && /^[a-zA-Z]?[a-z]+(?:[A-Z][a-z]+)+$/.test(value)) return false;
  if (/[<>{}[\]();]|^[-:,.?|=*\\]/.test(value) && !quoted) return false;
  return !/^[:\\*]/.test(value) && !/^(?:abc|qwe|asd|123)/i.test(value);
}

/** Less is enough before a text leaves: masking too much costs little, and a secret that passes costs much. */
export function deservesMask({ strength, value, literal, quoted }: AssignedValue): boolean {
  const body = plainValue(value);
  if (body.length < 6 || isReference(body) || hasOnlyWords(body) || /\s|[^\x20-\x7e]/.test(body)) return false;
  if (strength === "key" || !/[A-Za-z]/.test(body)) return false;
  if (!/\d/.test(body)) return /^[A-Za-z+/]{12,}={0,2}$/.test(body) && wordShare(body) < 0.3 && entropy(body) >= 2.8;
  const isTyped = strength === "password" ? body.length >= 8 : looksGenerated(body, "password");
  if (!literal && identifierLike.test(body) && !isTyped) return false;
  return quoted || wordShare(body) < 0.7;
}

const identifierLike = /^[A-Za-z_$][\w$]*(?:[.[(:>-].*)?$/;
