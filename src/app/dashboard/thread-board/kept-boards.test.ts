import { describe, expect, test } from "vitest";
import { boardOf } from "../../../../test/support/board-of.ts";
import { Unavailable } from "../../../errors.ts";
import type { Board } from "../../../threads/publishers/board.ts";
import { keptBoards } from "./kept-boards.ts";

const pull = (number: number) => ({ host: "github.com", owner: "acme", repo: "shop", number });

/** Looks that end when the test says so. */
function looker() {
  const begun: { number: number; end(board: Board): void; fail(error: Error): void }[] = [];
  const logged: string[] = [];
  let at = 0;
  const boards = keptBoards(
    async ({ number }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Board>();
      begun.push({ number, end: resolve, fail: reject });
      return await promise;
    },
    { now: () => at, stop: new AbortController().signal, log: (what) => void logged.push(what) },
  );
  return { begun, boards, logged, later: (ms: number) => void (at += ms) };
}

describe("cached thread boards", () => {
  test("are cached for a minute and shared by concurrent requests", async () => {
    const { begun, boards, later } = looker();
    expect(await boards(pull(7), "kept")).toBeNull();
    const both = [boards(pull(7)), boards(pull(7))];
    expect(await boards(pull(7), "kept")).toBeNull();
    const board = boardOf();
    begun[0]!.end(board);
    expect(await Promise.all(both)).toEqual([board, board]);
    later(59_999);
    expect(await boards(pull(7), "kept")).toBe(board);
    later(1);
    expect(await boards(pull(7), "kept")).toBeNull();
    expect(begun).toHaveLength(1);
  });

  test("are refreshed on request, but not on every click", async () => {
    const { begun, boards, later } = looker();
    const first = boards(pull(7));
    begun[0]!.end(boardOf());
    await first;
    await boards(pull(7), "again");
    expect(begun).toHaveLength(1);
    later(3_000);
    const again = boards(pull(7), "again");
    // The new one is waited for: the old one is not shown as if it were new.
    expect(await boards(pull(7), "kept")).toBeNull();
    begun[1]!.end(boardOf());
    await again;
    expect(begun).toHaveLength(2);
  });

  test("failures are not cached, and at most three boards are loaded at once", async () => {
    const { begun, boards } = looker();
    const three = [1, 2, 3].map((number) => boards(pull(number)));
    await expect(boards(pull(4))).rejects.toThrow("Other pull requests are being fetched");
    begun[0]!.fail(new Unavailable("GitHub", "no answer"));
    await expect(three[0]).rejects.toThrow("no answer");
    const next = boards(pull(1));
    for (const { end } of begun.slice(1)) end(boardOf());
    await Promise.all([...three.slice(1), next]);
    expect(begun.map(({ number }) => number)).toEqual([1, 2, 3, 1]);
  });

  test("internal errors go to the log; users see a generic message", async () => {
    const { begun, boards, logged } = looker();
    const looking = boards(pull(7));
    begun[0]!.fail(new TypeError("what a comment said"));
    await expect(looking).rejects.toThrow("Something went wrong; see the log");
    expect(logged).toEqual(["threads were not looked at"]);
  });
});
