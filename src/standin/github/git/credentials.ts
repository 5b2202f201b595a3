// Reads the token that git sends: as a password, as a user name, or as a bearer token.

export function tokenShownBy(authorization: string | undefined): string | null {
  const [scheme = "", value = ""] = (authorization ?? "").trim().split(/ +/, 2);
  if (value === "") return null;
  if (/^(?:bearer|token)$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return null;
  const pair = Buffer.from(value, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  const [user, password] = colon === -1 ? [pair, ""] : [pair.slice(0, colon), pair.slice(colon + 1)];
  return password === "" || password === "x-oauth-basic" ? user : password;
}
