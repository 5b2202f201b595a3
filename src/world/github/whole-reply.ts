// Reads a reply whole before anybody looks at it. Octokit takes a body that breaks off for an empty one, which on a write
// would look like success; here it is an error, and so is one that is too large.

export class TooLarge extends Error {
  constructor(limit: number) {
    super(`the reply is larger than ${limit} bytes`);
    this.name = "TooLarge";
  }
}

const withoutBody = new Set([204, 205, 304]);

export function wholeReplies(largest: number): typeof fetch {
  return async (input, init) => {
    const reply = await fetch(input, init);
    const bytes = await readWhole(reply, largest);
    const { status, statusText, headers } = reply;
    return new Response(withoutBody.has(status) ? null : bytes, { status, statusText, headers });
  };
}

async function readWhole(reply: Response, largest: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of reply.body ?? []) {
    size += part.byteLength;
    if (size > largest) throw new TooLarge(largest);
    parts.push(part);
  }
  return joined(parts, size);
}

/** Copied once: a page of many comments is megabytes. */
function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
