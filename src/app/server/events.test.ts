// The outcome of each event, through signed webhooks, on both databases.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databases } from "../../../test/support/databases.ts";
import { openServerShop, until, workflow, workflowFile, type ServerShop } from "../../../test/support/server-shop.ts";
import { uninstallApp } from "../../standin/github/apps/install.ts";
import { commit } from "../../standin/github/pull-git.ts";
import type { Store } from "../../world/store/store.ts";
import type { PullRequestReview } from "../child/tasks/review-pull-request.ts";
import { type PullRequestRef, pullRequestKey } from "../../pull-request.ts";

describe.each(databases)("with its data in $name", ({ skip, newPlace }) => {
  describe.skipIf(skip)("a server", () => {
    let server: ServerShop;
    let store: Store;

    beforeEach(async () => {
      server = await openServerShop(newPlace);
      ({ store } = await server.start());
    });
    afterEach(async () => await server.close());

    const by = () => ({ repository: server.shop, sender: "ada", at: Date.now() });
    const configure = async (text: string) =>
      await server.github.push(server.shop, "main", [{ message: "chore: config", files: { ".crosscheck.yml": text } }]);
    /** Reads nothing of the pull request, and says that it is fine. */
    const quickly = (seen: string[] = []): ServerShop["read"] => {
      return async ({ pull }) => {
        const { head } = server.github.state.pulls.find(({ number }) => number === pull.number)!;
        seen.push(head.oid);
        return saysNothing(pull, head.oid);
      };
    };

    test("reports a skipped review in a check run only, and fetches nothing", async () => {
      await configure("review:\n  triggers: [ready_for_review, review_requested]\n");
      const pull = await server.openPull();
      await until(() => server.said("posted"));
      expect(server.deeds()).toEqual(["create-check-run"]);
      const [run] = server.github.state.checkRuns;
      expect([run?.conclusion, run?.output.title]).toEqual([
        "neutral",
        "Not reviewed: opened is not among its review.triggers",
      ]);
      expect(server.fetched).toEqual([]);

      server.log.length = 0;
      server.github.user("bob");
      server.github.webhooks.happened({
        ...by(),
        event: "pull_request",
        action: "review_requested",
        pull,
        reviewer: "bob",
      });
      await server.github.webhooks.settled();
      const reviewer = "crosscheck[bot]";
      server.github.webhooks.happened({ ...by(), event: "pull_request", action: "review_requested", pull, reviewer });
      await until(() => server.said("posted"));
      expect(server.log.filter(({ what }) => what === "posted")).toHaveLength(1);
      expect(server.deeds()).toContain("review");
      expect(server.fetched).not.toEqual([]);
    });

    test("does not review where reviews are disabled, even on request", async () => {
      await configure("review:\n  enabled: false\n");
      await server.openPull();
      await until(() => server.said("posted"));
      const [run] = server.github.state.checkRuns;
      server.github.webhooks.happened({ ...by(), event: "check_run", action: "rerequested", run: run! });
      await until(() => server.log.filter(({ what }) => what === "posted").length === 2);
      expect(server.deeds()).toEqual(["create-check-run", "update-check-run"]);
    });

    test("reviews again when the check run is rerun, and tells GitHub so", async () => {
      await server.openPull();
      await until(() => server.said("posted"));
      const [run] = server.github.state.checkRuns;
      server.github.webhooks.happened({ ...by(), event: "check_run", action: "rerequested", run: run! });
      await until(() => server.log.filter(({ what }) => what === "posted").length === 2);
      expect(server.deeds().filter((deed) => deed === "review")).toHaveLength(2);
      expect(server.deeds().filter((deed) => deed === "update-check-run")).toHaveLength(1);
      // That our own are completed was told too, and led to nothing.
      expect(
        server.github.state.deliveries.some(({ event, action }) => event === "check_run" && action === "completed"),
      ).toBe(true);
      expect(server.github.state.checkRuns).toHaveLength(1);
    });

    test("reports to a merge queue at once, exactly once", async () => {
      const oid = await server.github.push(server.shop, "main", [{ message: "chore: x", files: { x: "x" } }]);
      const group = {
        base: { ref: "refs/heads/main", oid },
        head: { ref: "refs/heads/gh-readonly-queue/main/pr-1", oid },
        commit: await commit(server.github.hub, server.shop.gitDirectory, oid),
      };
      const told = { ...by(), event: "merge_group", action: "checks_requested", group } as const;
      server.github.webhooks.happened(told);
      await until(() => server.said("merge queue told"));
      server.github.webhooks.happened(told);
      await until(() => server.log.filter(({ what }) => what === "merge queue told").length === 2);
      expect(server.github.state.checkRuns).toMatchObject([
        { headSha: oid, conclusion: "neutral", name: "Crosscheck" },
      ]);
    });

    test("records thread outcomes, and deletes an account's data when the App is uninstalled", async () => {
      await server.openPull();
      await until(() => server.said("posted"));
      const place = `${server.github.host}/acme/shop#1`;
      const [thread] = server.github.state.threads;
      server.github.resolve(thread!, "ada");
      await until(async () => (await store.threadOutcomes.of(place)).length === 1);
      expect((await store.threadOutcomes.of(place))[0]).toMatchObject({ state: "resolved", saidBy: "person" });
      expect((await store.rounds.of(place)).length + (await store.findings.of(place)).length).toBeGreaterThan(1);
      await store.findings.keep([
        {
          place: `${server.github.host}/acme/shop-2#1`,
          identity: "x",
          state: "open",
          about: null,
          comment: null,
          thread: null,
        },
      ]);

      uninstallApp(server.github.hub, server.github.webhooks, server.installation, "ada");
      await until(async () => (await store.installations.list()).length === 0);
      expect(await allOf(place)).toEqual([[], [], [], []]);
      // Of another repository, whose name begins the same.
      expect(await store.findings.of(`${server.github.host}/acme/shop-2#1`)).toHaveLength(1);
    });

    test("a newer head cancels the review of an older one", async () => {
      const seen: string[] = [];
      const started = Promise.withResolvers<void>();
      let ended = false;
      server.read = async (_toRead, stop) => {
        server.read = quickly(seen);
        started.resolve();
        await new Promise((resolve) => stop.addEventListener("abort", resolve));
        ended = true;
        throw new Error("ended");
      };
      const pull = await server.openPull();
      await started.promise;
      await server.github.push(server.shop, "side", [
        { message: "ci: more", files: { [workflowFile]: workflow("b") } },
      ]);
      await until(() => server.said("posted") && server.said("superseded: a newer head"));
      expect(ended).toBe(true);
      // What the older delivery was for has been done by the newer one.
      await until(async () => (await store.jobs.depth()).every(({ waiting, running }) => waiting + running === 0));
      expect(new Set(seen)).toEqual(new Set([pull.head.oid]));
    });

    test("after a crash nothing is read or paid for twice", async () => {
      let reads = 0;
      const read = quickly();
      server.read = async (toRead, stop) => {
        reads += 1;
        return await read(toRead, stop);
      };
      const { open } = server;
      server.open = (id, stop) => ({
        ...open(id, stop),
        writes() {
          server.open = open;
          throw new Error("died before it wrote");
        },
      });
      await server.openPull();
      await until(() => server.said("posted"));
      await until(async () => (await store.jobs.depth()).length === 0 && server.github.state.checkRuns.length === 1);
      expect(reads).toBe(1);
    });

    async function allOf(place: string) {
      return await Promise.all([
        store.threadOutcomes.of(place),
        store.rounds.of(place),
        store.findings.of(place),
        store.drafts.list({ place }),
      ]);
    }
  });
});

function saysNothing(pull: PullRequestRef, head: string): PullRequestReview {
  const key = `${pullRequestKey(pull)}@${head}/check`;
  const action = { key, do: "check-run", conclusion: "neutral", title: "Fine", body: "Fine" };
  return { plan: { pull, head, actions: [action], remember: null }, draft: null, asked: null, learned: null };
}
