// Runs one `git fetch` into a mirror. Only this process gets the token, through its environment; no part of it is on
// the command line or on disk, and no user or system config is read.
import { spawn, type ChildProcess } from "node:child_process";
import { kill, platform } from "node:process";
import { streamRedactor, type StreamRedactor } from "../../secrets/redact-values.ts";
import { spawnFailed } from "./run.ts";

export interface FetchSource {
  /** https, or http on loopback; without credentials. */
  url: string;
  token: string | null;
}

export interface FetchRun {
  mirror: string;
  env: Readonly<Record<string, string | undefined>>;
  stop: AbortSignal;
  /** Progress from 0 to 100. */
  progress(percent: number): void;
}

export interface FetchEnd {
  code: number;
  /** git's messages without its progress counters. */
  stderr: string;
}

const fixedOptions = [
  "--progress",
  "--force",
  "--no-tags",
  "--no-write-fetch-head",
  "--no-recurse-submodules",
  "--no-auto-maintenance",
  "--no-show-forced-updates",
];

export async function fetchInto(
  run: FetchRun,
  source: FetchSource,
  options: readonly string[],
  refspecs: readonly string[],
): Promise<FetchEnd> {
  run.stop.throwIfAborted();
  const args = ["fetch", ...fixedOptions, ...options, "--end-of-options", source.url, ...refspecs];
  const messages = new GitMessages(run.progress, source.token);
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn("git", args, {
      cwd: run.mirror,
      env: fetchEnvironment(run, source),
      stdio: ["ignore", "ignore", "pipe"],
      windowsHide: true,
      // A process group of its own, because git's HTTP helper is a child that would outlive it.
      detached: platform !== "win32",
    });
    // Waits for the whole group to exit, because it may still be writing.
    const end = () => endAll(child);
    run.stop.addEventListener("abort", end, { once: true });
    child.stderr.on("data", (chunk: Buffer) => messages.take(chunk.toString("utf8")));
    child.on("error", (error) => reject(spawnFailed(error, run.stop)));
    child.on("close", (status) => {
      run.stop.removeEventListener("abort", end);
      resolve(status ?? -1);
    });
  });
  run.stop.throwIfAborted();
  return { code, stderr: messages.text() };
}

function endAll(child: ChildProcess): void {
  try {
    if (platform === "win32" || child.pid === undefined) child.kill();
    else kill(-child.pid, "SIGTERM");
  } catch {
    // The processes have exited already.
  }
}

const counting = /^(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Resolving|Unpacking|Checking|Total)\b/;
const mostLines = 50;

/** Splits git's messages into progress and text, with bounded memory. */
class GitMessages {
  readonly #progress: (percent: number) => void;
  readonly #redactor: StreamRedactor;
  readonly #lines: string[] = [];
  #rest = "";

  constructor(progress: (percent: number) => void, token: string | null) {
    this.#progress = progress;
    this.#redactor = streamRedactor(token === null ? [] : [token]);
  }

  take(text: string): void {
    this.#lineByLine(this.#redactor.take(text));
  }

  text(): string {
    this.#lineByLine(`${this.#redactor.rest()}\n`);
    return this.#lines.join("\n");
  }

  #lineByLine(redacted: string): void {
    const lines = `${this.#rest}${redacted}`.split(/[\r\n]/);
    this.#rest = lines.pop()!.slice(0, 2000);
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    const percent = /^Receiving objects:\s+(\d+)%/.exec(line)?.[1];
    if (percent !== undefined) this.#progress(Number(percent));
    if (line.trim() === "" || counting.test(line)) return;
    this.#lines.push(line.slice(0, 500));
    // The last lines contain the reason.
    if (this.#lines.length > mostLines) this.#lines.shift();
  }
}

/** Defects of old commits and trees that are harmless for reading; many repositories have some in their history. */
const harmless = [
  "badDate",
  "badDateOverflow",
  "badEmail",
  "badName",
  "badTimezone",
  "duplicateEntries",
  "extraHeaderEntry",
  "fullPathname",
  "missingAuthor",
  "missingEmail",
  "missingNameBeforeEmail",
  "missingSpaceBeforeDate",
  "missingSpaceBeforeEmail",
  "missingTaggerEntry",
  "multipleAuthors",
  "nullSha1",
  "treeNotSorted",
  "zeroPaddedDate",
  "zeroPaddedFilemode",
];

const proxies = ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"];
const certificates = ["SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH"];

/** No HOME, because git's transport would look for passwords in a .netrc there. */
function fetchEnvironment({ mirror, env }: FetchRun, { url, token }: FetchSource): Record<string, string> {
  const { protocol, origin } = new URL(url);
  const scheme = protocol.slice(0, -1);
  const settings: [string, string][] = [
    ["protocol.allow", "never"],
    [`protocol.${scheme}.allow`, "always"],
    // A redirect could send the token to another host.
    ["http.followRedirects", "false"],
    ["http.lowSpeedLimit", "1000"],
    ["http.lowSpeedTime", "60"],
    ["credential.helper", ""],
    ["core.askPass", ""],
    ["core.hooksPath", "/dev/null"],
    ["transfer.fsckObjects", "true"],
    ...harmless.map((fault): [string, string] => [`fetch.fsck.${fault}`, "ignore"]),
    // One pack per fetch: it appears whole or not at all.
    ["fetch.unpackLimit", "1"],
    ["fetch.writeCommitGraph", "false"],
    ["submodule.recurse", "false"],
    ...(token === null
      ? []
      : [[`http.${origin}/.extraHeader`, `Authorization: Basic ${basic(token)}`] as [string, string]]),
  ];
  return {
    ...plainEnvironment(mirror, env),
    ...picked(env, scheme === "https" ? [...proxies, ...certificates] : []),
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/** For every git process in a mirror: no config, no prompts, no filters, no token. */
export function plainEnvironment(
  mirror: string,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    ...picked(env, ["PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP"]),
    LC_ALL: "C",
    GIT_DIR: mirror,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
  };
}

function picked(env: Readonly<Record<string, string | undefined>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function basic(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString("base64");
}
