// The secrets that this process holds: those it was set up with, and whatever else its environment has that is called one.
// None of them has a business in a log, whoever repeats it to us.

const secretName =
  /key|token|secret|passw|passphrase|pwd|credential|auth|private|dsn|cookie|session|_url$|_uri$|_pat$/i;
/** Where something is, not what it is. */
const place = /^(?:\.{0,2}\/|[A-Za-z]:\\)[^\n]*$/;
const shortest = 8;

export function ownSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) => {
    if (!secretName.test(name) || value.length < shortest || place.test(value)) return [];
    return /^[a-z][\w+.-]*:\/\//i.test(value) ? passwordsIn(value) : [value];
  });
}

/** Of an address without a password nothing is secret. By its characters: one that is no address may hold one all the same. */
function passwordsIn(address: string): string[] {
  const written = /^[^:]+:\/\/[^:/?#]*:([^]*)@/.exec(address)?.[1] ?? "";
  const asked = [...new URLSearchParams(/\?([^#]*)/.exec(address)?.[1])];
  const named = asked.flatMap(([name, value]) => (secretName.test(name) ? [value] : []));
  const passwords = [written, decoded(written), ...named].filter((one) => one !== "");
  return passwords.length === 0 ? [] : [address, ...passwords];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
