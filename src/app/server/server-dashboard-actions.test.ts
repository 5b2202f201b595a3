// The dashboard shows threads and configuration that were read with a token that cannot write.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databases } from "../../../test/support/databases.ts";
import { openServerShop, workflow, workflowFile, type ServerShop } from "../../../test/support/server-shop.ts";
import { apiOf } from "../../world/github/address.ts";
import type { Store } from "../../world/store/store.ts";
import type { DashboardActions } from "../dashboard/dashboard-actions.ts";
import type { ReadBoardInput } from "../child/tasks/read-board.ts";
import { openServerTasks } from "./server-tasks.ts";
import { serverDashboardActions } from "./server-dashboard-actions.ts";
import type { PullRequestRef } from "../../pull-request.ts";
import { childProgram } from "../../../test/support/child-program.ts";

describe("the pages of a server", () => {
  let server: ServerShop;
  let store: Store;
  let home: string;
  let doing: DashboardActions;
  let asked: ReadBoardInput[];
  const ended = new AbortController();

  beforeEach(async () => {
    server = await openServerShop(databases[0]!.newPlace);
    const { github, shop } = server;
    github.user("eve");
    home = mkdtempSync(join(tmpdir(), "crosscheck-board-"));
    // Nothing is reviewed here.
    ({ store } = await server.start({ role: "web" }));
    await store.installations.seen(`${github.host}/acme/shop`, server.installation.id, Date.now());
    const env = { PATH: process.env["PATH"], HOME: home };
    const { readBoard } = openServerTasks({ program: childProgram, env });
    asked = [];
    doing = serverDashboardActions({
      store,
      api: apiOf(github.host),
      client: { id: "", secret: "" },
      publicUrl: "",
      installation: server.open,
      board: async (toShow, stop) => {
        asked.push(toShow);
        return await readBoard(toShow, stop);
      },
      server: {
        data: "SQLite",
        role: "all",
        user: { models: [{ use: "openai/gpt-5", key: "OUR_KEY", baseUrl: "https://models.internal.example" }] },
      },
      version: "0.0.0",
      stop: ended.signal,
      now: Date.now,
      log: () => {},
    });
    await github.push(shop, "main", [{ message: "ci: rules", files: { ".crosscheck.yml": "profile: strict\n" } }], {
      by: "ada",
    });
  });
  afterEach(async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });

  test("a board: each thread's class, the code then and now; loaded at most once a minute", async () => {
    const { github, shop } = server;
    const opened = await server.openPull();
    const comment = { path: workflowFile, line: 8, side: "RIGHT" as const, body: "There is no job `compile`." };
    const place = { startLine: null, startSide: null, position: null };
    await github.review(opened, "eve", { comments: [{ ...comment, ...place }] });
    const files = { [workflowFile]: workflow("build # soon") };
    await github.push(shop, "side", [{ message: "ci: mend", files }], { by: "ada" });
    const pull: PullRequestRef = { host: github.host, owner: "acme", repo: "shop", number: opened.number };
    const board = await doing.board!(pull);
    expect(board?.rows).toMatchObject([
      {
        path: workflowFile,
        author: "eve",
        triage: { by: "rules" },
        policy: { resolve: { is: expect.any(String) } },
        code: { is: "changed" },
      },
    ]);
    expect(board?.rows[0]?.code?.lines.some(({ text, commented }) => commented && text.includes("compile"))).toBe(true);
    expect(await doing.board!(pull, "kept")).toBe(board);
    expect(asked).toHaveLength(1);
    const made = github.state.tokens.find((one) => one.token === asked[0]!.token);
    expect(made?.permissions).toMatchObject({ contents: "read", pull_requests: "read" });
    expect(server.deeds()).toEqual([]);
  });

  test("the configuration of the default branch with its errors; nothing for repositories without the App", async () => {
    const { github, shop } = server;
    const repository = `${github.host}/acme/shop`;
    const known = await doing.config!(repository);
    expect(known.is === "known" && known.config.rows.find(({ key }) => key === "profile")).toMatchObject({
      value: "strict",
      origin: { from: "repository", line: 1 },
    });
    await github.push(shop, "main", [{ message: "ci: rules", files: { ".crosscheck.yml": "prifile: strict\n" } }], {
      by: "ada",
    });
    expect(await doing.config!(repository)).toMatchObject({ is: "broken", faults: [{ line: 1, column: 1 }] });
    expect(await doing.config!(`${github.host}/acme/other`)).toMatchObject({ is: "unknown" });
    await expect(doing.board!({ host: github.host, owner: "acme", repo: "other", number: 1 })).rejects.toThrow(
      "not installed",
    );
    expect(JSON.stringify(await doing.running!())).not.toMatch(/OUR_KEY|internal/);
  });
});
