// A shop on the GitHub stand-in with a pull request and a clone of it, for stories of review threads.
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openStandin, type Standin } from "../../src/standin/github/standin.ts";
import type { Pull, SimulatedRepository } from "../../src/standin/github/state.ts";
import { openStore } from "../../src/world/store/open-store.ts";
import { dataPlace } from "../../src/world/store/data-folder.ts";
import type { Store } from "../../src/world/store/store.ts";
import type { PullRequestRef } from "../../src/pull-request.ts";
import { loadThreadState } from "../../src/app/threads/thread-target.ts";

export interface ThreadShop {
  folder: string;
  github: Standin;
  repository: SimulatedRepository;
  pull: Pull;
  ref: PullRequestRef;
  /** On the pull request's branch. */
  clone: string;
  env: Record<string, string>;
  git(...args: string[]): Promise<string>;
  open(): Promise<Store>;
  close(): Promise<void>;
}

/** The repository is kim's own, and so is the token; ada wrote the pull request, in it or in a fork of hers. */
export async function openThreadShop(
  files: Readonly<Record<string, string>> = {},
  { fork = false, as = "kim", base = {} }: { fork?: boolean; as?: string; base?: Record<string, string> } = {},
): Promise<ThreadShop> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-threads-"));
  // A sandbox reads the clone as nobody.
  chmodSync(folder, 0o755);
  const path = process.env["PATH"] ?? "";
  const github = await openStandin({ folder: join(folder, "hub"), clock: { now: Date.now }, path });
  for (const login of ["ada", "kim", "eve"]) github.user(login);
  const before = { "src/till.js": "exports.one = 1;\n", ...base };
  const repository = await github.repository("kim", "shop", [{ message: "feat: a shop", files: before }]);
  const from = fork ? await github.fork(repository, "ada") : repository;
  const change = { message: "feat: more of it", files: { "src/till.js": "exports.one = 2;\n", ...files } };
  await github.push(from, "side", [change], { from: "main", by: "ada" });
  const pull = await github.openPull(repository, "ada", {
    title: "feat: more of it",
    head: fork ? "ada:side" : "side",
    body: "",
  });
  const clone = join(folder, "clone");
  const run = promisify(execFile);
  const env = {
    PATH: path,
    HOME: folder,
    GH_ENTERPRISE_TOKEN: github.token(as),
    CROSSCHECK_DATA: join(folder, "data"),
  };
  await run("git", ["clone", "--quiet", `${github.url}/kim/shop.git`, clone]);
  const git = async (...args: string[]) => {
    const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
    return (await run("git", ["-C", clone, ...who, ...args])).stdout.trim();
  };
  if (fork) await git("fetch", "--quiet", `${github.url}/ada/shop.git`, "side:side");
  await git("checkout", "--quiet", "side");
  return {
    folder,
    github,
    repository,
    pull,
    ref: { host: github.host, owner: "kim", repo: "shop", number: pull.number },
    clone,
    env,
    git,
    open: async () => await openStore(dataPlace({ data: undefined, env, platform: "linux", server: false })),
    close: async () => {
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What is stored of the pull request's threads. */
export async function keptThreads(shop: ThreadShop): Promise<Awaited<ReturnType<typeof loadThreadState>>> {
  const store = await shop.open();
  try {
    return await loadThreadState(store, shop.ref);
  } finally {
    await store.close();
  }
}

/** In the clone, beside what is committed. */
export function put(shop: ThreadShop, name: string, text: string): void {
  writeFileSync(join(shop.clone, name), text);
}
