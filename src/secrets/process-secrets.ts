// Collects the secrets in the environment of this process, so that they can be redacted in everything it writes.

const secretName =
  /key|token|secret|passw|passphrase|pwd|credential|auth|private|dsn|cookie|session|_url$|_uri$|_pat$/i;
/** A path to a secret is not secret. */
const path = /^(?:\.{0,2}\/|[A-Za-z]:\\)[^\n]*$/;
const shortest = 8;

export function processSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) => {
    if (!secretName.test(name) || value.length < shortest || path.test(value)) return [];
    return /^[a-z][\w+.-]*:\/\//i.test(value) ? passwordsIn(value) : [value];
  });
}

/**
 * The URL and its passwords; empty if it has none. Matched by pattern, because an invalid URL can contain a password
 * too.
 */
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
