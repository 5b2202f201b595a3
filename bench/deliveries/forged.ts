// Webhooks that GitHub did not send, or not so: forged, altered on their way, or put together from parts of right ones.
import { createHash, createHmac, type BinaryLike } from "node:crypto";
import { request, type Agent } from "node:http";
import { gzipSync } from "node:zlib";
import fc from "fast-check";

export interface Webhook {
  /** Names what is wrong with it; "right" is right. */
  kind: string;
  method: string;
  /** In pairs, as they go over the wire. */
  headers: readonly (readonly [string, string])[];
  body: Buffer;
  /** Sent in pieces of that size, without a length. */
  chunk: number | null;
}

export interface Secrets {
  right: string;
  other: string;
}

const signatureHeader = "x-hub-signature-256";

function hmac(secret: BinaryLike, body: Uint8Array, algorithm = "sha256"): string {
  return createHmac(algorithm, secret).update(body).digest("hex");
}

let ids = 0;

function webhook(kind: string, body: Buffer, signature: string | null, more: Partial<Webhook> = {}): Webhook {
  ids += 1;
  return {
    kind,
    method: "POST",
    headers: [
      ["content-type", "application/json"],
      ["x-github-event", "pull_request"],
      ["x-github-delivery", `${kind.replaceAll(" ", "-")}-${ids}`],
      ...(signature === null ? [] : [[signatureHeader, signature] as const]),
    ],
    body,
    chunk: null,
    ...more,
  };
}

export function rightOne(body: Buffer, { right }: Secrets, chunk: number | null = null): Webhook {
  return webhook("right", body, `sha256=${hmac(right, body)}`, { chunk });
}

export const bodies: fc.Arbitrary<Buffer> = fc
  .record({
    action: fc.constantFrom("opened", "synchronize", "closed"),
    number: fc.integer({ min: 1, max: 99_999 }),
    title: fc.string({ unit: "grapheme", maxLength: 60 }),
    body: fc.string({ maxLength: 2_000 }),
  })
  .map((payload) => Buffer.from(JSON.stringify(payload)));

type Forge = (body: Buffer, secrets: Secrets, dice: Dice) => Webhook;

interface Dice {
  at: number;
  bit: number;
  another: Buffer;
}

const signed = (secrets: Secrets, body: Uint8Array) => `sha256=${hmac(secrets.right, body)}`;

/** The right signature of a body, under another one. */
function altered(kind: string, change: (body: Buffer, dice: Dice) => Buffer, more: Partial<Webhook> = {}): Forge {
  return (body, secrets, dice) => {
    const changed = change(body, dice);
    // What happens to be the same is made another.
    const other = changed.equals(body) ? Buffer.concat([changed, Buffer.from(" ")]) : changed;
    return webhook(kind, other, signed(secrets, body), more);
  };
}

/** The body as it is, under another signature; null: none. */
function wronglySigned(kind: string, sign: (secrets: Secrets, body: Buffer, dice: Dice) => string | null): Forge {
  return (body, secrets, dice) => webhook(kind, body, sign(secrets, body, dice));
}

/** Right but for how it comes: other headers, or another method. */
function sentWrongly(kind: string, change: (right: Webhook, secrets: Secrets) => Partial<Webhook>): Forge {
  return (body, secrets) => {
    const right = webhook(kind, body, signed(secrets, body));
    return { ...right, ...change(right, secrets) };
  };
}

const json = (body: Buffer) => JSON.parse(body.toString("utf8")) as unknown;
const withHeaders = ({ headers }: Webhook, ...more: (readonly [string, string])[]) => ({
  headers: [...headers, ...more],
});
const without = ({ headers }: Webhook, gone: string) => headers.filter(([name]) => name !== gone);

const forgeries: readonly Forge[] = [
  altered("a bit flipped", (body, { at, bit }) => {
    const changed = Buffer.from(body);
    changed[at % changed.length]! ^= 1 << bit;
    return changed;
  }),
  altered("cut short", (body, { at }) => body.subarray(0, at % body.length)),
  altered("a byte left out", (body, { at }) =>
    Buffer.concat([body.subarray(0, at % body.length), body.subarray((at % body.length) + 1)]),
  ),
  altered("something put behind", (body, { bit }) =>
    Buffer.concat([body, Buffer.from([" ", "\n", "\0", "}"][bit % 4]!)]),
  ),
  altered("something put before", (body, { bit }) =>
    Buffer.concat([Buffer.from(["\uFEFF", " ", "\0", "{"][bit % 4]!), body]),
  ),
  altered("written with more space", (body) => Buffer.from(JSON.stringify(json(body), null, 2))),
  altered("written in ASCII", (body) =>
    Buffer.from(
      JSON.stringify(json(body)).replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ),
  ),
  altered("in UTF-16", (body) => Buffer.from(body.toString("utf8"), "utf16le")),
  altered("in base64", (body) => Buffer.from(body.toString("base64"))),
  altered("as a form", (body) => Buffer.from(new URLSearchParams({ payload: body.toString("utf8") }).toString())),
  altered("compressed", (body) => gzipSync(body)),
  altered("replaced", (_body, { another }) => another),
  altered("replaced, in chunks", (_body, { another }) => another, { chunk: 100 }),
  altered("cut short, in chunks", (body, { at }) => body.subarray(0, at % body.length), { chunk: 7 }),
  altered("emptied", () => Buffer.alloc(0)),
  altered("said twice", (body) => Buffer.concat([body, body])),
  wronglySigned("signed by another secret", ({ other }, body) => `sha256=${hmac(other, body)}`),
  wronglySigned("signed by an empty secret", (_, body) => `sha256=${hmac("", body)}`),
  wronglySigned("signed by the secret with a line end", ({ right }, body) => `sha256=${hmac(`${right}\n`, body)}`),
  wronglySigned("not signed", () => null),
  wronglySigned("an empty signature", () => "sha256="),
  wronglySigned("a short signature", (secrets, body, { at }) => signed(secrets, body).slice(0, 7 + (at % 64))),
  wronglySigned(
    "a long signature",
    (secrets, body, { bit }) => `${signed(secrets, body)}${"0123456789abcdef".slice(0, 1 + bit)}`,
  ),
  wronglySigned("a digit changed", (secrets, body, { at, bit }) => {
    const right = signed(secrets, body);
    const place = 7 + (at % 64);
    const digit = ((Number.parseInt(right[place]!, 16) + 1 + bit) % 16).toString(16);
    return `${right.slice(0, place)}${digit}${right.slice(place + 1)}`;
  }),
  wronglySigned(
    "in capitals",
    ({ right }, body) =>
      `sha256=${hmac(right, body)
        .replaceAll(/[a-f0-9]$/g, "f")
        .toUpperCase()}`,
  ),
  wronglySigned("the prefix in capitals", (secrets, body) => signed(secrets, body).replace("sha256", "SHA256")),
  wronglySigned("no prefix", ({ right }, body) => hmac(right, body)),
  wronglySigned(
    "another prefix",
    ({ right }, body, { bit }) =>
      `${["sha1=", "sha512=", "sha256:", "sha-256=", "=", "hmac="][bit % 6]}${hmac(right, body)}`,
  ),
  wronglySigned("space inside", ({ right }, body, { bit }) => `sha256=${bit % 2 ? " " : "\t"}${hmac(right, body)}`),
  wronglySigned("quoted", (secrets, body) => `"${signed(secrets, body)}"`),
  wronglySigned("SHA-1", ({ right }, body) => `sha1=${hmac(right, body, "sha1")}`),
  wronglySigned("SHA-1 under the other's name", ({ right }, body) => `sha256=${hmac(right, body, "sha1")}`),
  wronglySigned("another algorithm", ({ right }, body, { bit }) => {
    const algorithm = ["sha512", "sha384", "sha224", "md5", "sha3-256", "sha512-256"][bit % 6]!;
    return `${bit % 2 ? "sha256" : algorithm}=${hmac(right, body, algorithm)}`;
  }),
  wronglySigned("a plain hash", (_, body) => `sha256=${createHash("sha256").update(body).digest("hex")}`),
  wronglySigned(
    "a hash with the secret before",
    ({ right }, body) => `sha256=${createHash("sha256").update(right).update(body).digest("hex")}`,
  ),
  wronglySigned("secret and body swapped", ({ right }, body) => `sha256=${hmac(body, Buffer.from(right))}`),
  wronglySigned(
    "in base64 digits",
    ({ right }, body) => `sha256=${createHmac("sha256", right).update(body).digest("base64url")}`,
  ),
  wronglySigned("nothing but zeros", () => `sha256=${"0".repeat(64)}`),
  wronglySigned("letters of other alphabets", (secrets, body) =>
    signed(secrets, body).replace("a", "\u00E4").replace("sha", "sh\u00E0"),
  ),
  wronglySigned("signature of another body", (secrets, _body, { another }) => signed(secrets, another)),
  sentWrongly("only the old header", (right, secrets) => ({
    headers: [
      ...without(right, signatureHeader),
      ["x-hub-signature", `sha1=${hmac(secrets.right, right.body, "sha1")}`],
    ],
  })),
  sentWrongly("a header of nearly that name", (right, secrets) => ({
    headers: [...without(right, signatureHeader), ["x-hub-signature256", signed(secrets, right.body)]],
  })),
  sentWrongly("two signatures, the right one first", (right, { other }) =>
    withHeaders(right, [signatureHeader, `sha256=${hmac(other, right.body)}`]),
  ),
  sentWrongly("two signatures, the right one last", (right, secrets) => ({
    headers: [
      ...without(right, signatureHeader),
      [signatureHeader, `sha256=${hmac(secrets.other, right.body)}`],
      [signatureHeader, signed(secrets, right.body)],
    ],
  })),
  sentWrongly("the right signature twice", (right, secrets) =>
    withHeaders(right, [signatureHeader, signed(secrets, right.body)]),
  ),
  sentWrongly("two delivery ids", (right) => withHeaders(right, ["x-github-delivery", "another"])),
  sentWrongly("no delivery id", (right) => ({ headers: without(right, "x-github-delivery") })),
  sentWrongly("no event", (right) => ({ headers: without(right, "x-github-event") })),
  sentWrongly("an id that is none", (right) => ({
    headers: [...without(right, "x-github-delivery"), ["x-github-delivery", "1'; drop table deliveries --"]],
  })),
  sentWrongly("put", () => ({ method: "PUT" })),
  sentWrongly("got", () => ({ method: "GET", body: Buffer.alloc(0) })),
];

const dice: fc.Arbitrary<Dice> = fc.record({ at: fc.nat(100_000), bit: fc.nat(7), another: bodies });

/** Never one that GitHub could have sent. */
export function forged(secrets: Secrets): fc.Arbitrary<Webhook> {
  return fc
    .record({ body: bodies, forge: fc.nat(forgeries.length - 1), dice })
    .filter(({ body, dice: { another } }) => !body.equals(another))
    .map(({ body, forge, dice: thrown }) => forgeries[forge]!(body, secrets, thrown));
}

export const kindsOfForgery = forgeries.length;

/** Its status; null where the connection was ended without one. */
export async function sendWebhook(url: string, agent: Agent, webhooks: Webhook): Promise<number | null> {
  const { method, headers, body, chunk } = webhooks;
  return await new Promise((resolve) => {
    const length = chunk === null ? ["content-length", String(body.length)] : ["transfer-encoding", "chunked"];
    const sent = request(
      url,
      { method, agent, headers: [...headers.flat(), ...length, "host", "localhost"] },
      (response) => {
        response.on("end", () => resolve(response.statusCode ?? null));
        response.on("error", () => resolve(null));
        response.resume();
      },
    );
    // A connection that was kept may be ended by the other side just when it is used again.
    sent.on("error", () => resolve(sent.reusedSocket ? sendWebhook(url, agent, webhooks) : null));
    if (chunk !== null) for (let at = 0; at < body.length; at += chunk) sent.write(body.subarray(at, at + chunk));
    sent.end(chunk === null ? body : undefined);
  });
}
