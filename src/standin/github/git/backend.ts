// Runs `git http-backend` as CGI, one process per request, streaming both ways.
import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable, Writable } from "node:stream";
import { gitEnvironment } from "../hub.ts";

export interface BackendCall {
  /** The bare repository. */
  directory: string;
  /** `/info/refs`, or the service's own path. */
  path: string;
  query: string;
  /** The pusher's name in git's reflog; empty for an anonymous reader. */
  user: string;
  /** Used for PATH only. */
  env: Readonly<Record<string, string | undefined>>;
}

/** As on GitHub, any commit can be fetched by id, and clones can be partial. */
const config = {
  "uploadpack.allowFilter": "true",
  "uploadpack.allowReachableSHA1InWant": "true",
  "uploadpack.allowAnySHA1InWant": "true",
  "http.receivepack": "true",
  // Pull refs are managed by the server; pushing to them is refused.
  "receive.hideRefs": "refs/pull",
  "receive.denyDeleteCurrent": "refuse",
  "gc.auto": "0",
  "receive.autogc": "false",
};

/** Leaves the response open, so that the caller can handle the effects of a push before ending it. */
export async function serveByGit(call: BackendCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const child = spawn("git", ["http-backend"], {
    env: cgiEnvironment(call, request),
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve());
  });
  // Stops git when the client disconnects.
  const goneAway = (): void => void child.kill();
  response.once("close", goneAway);
  try {
    sendIn(request, child.stdin);
    await Promise.all([ended, passOn(child.stdout, response)]);
  } finally {
    response.off("close", goneAway);
    child.kill();
  }
}

/**
 * git may exit before it has read the whole request. The rest is discarded, so that the connection stays open for the
 * answer.
 */
function sendIn(request: IncomingMessage, input: Writable): void {
  input.on("error", () => {});
  input.once("close", () => {
    request.unpipe(input);
    request.resume();
  });
  request.pipe(input);
}

async function passOn(output: Readable, response: ServerResponse): Promise<void> {
  let head = Buffer.alloc(0);
  let inBody = false;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    if (inBody) {
      await write(response, chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end === -1) continue;
    inBody = true;
    const { status, headers } = readHead(head.subarray(0, end).toString("latin1"));
    response.writeHead(status, headers);
    await write(response, head.subarray(end + 4));
  }
  if (!inBody) response.writeHead(500);
}

async function write(response: ServerResponse, chunk: Buffer): Promise<void> {
  if (chunk.length === 0 || response.destroyed || response.write(chunk)) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      response.off("drain", go);
      response.off("close", go);
      resolve();
    };
    response.once("drain", go);
    response.once("close", go);
  });
}

function readHead(text: string): { status: number; headers: Record<string, string> } {
  const lines = text.split("\r\n").map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const status = lines.find(([name]) => name === "status")?.[1] ?? "200";
  return {
    status: Number.parseInt(status, 10),
    headers: Object.fromEntries(lines.filter(([name]) => name !== "status")),
  };
}

function cgiEnvironment(call: BackendCall, request: IncomingMessage): Record<string, string> {
  const header = (name: string): string => [request.headers[name] ?? ""].flat().join(", ");
  return {
    ...gitEnvironment(call.env["PATH"]),
    ...configEnvironment(),
    GIT_PROJECT_ROOT: call.directory,
    GIT_HTTP_EXPORT_ALL: "1",
    GIT_PROTOCOL: header("git-protocol"),
    PATH_INFO: call.path,
    QUERY_STRING: call.query,
    REQUEST_METHOD: request.method ?? "GET",
    CONTENT_TYPE: header("content-type"),
    CONTENT_LENGTH: header("content-length"),
    HTTP_CONTENT_ENCODING: header("content-encoding"),
    REMOTE_USER: call.user,
    REMOTE_ADDR: "127.0.0.1",
  };
}

function configEnvironment(): Record<string, string> {
  const entries = Object.entries(config).flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(Object.keys(config).length), ...Object.fromEntries(entries) };
}
