import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Oid } from "../../change/change.ts";
import { gitHttp } from "../../standin/github/git-http.ts";
import { makeRepository, type MadeRepository } from "./make-repository.ts";
import { canLend, openMirror, type MirrorOptions, type WantedCommits } from "./mirror.ts";
import { bytesIn, forgetOthers } from "./mirror-room.ts";
import { openGit } from "./repository.ts";

const token = "read-token-of-the-test";
const work = mkdtempSync(join(realpathSync(tmpdir()), "crosscheck-mirror-"));
const never = new AbortController().signal;
const handler = gitHttp<string>({
  env: process.env,
  find: (owner, name) => (owner === "acme" && name === "shop" ? join(origin.path, ".git") : null),
  folder: (path) => path,
  leaseOwner: (shown) => (shown === token ? "ada" : null),
  access: (_, shown) => (shown === token ? "read" : "none"),
  pushed: async () => {},
});

/** What the server received and sent since the last check, and the fault it injects. */
let traffic = { requests: 0, bytes: 0 };
let instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null;
const server = createServer((request, response) => {
  traffic.requests++;
  const write = response.write.bind(response) as (chunk: Buffer, ...rest: never[]) => boolean;
  response.write = ((chunk: Buffer, ...rest: never[]) => {
    traffic.bytes += chunk.length;
    return write(chunk, ...rest);
  }) as typeof response.write;
  if (instead?.(request, response)) return;
  handler(request, response, new URL(request.url!, "http://localhost")).then(
    (done) => done || response.writeHead(418).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

let origin: MadeRepository;
const oid: Record<string, Oid> = {};

beforeAll(async () => {
  const bulk = (seed: number) =>
    Array.from({ length: 4000 }, (_, index) => `${(index * 7919 + seed * 104729) % 1000003} line\n`).join("");
  origin = await makeRepository([], process.env, never);
  const commit = async (name: string, files: Record<string, string>) => {
    await origin.commit({ message: name, files });
    oid[name] = (await origin.git("rev-parse", "HEAD")) as Oid;
  };
  for (let index = 0; index < 10; index++)
    await commit(`main${index}`, { "bulk.txt": bulk(index), "a.txt": `${index}\n` });
  await origin.git("checkout", "--quiet", "-b", "feature", oid["main9"]!);
  for (let index = 0; index < 3; index++) await commit(`feature${index}`, { "b.txt": `${index}\n` });
  await origin.git("update-ref", "refs/pull/7/head", "HEAD");
  await origin.git("checkout", "--quiet", "-b", "stacked");
  await commit("stacked", { "c.txt": "c\n" });
  // A force-push of pull request 7: the same on another base, seen by its pull ref alone.
  await origin.git("checkout", "--quiet", "-B", "rewritten", oid["main9"]!);
  await commit("rewritten", { "b.txt": "other\n" });
  await origin.git("checkout", "--quiet", "main");
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  instead = null;
});

afterAll(async () => {
  origin.remove();
  rmSync(work, { recursive: true, force: true });
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

function at(folder: string, overrides: Partial<MirrorOptions> = {}): MirrorOptions {
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const named = { host, owner: "acme", repo: "shop", url: `http://${host}/acme/shop.git` };
  return { folder: join(work, folder), ...named, token, env: process.env, stop: never, ...overrides };
}

function wantedCommits(overrides: Partial<WantedCommits> = {}): WantedCommits {
  return { head: oid["feature2"]!, mergeBase: oid["main9"]!, number: 7, commits: 3, baseRef: "main", ...overrides };
}

const stacked = (): WantedCommits =>
  wantedCommits({ head: oid["stacked"]!, mergeBase: oid["feature2"]!, number: 8, commits: 1 });

/** The subjects between the two ends, read as a review reads them. */
async function subjects(path: string, { mergeBase, head }: WantedCommits): Promise<string[]> {
  const git = openGit(path, process.env, never);
  try {
    const { commits } = await git.commits(mergeBase, head, 100);
    expect((await git.compare(mergeBase, head)).rows.length).toBeGreaterThan(0);
    return commits.map(({ message }) => message);
  } finally {
    git.close();
  }
}

function look(): typeof traffic {
  const before = traffic;
  traffic = { requests: 0, bytes: 0 };
  return before;
}

function everyFile(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

describe("only what a review needs is fetched", () => {
  test("the pull request's commits and its merge base are fetched once", async () => {
    const mirror = openMirror(at("once"));
    look();
    expect(await mirror.fetch(wantedCommits())).toEqual({ asked: true });
    const cold = look();
    expect(cold.requests).toBeGreaterThan(0);
    expect(await subjects(mirror.path, wantedCommits())).toEqual(["feature0", "feature1", "feature2"]);
    // Of ten versions of the large file one came.
    expect(cold.bytes).toBeLessThan(2 * (await packedSize("main9")));
    expect(await openMirror(at("once")).fetch(wantedCommits())).toEqual({ asked: false });
    expect(look().requests).toBe(0);
  });

  async function packedSize(name: string): Promise<number> {
    const blob = await origin.git("cat-file", "blob", `${oid[name]}:bulk.txt`);
    const { deflateSync } = await import("node:zlib");
    return deflateSync(blob).length;
  }

  test("a new head fetches only new commits; the old head stays for comparison", async () => {
    const mirror = openMirror(at("rewritten"));
    await mirror.fetch(wantedCommits());
    look();
    const next = wantedCommits({ head: oid["rewritten"]!, commits: 1 });
    await mirror.fetch(next);
    expect(look().bytes).toBeLessThan(10_000);
    expect(await subjects(mirror.path, next)).toEqual(["rewritten"]);
    expect(await subjects(mirror.path, wantedCommits())).toEqual(["feature0", "feature1", "feature2"]);
  });

  test("a stacked pull request does not truncate the one below it, in either order", async () => {
    const below = openMirror(at("below-first"));
    await below.fetch(wantedCommits());
    await below.fetch(stacked());
    const above = openMirror(at("above-first"));
    await above.fetch(stacked());
    await above.fetch(wantedCommits());
    for (const { path } of [below, above]) {
      expect(await subjects(path, wantedCommits())).toEqual(["feature0", "feature1", "feature2"]);
      expect(await subjects(path, stacked())).toEqual(["stacked"]);
    }
  });

  test("a merge base beyond the fetch depth is fetched separately", async () => {
    const mirror = openMirror(at("far"));
    const far = wantedCommits({ mergeBase: oid["main2"]!, commits: 1 });
    await mirror.fetch(far);
    const git = openGit(mirror.path, process.env, never);
    expect((await git.compare(far.mergeBase, far.head)).rows.map(({ newPath }) => newPath)).toEqual([
      "a.txt",
      "b.txt",
      "bulk.txt",
    ]);
    git.close();
  });

  test("the number of old heads is limited", async () => {
    const mirror = openMirror(at("bounded"));
    const shas: Oid[] = [];
    for (let index = 0; index < 12; index++) {
      const tree = await origin.git("rev-parse", `${oid["feature0"]}^{tree}`);
      shas.push((await origin.git("commit-tree", tree, "-p", oid["main9"]!, "-m", `round ${index}`)) as Oid);
      await mirror.fetch(wantedCommits({ head: shas.at(-1)!, commits: 1 }));
    }
    const refs = spawnSync("git", ["--git-dir", mirror.path, "for-each-ref", "--format=%(refname)"], {
      encoding: "utf8",
    }).stdout;
    expect(refs).toContain(`refs/crosscheck/7/${shas.at(-1)}`);
    expect(refs.trim().split("\n").length).toBeLessThanOrEqual(10);
  });
});

describe("objects are borrowed from a clone", () => {
  test("only the pull request's own commits are fetched, and the clone is not written to", async () => {
    const clone = join(work, "lender");
    await origin.git("clone", "--quiet", "--single-branch", `file://${origin.path}`, clone);
    expect(canLend(clone)).toBe(true);
    const before = everyFile(clone);
    look();
    const mirror = openMirror(at("borrowing", { borrow: clone }));
    await mirror.fetch(wantedCommits());
    expect(look().bytes).toBeLessThan(5_000);
    expect(await subjects(mirror.path, wantedCommits())).toEqual(["feature0", "feature1", "feature2"]);
    expect(everyFile(clone)).toEqual(before);
    // The mirror that stands alone is another.
    expect(mirror.path).not.toBe(openMirror(at("borrowing")).path);
  });

  test("but not from a shallow or a partial clone", async () => {
    const [shallow, partial] = [join(work, "shallow-clone"), join(work, "partial-clone")];
    await origin.git("clone", "--quiet", "--depth=1", `file://${origin.path}`, shallow);
    await origin.git(
      "-c",
      "uploadpack.allowFilter=true",
      "clone",
      "--quiet",
      "--bare",
      "--filter=blob:none",
      `file://${origin.path}`,
      partial,
    );
    expect([canLend(shallow), canLend(partial)]).toEqual([false, false]);
  });
});

describe("the token", () => {
  test("reaches only the server: no command line, file or other process", async () => {
    const folder = join(work, "spy");
    mkdirSync(folder);
    const real = spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).stdout.trim();
    // Stands before git on the PATH and writes down how it was called.
    const log = join(folder, "log");
    writeFileSync(
      join(folder, "git"),
      `#!/bin/sh\nprintf '%s | ' "$*" >> '${log}'; if env | grep -q extraHeader; then echo token >> '${log}'; else echo none >> '${log}'; fi\nexec '${real}' "$@"\n`,
    );
    chmodSync(join(folder, "git"), 0o755);
    const mirror = openMirror(at("secretive", { env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` } }));
    await mirror.fetch(wantedCommits());
    const lines = readFileSync(log, "utf8").trim().split("\n");
    const own = lines.filter((line) => !line.startsWith("--"));
    expect(own.some((line) => line.startsWith("fetch ") && line.endsWith("| token"))).toBe(true);
    expect(
      own.filter(
        (line) => !/^(?:fetch|remote-http|index-pack|rev-list|maintenance) /.test(line) && line.endsWith("| token"),
      ),
    ).toEqual([]);
    const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
    for (const secret of [token, basic]) {
      expect(lines.join("\n")).not.toContain(secret);
      expect(everyFile(mirror.path).filter((file) => readFileSync(file).includes(secret))).toEqual([]);
    }
  });

  test("does not follow a redirect", async () => {
    const tokens: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      tokens.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    instead = (request, response) => {
      response.writeHead(301, { location: `http://127.0.0.1:${port}${request.url}` }).end();
      return true;
    };
    await expect(openMirror(at("moved")).fetch(wantedCommits())).rejects.toThrow("acme/shop has moved");
    expect(tokens).toEqual([]);
    await new Promise((resolve) => void other.close(resolve));
  });
});

describe("failures are reported and leave the mirror usable", () => {
  test.each<[string, Partial<MirrorOptions>, RegExp]>([
    ["no token", { token: null }, /requires a token for acme\/shop/],
    ["a wrong token", { token: "wrong" }, /does not let this token read acme\/shop/],
    ["no such repository", { repo: "none" }, /no acme\/none/],
    ["no server", { url: "http://127.0.0.1:1/acme/shop.git" }, /connect/i],
  ])("%s", async (name, overrides, says) => {
    const options = at(`wrong-${name}`, overrides);
    const url = overrides.url ?? options.url.replace("shop", options.repo);
    await expect(openMirror({ ...options, url }).fetch(wantedCommits())).rejects.toThrow(says);
    const mirror = openMirror(at(`wrong-${name}`));
    await mirror.fetch(wantedCommits());
    expect(await subjects(mirror.path, wantedCommits())).toHaveLength(3);
  });

  test("a head that was deleted on the server", async () => {
    await expect(openMirror(at("gone")).fetch(wantedCommits({ head: "1".repeat(40) as Oid }))).rejects.toThrow(
      "changed while it was read",
    );
  });

  test("a full disk leaves the mirror as before", async () => {
    const folder = join(work, "small-disk");
    mkdirSync(folder);
    const real = spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).stdout.trim();
    writeFileSync(join(folder, "git"), `#!/bin/sh\ntrap '' XFSZ\nulimit -f 4\nexec '${real}' "$@"\n`);
    chmodSync(join(folder, "git"), 0o755);
    const full = at("full", { env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` } });
    await expect(openMirror(full).fetch(wantedCommits())).rejects.toThrow("The disk is full");
    const mirror = openMirror(at("full"));
    await mirror.fetch(wantedCommits());
    expect(await subjects(mirror.path, wantedCommits())).toHaveLength(3);
  });

  test("a mirror can be used again after an aborted fetch", async () => {
    const stopping = new AbortController();
    instead = (request) => {
      if (!request.url!.endsWith("git-upload-pack")) return false;
      stopping.abort(new Error("stopped by hand"));
      return true;
    };
    await expect(openMirror(at("stopped", { stop: stopping.signal })).fetch(wantedCommits())).rejects.toThrow(
      "stopped by hand",
    );
    instead = null;
    const mirror = openMirror(at("stopped"));
    expect(existsSync(`${mirror.path}.lock`)).toBe(false);
    await mirror.fetch(wantedCommits());
    expect(await subjects(mirror.path, wantedCommits())).toHaveLength(3);
  });

  test("locks of a killed process, git's and ours, block nobody", async () => {
    const mirror = openMirror(at("killed"));
    writeFileSync(join(mirror.path, "shallow.lock"), "");
    writeFileSync(`${mirror.path}.lock`, "");
    utimesSync(`${mirror.path}.lock`, new Date(0), new Date(0));
    await mirror.fetch(wantedCommits());
    expect(await subjects(mirror.path, wantedCommits())).toHaveLength(3);
  });

  test("a damaged mirror is rebuilt", async () => {
    const mirror = openMirror(at("damaged"));
    await mirror.fetch(wantedCommits());
    for (const file of everyFile(join(mirror.path, "objects", "pack"))) rmSync(file);
    await mirror.fetch(wantedCommits());
    expect(await subjects(mirror.path, wantedCommits())).toHaveLength(3);
  });

  test("concurrent fetches each succeed, and identical ones share one request", async () => {
    look();
    const pulls = [
      wantedCommits(),
      stacked(),
      wantedCommits(),
      wantedCommits({ head: oid["rewritten"]!, commits: 1 }),
      stacked(),
      wantedCommits(),
    ];
    const requests = await Promise.all(pulls.map(async (pull) => (await openMirror(at("many")).fetch(pull)).asked));
    expect(requests.filter(Boolean).length).toBeLessThanOrEqual(3);
    for (const pull of pulls) expect(await subjects(openMirror(at("many")).path, pull)).toHaveLength(pull.commits);
  });
});

describe("several processes", () => {
  const program = fileURLToPath(new URL("../../../test/support/mirror-process.ts", import.meta.url));
  const start = (folder: string, pull: WantedCommits) => {
    const { env: _env, stop: _stop, ...options } = at(folder);
    const child = spawn(process.execPath, [program, JSON.stringify({ options, wanted: pull })], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const out = child.stdout.toArray().then((chunks) => Buffer.concat(chunks as Buffer[]).toString("utf8"));
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    return { child, ended, out };
  };

  test("that fetch the same at once share one request to GitHub", async () => {
    const both = [start("processes", wantedCommits()), start("processes", wantedCommits())];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    const requests = await Promise.all(
      both.map(async ({ out }) => (JSON.parse(await out) as { asked: boolean }).asked),
    );
    expect(requests.filter(Boolean)).toHaveLength(1);
    expect(await subjects(openMirror(at("processes")).path, wantedCommits())).toHaveLength(3);
  });

  test("continue after one is killed, and delete its leftovers", async () => {
    const half = Promise.withResolvers<ServerResponse>();
    instead = (request, response) => {
      if (!request.url!.endsWith("git-upload-pack")) return false;
      // The beginning of an answer, and then nothing more.
      response.writeHead(200, { "content-type": "application/x-git-upload-pack-result" }).write("0008NAK\n");
      half.resolve(response);
      return true;
    };
    const killed = start("half", wantedCommits());
    const response = await half.promise;
    killed.child.kill("SIGKILL");
    await killed.ended;
    instead = null;
    const { path } = openMirror(at("half"));
    expect(existsSync(`${path}.lock`)).toBe(true);
    // As if the time had passed after which nobody is thought to hold it.
    utimesSync(`${path}.lock`, new Date(0), new Date(0));
    const next = start("half", wantedCommits());
    expect(await next.ended).toBe(0);
    expect(await subjects(path, wantedCommits())).toHaveLength(3);
    expect(existsSync(`${path}.lock`)).toBe(false);
    response.destroy();
  });

  test("rebuild a broken mirror, whichever comes first", async () => {
    const mirror = openMirror(at("broken"));
    await mirror.fetch(wantedCommits());
    for (const file of everyFile(join(mirror.path, "objects", "pack"))) writeFileSync(file, "not a pack");
    const both = [start("broken", wantedCommits()), start("broken", stacked())];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(await subjects(mirror.path, wantedCommits())).toHaveLength(3);
    expect(await subjects(mirror.path, stacked())).toHaveLength(1);
  });
});

describe("a branch", () => {
  test("is fetched with its history since a date, and keeps existing pull requests", async () => {
    const mirror = openMirror(at("branch"));
    await mirror.fetch(wantedCommits());
    expect(await mirror.fetchBranch("main", 0)).toBe(oid["main9"]);
    expect(
      await subjects(mirror.path, { ...wantedCommits(), mergeBase: oid["main0"]!, head: oid["main9"]! }),
    ).toHaveLength(9);
    expect(await subjects(mirror.path, wantedCommits())).toHaveLength(3);
  });

  test("that is missing or has no commits since then is null; an invalid name is rejected", async () => {
    const mirror = openMirror(at("branch"));
    expect(await mirror.fetchBranch("gone", 0)).toBeNull();
    expect(await mirror.fetchBranch("main", Date.now() + 3_600_000)).toBeNull();
    await expect(mirror.fetchBranch("--upload-pack=x", 0)).rejects.toThrow("has not the form");
  });
});

describe("the folder", () => {
  test("of a mirror in constant use does not grow with unreachable objects", async () => {
    const mirror = openMirror(at("grows", { clearFrom: 1 }));
    await mirror.fetch(wantedCommits());
    const size = bytesIn(join(mirror.path, "objects"));
    // As if a head had been fetched and dropped.
    const blob = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 7919) % 251));
    spawnSync("git", ["hash-object", "-w", "--stdin"], { cwd: mirror.path, input: blob });
    spawnSync("git", ["repack", "-a", "-k", "-d", "-q"], { cwd: mirror.path });
    await mirror.fetch(stacked());
    expect(await subjects(mirror.path, wantedCommits())).toHaveLength(3);
    expect(bytesIn(join(mirror.path, "objects"))).toBeLessThan(size * 2);
  });

  test("loses only the mirrors of unknown repositories", () => {
    const { host } = at("known");
    const paths = ["shop", "Till", "gone"].map((repo) => openMirror(at("known", { repo })).path);
    const elsewhere = openMirror(at("known", { host: "github.com", repo: "gone" })).path;
    expect(forgetOthers(join(work, "known"), host, new Set(["acme/shop", "Acme/till"]))).toBe(1);
    expect([...paths, elsewhere].map((path) => existsSync(path))).toEqual([true, true, false, true]);
    expect(forgetOthers(join(work, "nowhere"), host, new Set())).toBe(0);
  });

  test.each([
    ["a host with a path", { host: "evil/../../etc" }],
    ["an owner that is a parent folder", { owner: ".." }],
    ["a repository that is a parent folder", { repo: ".." }],
    ["an option", { owner: "-x" }],
    ["a slash", { repo: "a/b" }],
    ["nothing", { repo: "" }],
    ["plain http elsewhere", { url: "http://example.com/acme/shop.git" }],
    ["a file", { url: "file:///etc" }],
    ["credentials", { url: "https://a:b@example.com/acme/shop.git" }],
  ])("%s is rejected before anything is created", (name, overrides) => {
    expect(() => openMirror(at(`names-${name}`, overrides))).toThrow(/is not the name of a repository|over https only/);
    expect(existsSync(join(work, `names-${name}`))).toBe(false);
  });

  test("is private to the user and ignores letter case", () => {
    const mirror = openMirror(at("own"));
    expect(statSync(join(work, "own", "mirrors")).mode & 0o777).toBe(0o700);
    expect(openMirror(at("own", { owner: "ACME", repo: "Shop" })).path).toBe(mirror.path);
  });

  test("over its limit, it loses the least recently used mirrors, but none that may be in use", async () => {
    const [old, older, fresh] = ["old", "older", "fresh"].map((repo) => openMirror(at("room", { repo })).path) as [
      string,
      string,
      string,
    ];
    for (const path of [old, older, fresh]) writeFileSync(join(path, "objects", "large"), Buffer.alloc(100_000));
    utimesSync(join(old, "used"), new Date(2_000_000), new Date(2_000_000));
    utimesSync(join(older, "used"), new Date(1_000_000), new Date(1_000_000));
    await openMirror(at("room", { room: 250_000 })).fetch(wantedCommits());
    expect([old, older, fresh].map((path) => existsSync(path))).toEqual([true, false, true]);
    await openMirror(at("room", { room: 1 })).fetch(stacked());
    expect([old, older, fresh].map((path) => existsSync(path))).toEqual([false, false, true]);
  });
});
