// A server reads feedback on its findings through a child process without a write token.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databases } from "../../../test/support/databases.ts";
import { openServerShop, until, workflow, workflowFile, type ServerShop } from "../../../test/support/server-shop.ts";
import type { Store } from "../../world/store/store.ts";
import { pollFeedback, type FeedbackPollingNeeds } from "./feedback-polling.ts";
import { openServerTasks } from "./server-tasks.ts";
import { childProgram } from "../../../test/support/child-program.ts";

const plenty: FeedbackPollingNeeds["allowance"] = async () => [{ limit: 5000, remaining: 4000 }];

describe.each(databases)("on $name", ({ name, newPlace, skip }) => {
  describe.skipIf(skip)("a server that polls feedback", () => {
    let server: ServerShop;
    let store: Store;
    let home: string;
    let asked: { path: string; token: string }[];

    beforeEach(async () => {
      server = await openServerShop(newPlace);
      home = mkdtempSync(join(tmpdir(), "crosscheck-feedback-"));
      const env = {
        PATH: process.env["PATH"],
        HOME: home,
        TMPDIR: tmpdir(),
      };
      asked = [];
      server.github.handlers.unshift(async ({ headers }, _response, { pathname }) => {
        const token = (headers["authorization"] ?? "").replace(/^\S+ /, "");
        asked.push({ path: pathname, token });
        return false;
      });
      ({ store } = await server.start({
        feedback: { read: openServerTasks({ program: childProgram, env }), allowance: plenty },
      }));
      server.github.user("eve");
      await server.openPull();
      await until(() => server.said("posted"));
      // The review itself has the threads reactions once.
      await until(async () => (await store.jobs.depth()).every(({ waiting, running }) => waiting + running === 0));
      before = reactions();
    });
    afterEach(async () => {
      await server.close();
      rmSync(home, { recursive: true, force: true });
    });

    const repository = () => `${server.github.host}/acme/shop`;
    const said = async () =>
      (await store.feedback.of(repository())).map(({ signal, actor }) => `${signal} ${actor}`).toSorted();
    const reactions = () => server.log.filter(({ what }) => what === "feedback read").length;
    let before = 0;
    const times = () => reactions() - before;
    const commentOf = (thread: number) => server.github.state.reviewComments.find((one) => one.thread === thread)!;
    // Each in a turn of its own, after the one that a server takes when it starts.
    let turn = 0;
    const poll = async (allowance = plenty) =>
      await pollFeedback(
        {
          store,
          allowance,
          now: () => (turn = Math.max(turn + 1_000, Date.now() + 60_000)),
          log: (what, about) => void server.log.push({ what, about }),
        },
        1,
      );

    test("a thumb counts from the next poll, until it is removed", async () => {
      const [thread] = server.github.state.threads;
      const subject = { kind: "review-comment", id: commentOf(thread!.id).id } as const;
      server.github.react(subject, "eve", "-1");
      const reaction = server.github.react(subject, "ada", "-1");
      asked = [];
      expect(await poll()).toBe(1);
      await until(() => times() === 1);
      expect(await said()).toEqual(["thumbs-down ada"]);
      // One question, and one for each of the two who said something.
      const reads = asked.filter(({ path }) => !path.includes("access_tokens"));
      expect(reads.map(({ path }) => path.split("/").slice(-2).join("/")).toSorted()).toEqual([
        "ada/permission",
        "api/graphql",
        "eve/permission",
      ]);
      const tokens = server.github.state.tokens.filter((one) => one.kind === "installation");
      const used = tokens.filter(({ token }) => reads.some((one) => one.token === token));
      expect(used.map(({ permissions }) => Object.values(permissions).includes("write"))).toEqual([false]);
      expect(used[0]!.repositories).toEqual([server.shop.id]);

      server.github.state.reactions.splice(server.github.state.reactions.indexOf(reaction), 1);
      await poll();
      await until(() => times() === 2);
      expect(await said()).toEqual([]);
      // Both turns with one token: it was asked for once.
      const own = server.github.state.tokens.filter(
        (one) =>
          one.kind === "installation" && one.repositories !== null && !Object.values(one.permissions).includes("write"),
      );
      expect(own).toHaveLength(1);
    });

    test("threads resolved in a row are read together, and reopened ones are withdrawn", async () => {
      const [thread] = server.github.state.threads;
      server.github.resolve(thread!, "ada");
      await until(async () => (await said()).length === 1);
      expect(await said()).toEqual(["resolved-unchanged ada"]);
      server.github.unresolve(thread!, "ada");
      await until(async () => (await said()).length === 0);
    });

    test("makes no requests near the rate limit, nor for inactive pull requests", async () => {
      expect(await poll(async () => [{ limit: 5000, remaining: 100 }])).toBe(0);
      expect(server.said("not polled: the rate limit is nearly used up")).toBe(true);
      expect(await poll(async () => await Promise.reject(new Error("suspended")))).toBe(0);
      const now = () => Date.now() + 15 * 24 * 3_600_000;
      expect(await pollFeedback({ store, allowance: plenty, now, log: () => {} }, 1)).toBe(0);
      expect(times()).toBe(0);
    });

    test("of two replicas that look at once, one asks", async () => {
      const now = () => Date.now() + 3_600_000;
      const looks = [1, 2].map(() => pollFeedback({ store, allowance: plenty, now, log: () => {} }));
      expect((await Promise.all(looks)).toSorted((one, other) => one - other)).toEqual([0, 1]);
      await until(() => times() === 1);
    });

    test.skipIf(name !== "SQLite")(
      "a closed pull request is polled once more; a merged fix is traced to the review that missed it",
      async () => {
        const { github, shop } = server;
        const [pull] = github.state.pulls;
        await github.mergePull(pull!, "ada");
        await until(() => times() === 1 && server.said("looked for what escaped"));
        const files = { [workflowFile]: workflow("build") };
        await github.push(shop, "mend", [{ message: "fix: needs", files }], { from: "main", by: "ada" });
        const mend = await github.openPull(shop, "ada", {
          title: "fix: the job that is needed",
          head: "mend",
          body: "",
        });
        await until(() => server.log.filter(({ what }) => what === "posted").length === 2);
        await github.mergePull(mend, "ada");
        await until(async () => (await store.feedback.escaped(repository())).length > 0);
        const rows = await store.feedback.escaped(repository());
        expect(new Set(rows.map(({ place, how, path }) => `${place} ${how} ${path}`))).toEqual(
          new Set([`${repository()}#1 fix ${workflowFile}`]),
        );
        expect(rows.some(({ said: told }) => told)).toBe(true);
      },
    );
  });
});
