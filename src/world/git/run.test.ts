// Tests what a git that is too old leads to.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UserError } from "../../errors.ts";
import { gitOutput } from "./run.ts";

test("a git that does not know an option is the user's to replace", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-old-git-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "git"), "#!/bin/sh\necho 'error: unknown option' >&2\nexit 129\n");
  chmodSync(join(folder, "git"), 0o700);
  const run = { env: { PATH: `${folder}:${process.env["PATH"]}` }, cwd: folder, stop: new AbortController().signal };
  const failed = await gitOutput(run, ["merge-tree", "--write-tree"]).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(UserError);
  expect(failed).toMatchObject({
    message: "This git does not know an option of git merge-tree that Crosscheck needs",
    remedy: "Install git 2.38 or newer, then run this again.",
  });
});
