// Reads a reply to its end before anybody judges it. Octokit takes a body that breaks off for an empty one, which on a write
// would look like success; here it is an error, and so is one that is too large.
import { readByElement, type ByElement } from "./json-by-element.ts";

export class ReplyTooLarge extends Error {
  constructor(limit: number) {
    super(`the reply is larger than ${limit} bytes`);
    this.name = "TooLarge";
  }
}

const withoutBody = new Set([204, 205, 304]);

/** A success is handed on unread, to be read by `readReply`; the body of any other reply is read here. */
export function wholeReplies(largest: number): typeof fetch {
  return async (input, init) => {
    const reply = await fetch(input, init);
    if (reply.ok) return reply;
    const bytes = await joined(limited(reply.body, largest));
    const { status, statusText, headers } = reply;
    return new Response(withoutBody.has(status) ? null : bytes, { status, statusText, headers });
  };
}

/**
 * What JSON says, or the text of what is none. Octokit would look at every value for numbers that are too large: on a page
 * of many comments that takes several times the memory of the page.
 */
export async function readReply(
  body: ReadableStream<Uint8Array>,
  { type, largest, by }: { type: string; largest: number; by?: ByElement | undefined },
): Promise<unknown> {
  const parts = limited(body, largest);
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
  try {
    if (isJson && by) return await readByElement(parts, by);
    const text = (await joined(parts)).toString("utf8");
    return isJson ? parsed(text) : text;
  } catch (error) {
    if (error instanceof SyntaxError) return "";
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function* limited(body: ReadableStream<Uint8Array> | null, largest: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > largest) throw new ReplyTooLarge(largest);
    yield part;
  }
}

async function joined(parts: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
