// Deliveries as GitHub sends them, put together and signed before any clock runs: whole requests, ready for a socket.
import { createHmac, randomBytes, randomUUID } from "node:crypto";

export const bodyBytes = 24 * 1024;

interface PullPayload {
  number: number;
  pull_request: { id: number; number: number; title: string; body: string; head: { sha: string } };
}

/** Each about another pull request, each with an id of its own, all of one length. */
export function signedRequests(
  template: string,
  count: number,
  { path, secret }: { path: string; secret: string },
): Buffer[] {
  const payload = JSON.parse(template) as PullPayload;
  const from = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const id = deliveryId(from + index / mostInOneMs);
    return requestOf(id, bodyAbout(payload, index + 1), { path, secret });
  });
}

/** Of GitHub's, as of ten thousand a second. */
const mostInOneMs = 10;
/** From the year 1582, in tenths of microseconds, which is where these ids begin to count. */
const first = 122_192_928_000_000_000n;

/** GitHub's are UUIDs of the first version: they begin with the lowest part of the time, down to tenths of a microsecond. */
function deliveryId(ms: number): string {
  const time = (first + BigInt(Math.round(ms * 10_000))).toString(16).padStart(15, "0");
  const machine = randomBytes(8).toString("hex");
  return [time.slice(7), time.slice(3, 7), `1${time.slice(0, 3)}`, `8${machine.slice(1, 4)}`, machine.slice(4)].join(
    "-",
  );
}

function bodyAbout(payload: PullPayload, number: number): Buffer {
  const sha = randomUUID().replaceAll("-", "").padEnd(40, "0");
  const about = { ...payload.pull_request, id: number, number, title: `fix: what #${number} is about`, body: "" };
  const whole = (body: string) =>
    Buffer.from(JSON.stringify({ ...payload, number, pull_request: { ...about, head: { ...about.head, sha }, body } }));
  const missing = bodyBytes - whole("").length;
  if (missing < 0) throw new Error(`The payload alone has ${bodyBytes - missing} bytes`);
  return whole(words(number, missing));
}

/** Of no sense and of this length: databases and servers that pack what they keep gain no more by them than by people's. */
function words(seed: number, length: number): string {
  let [text, state] = ["", seed];
  while (text.length < length) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    text += `${(state >> 4).toString(36)} `;
  }
  return text.slice(0, length);
}

function requestOf(id: string, body: Buffer, { path, secret }: { path: string; secret: string }): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "accept: */*",
    "content-type: application/json",
    `content-length: ${body.length}`,
    "user-agent: GitHub-Hookshot/bench",
    `x-github-delivery: ${id}`,
    "x-github-event: pull_request",
    "x-github-hook-id: 1",
    "x-github-hook-installation-target-id: 1",
    "x-github-hook-installation-target-type: integration",
    `x-hub-signature-256: sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}
