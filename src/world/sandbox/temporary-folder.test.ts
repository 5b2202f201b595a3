import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { isLeftover, makeTemporaryFolder, ownedName, removeLeftovers } from "./temporary-folder.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The name that a process gave, which has ended. */
function nameOfGone(): string {
  const url = new URL("temporary-folder.ts", import.meta.url).href;
  const code = `import { ownedName } from ${JSON.stringify(url)}; console.log(ownedName("tree") + "abc");`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", code]).stdout.toString().trim();
}

describe("a temporary folder", () => {
  test("names its owner and is kept while that process runs", () => {
    const folder = makeTemporaryFolder("tree");
    folders.push(folder.path);
    expect(basename(folder.path)).toMatch(new RegExp(`^crosscheck-tree-${process.pid}-\\d+-\\d+-\\w{6}$`));
    expect(isLeftover(basename(folder.path))).toBe(false);
  });

  test("of a dead process is removed with its content, and no other", () => {
    const place = mkdtempSync(join(tmpdir(), "crosscheck-leftovers-"));
    folders.push(place);
    const gone = nameOfGone();
    expect(isLeftover(gone)).toBe(true);
    mkdirSync(join(place, gone, "deep/er"), { recursive: true });
    const others = [`${ownedName("tree")}abc`, "crosscheck-tree-1", "another", `x${gone}`, "crosscheck-git-aBcDeF"];
    for (const name of others) mkdirSync(join(place, name));
    symlinkSync(join(place, "another"), join(place, `${gone}d`));
    removeLeftovers(place);
    expect(readdirSync(place).toSorted()).toEqual([...others, `${gone}d`].toSorted());
  });

  test("of processes in another namespace is kept", () => {
    const [, , pid, start] = ownedName("tree").split("-");
    expect(isLeftover(`crosscheck-tree-${pid}-${start}-1-abc`)).toBe(false);
    expect(isLeftover(`crosscheck-tree-${pid}-${Number(start) + 1}-${ownedName("x").split("-")[4]}-abc`)).toBe(true);
  });
});

test("a folder for temporary files that cannot be used is the user's to mend", () => {
  vi.stubEnv("TMPDIR", "/nonexistent/folder");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => makeTemporaryFolder("git")).toThrow(
    "The folder for temporary files, /nonexistent/folder, cannot be used: ENOENT",
  );
});
