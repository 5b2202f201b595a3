// A secret that something outside repeats to us may have been encoded on its way: a proxy shows the header in base64, a
// debug page writes entities, a log within a log doubles its escapes. Those who know the secret take out all these forms.

/** Shorter ones could be part of any text. */
const shortest = 6;
/** Where a form is shorter than this, it says too little of the secret, and too much else would go with it. */
const shortestForm = 8;
const mostKept = 200;
const kept = new Map<string, RegExp | null>();

/** The text without any of the secrets, in any form that programs give to text. */
export function withoutForms(text: string, secrets: Iterable<string>, instead = "***"): string {
  return [...secrets]
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => {
      const pattern = patternOf(secret);
      return pattern ? rest.replaceAll(pattern, instead) : rest;
    }, text);
}

/** Made once: those who hide secrets do so for every line. */
function patternOf(secret: string): RegExp | null {
  const known = kept.get(secret);
  if (known !== undefined) return known;
  const forms = secret.length < shortest ? [] : formsOf(secret);
  const pattern = forms.length === 0 ? null : new RegExp(forms.map(literal).join("|"), "gi");
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
  kept.set(secret, pattern);
  return pattern;
}

/** Longest first, so that no form takes a piece out of another. Upper and lower case are one to whoever looks for them. */
export function formsOf(secret: string): string[] {
  // A password in an address is encoded once already when the address is.
  const inAddress = encodeURIComponent(secret.toWellFormed());
  return [...new Set([...formsOnce(secret), ...(inAddress === secret ? [] : formsOnce(inAddress))])].toSorted(
    (a, b) => b.length - a.length,
  );
}

function formsOnce(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const written = (one: (hex: string, byte: number) => string) =>
    [...bytes].map((byte) => one(byte.toString(16).padStart(2, "0"), byte)).join("");
  const encoded = [
    bytes.toString("hex"),
    ...inAnyPlace(bytes, "base64"),
    ...inAnyPlace(bytes, "base64url"),
    ...inAnyPlace(Buffer.from(secret, "utf16le"), "base64"),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    written((hex) => `%${hex}`),
    written((hex) => `\\u00${hex}`),
    written((_, byte) => `&#${byte};`),
    written((hex) => `&#x${hex.replace(/^0/, "")};`),
  ].filter((form) => form.length >= shortestForm);
  return [secret, ...encoded];
}

/** Where it starts within a longer text decides between three ways to write it; what its neighbours change is left out. */
function inAnyPlace(bytes: Buffer, encoding: "base64" | "base64url"): string[] {
  return [0, 1, 2].map((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes])
      .toString(encoding)
      .replace(/=+$/, "");
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return all.slice(before === 0 ? 0 : before + 1, whole);
  });
}

function literal(text: string): string {
  // A backslash may have been doubled, and doubled again.
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (one) => (one === "\\" ? "\\\\{1,8}" : `\\${one}`));
}
