// Reads a response to its end before it is judged. Octokit treats a truncated body as empty, which would make a failed
// write look like success; here it is an error, and so is one that is too large.
import { readByElement, type ByElement } from "./json-by-element.ts";

class ReplyTooLarge extends Error {
  constructor(limit: number) {
    super(`the reply is larger than ${limit} bytes`);
    this.name = "TooLarge";
  }
}

const withoutBody = new Set([204, 205, 304]);

/** A successful response is passed on unread, for `readReply`; others are read here. */
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
 * Parses JSON, or returns the text. Octokit would scan every value for large numbers, which takes several times the
 * memory of a page.
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
