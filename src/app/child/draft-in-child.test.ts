// A review by models: drafted by a child process, recorded by this one.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import type { Progress } from "../../review-change.ts";
import { openStore } from "../../world/store/open-store.ts";
import type { Store } from "../../world/store/store.ts";
import { draftInChild } from "./draft-in-child.ts";

let folder = "";
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-draft-"));
  store = await openStore({ folder: join(folder, "data") });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs this code instead of the review; `given` is the input. */
async function draft(code: string, progress: (step: Progress) => void, stop = new AbortController().signal) {
  const file = join(folder, "program.mjs");
  writeFileSync(
    file,
    `let input = ""; for await (const part of process.stdin) input += part;
const given = JSON.parse(input);
const say = (message) => console.log(JSON.stringify(message));
${code}`,
  );
  const running = { quick: false, asked: false, probe: false, unsafe: false, clone: null };
  return await draftInChild(
    { is: "change", change: changeOf({ head: { a: "a\n" } }) },
    "/nowhere",
    { models: {}, store, repository: "here", running, limits: {}, progress },
    { program: [process.execPath, file], env: {}, cwd: folder, stop, now: () => Date.UTC(2026, 10, 16) },
  );
}

test("progress is reported at once; calls and the review are recorded", async () => {
  const steps: Progress[] = [];
  const call = { unit: "code-reviewer", model: "a/b", at: 1, money: 0.5, call: "{}", isOver: true };
  const code = `say({ is: "progress", step: { step: "judging" } });
say({ is: "call", call: ${JSON.stringify(call)} });
say({ is: "answer", answer: { draft: { id: given.what.is }, given: { today: given.today }, questions: [] } });`;
  expect(await draft(code, (step) => steps.push(step))).toEqual({ id: "change" });
  expect(steps).toEqual([{ step: "judging" }]);
  expect(await store.records.spent(0)).toBe(0.5);
  const [review] = await store.records.reviews(1);
  expect(review).toMatchObject({ id: "change" });
  expect(await store.records.callsOf(review!.run)).toEqual(["{}"]);
});

test("it stops when aborted", async () => {
  const stopping = new AbortController();
  const code = 'say({ is: "progress", step: { step: "judging" } }); setInterval(() => {}, 1000);';
  const drafting = draft(code, () => stopping.abort(new Error("enough")), stopping.signal);
  await expect(drafting).rejects.toThrow("enough");
});
