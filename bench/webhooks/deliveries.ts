// Deliveries as GitHub sends them, put together and signed before any clock runs: whole requests, ready for a socket.
import { createHmac, randomUUID } from "node:crypto";

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
  return Array.from({ length: count }, (_, index) => requestOf(bodyAbout(payload, index + 1), path, secret));
}

function bodyAbout(payload: PullPayload, number: number): Buffer {
  const sha = randomUUID().replaceAll("-", "").padEnd(40, "0");
  const about = { ...payload.pull_request, id: number, number, title: `fix: what #${number} is about`, body: "" };
  const whole = (body: string) =>
    Buffer.from(JSON.stringify({ ...payload, number, pull_request: { ...about, head: { ...about.head, sha }, body } }));
  const missing = bodyBytes - whole("").length;
  if (missing < 0) throw new Error(`The payload alone has ${bodyBytes - missing} bytes`);
  return whole("It was wrong, and the tests now say so. ".repeat(missing / 40 + 1).slice(0, missing));
}

function requestOf(body: Buffer, path: string, secret: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "accept: */*",
    "content-type: application/json",
    `content-length: ${body.length}`,
    "user-agent: GitHub-Hookshot/bench",
    `x-github-delivery: ${randomUUID()}`,
    "x-github-event: pull_request",
    "x-github-hook-id: 1",
    "x-github-hook-installation-target-id: 1",
    "x-github-hook-installation-target-type: integration",
    `x-hub-signature-256: sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}
