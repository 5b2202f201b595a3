// A server resolves its own threads that a later commit fixed, if the repository enables that.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databases } from "../../../test/support/databases.ts";
import { openServerShop, until, workflow, workflowFile, type ServerShop } from "../../../test/support/server-shop.ts";
import type { Pull, SimulatedThread } from "../../standin/github/state.ts";
import type { Store } from "../../world/store/store.ts";
import { settleJobFor } from "./jobs/settle.ts";
import type { ReadThreadFactsInput } from "../child/tasks/read-thread-facts.ts";
import { openServerTasks } from "./server-tasks.ts";
import { pollFeedback } from "./feedback-polling.ts";
import { childProgram } from "../../../test/support/child-program.ts";

const switchedOn = `reviewComments:
  autoResolve: true
  autoResolveClassifications: [already_fixed]
  requireChecksBeforeResolve: false
`;

describe("a server with fixed threads of its own", () => {
  let server: ServerShop;
  let store: Store;
  let home: string;
  let asked: ReadThreadFactsInput[];
  /** Happens between reading and resolving. */
  let happen: () => void;

  beforeEach(async () => {
    server = await openServerShop(databases[0]!.newPlace);
    // GitHub asks that of those who resolve.
    server.app.permissions["contents"] = "write";
    server.github.user("eve");
    home = mkdtempSync(join(tmpdir(), "crosscheck-settle-"));
    const env = { PATH: process.env["PATH"], HOME: home };
    const { readThreadFacts: settle } = openServerTasks({ program: childProgram, env });
    asked = [];
    happen = () => {};
    ({ store } = await server.start({
      settle: async (toSettle, stop) => {
        asked.push(toSettle);
        const facts = await settle(toSettle, stop);
        happen();
        return facts;
      },
    }));
  });
  afterEach(async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });

  const times = (what: string) => server.log.filter((line) => line.what === what).length;
  const resolved = () => server.github.ledger.wire("resolve").length;
  const idle = async () => (await store.jobs.depth()).every(({ waiting, running }) => waiting + running === 0);

  async function reviewed(config: string): Promise<{ pull: Pull; thread: SimulatedThread }> {
    const { github, shop } = server;
    await github.push(shop, "main", [{ message: "ci: rules", files: { ".crosscheck.yml": config } }], { by: "ada" });
    const pull = await server.openPull();
    await until(() => times("posted") === 1);
    return { pull, thread: github.state.threads[0]! };
  }

  /** The flaw is mended, and the review of that says so in the thread. */
  async function mended(meanwhile: (head: string) => void = () => {}): Promise<void> {
    const { github, shop } = server;
    const files = { [workflowFile]: workflow("build # soon") };
    const head = await github.push(shop, "side", [{ message: "ci: mend", files }], { by: "ada" });
    meanwhile(head);
    await until(() => times("posted") === 2 || times("failed") > 4);
    await until(idle);
    expect(github.ledger.wire("reply").map(({ body }) => body)).toEqual([expect.stringContaining("Fixed as of")]);
  }

  test("resolves it once, however often the job runs, and not again when a person opens it", async () => {
    const { pull, thread } = await reviewed(switchedOn);
    await mended();
    expect(thread.resolvedBy).toBe("crosscheck[bot]");
    expect(server.log.find(({ what }) => what === "resolved what is fixed")?.about).toMatchObject({
      outcomes: ["resolve done"],
    });
    const [{ token: read }] = asked as [ReadThreadFactsInput];
    const made = server.github.state.tokens.find((one) => one.token === read);
    expect(made?.permissions).toMatchObject({ contents: "read", pull_requests: "read" });
    const again = settleJobFor(
      { host: server.github.host, owner: "acme", repo: "shop", number: pull.number },
      server.installation.id,
    );
    await store.jobs.add(again);
    await until(idle);
    server.github.unresolve(thread, "ada");
    await store.jobs.add(again);
    await until(idle);
    expect([resolved(), thread.resolvedBy]).toEqual([1, null]);
  });

  test("leaves threads in which a person replied", async () => {
    const { thread } = await reviewed(switchedOn);
    server.github.reply(thread, "eve", "Is that so?");
    await mended();
    expect([resolved(), thread.resolvedBy]).toEqual([0, null]);
    expect(server.log.find(({ what }) => what === "not resolved")?.about).toMatchObject({ why: "another-human" });
  });

  test("leaves a thread in which a person replied in the last moment", async () => {
    const { thread } = await reviewed(switchedOn);
    happen = () => void server.github.reply(thread, "eve", "Is that so?");
    await mended();
    expect([resolved(), thread.resolvedBy]).toEqual([0, null]);
    expect(server.log.find(({ what }) => what === "not resolved")?.about).toMatchObject({ why: "later-comment" });
  });

  test("does not resolve or read threads unless the repository enables it", async () => {
    await reviewed("reviewComments:\n  autoResolveClassifications: [already_fixed]\n");
    await mended();
    expect([resolved(), asked]).toEqual([0, []]);
  });

  test("does not resolve while any check of the head failed", async () => {
    await reviewed(switchedOn);
    await mended((headSha) => {
      const run = { name: "tests", headSha, status: "completed", conclusion: "failure" } as const;
      server.github.checkRun(server.shop, "crosscheck", run);
    });
    expect(resolved()).toBe(0);
    expect(server.log.find(({ what }) => what === "not resolved")?.about).toMatchObject({ why: "verification-result" });
  });

  test("waits for running checks, and looks again later", async () => {
    await reviewed(switchedOn.replace("requireChecksBeforeResolve: false", "requireChecksBeforeResolve: true"));
    let run: { status: string; conclusion: string | null } | null = null;
    await mended((headSha) => {
      const made = server.github.checkRun(server.shop, "crosscheck", { name: "tests", headSha, status: "in_progress" });
      run = made as typeof run;
    });
    expect([resolved(), times("not resolved yet: checks are under way")]).toEqual([0, 1]);
    Object.assign(run!, { status: "completed", conclusion: "success" });
    const allowance = async () => [{ limit: 5000, remaining: 4000 }];
    await pollFeedback({ store, allowance, now: Date.now, log: () => {} }, 1);
    await until(idle);
    expect(resolved()).toBe(1);
  });
});
