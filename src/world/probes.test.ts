import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProbes, run } from "./probes.ts";

const stop = new AbortController().signal;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-probes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A PATH whose first folder has this program. */
function having(name: string, script: string): { PATH: string } {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return { PATH: `${folder}:/usr/bin:/bin` };
}

describe("a program", () => {
  test("runs with its arguments unchanged and only PATH from the environment", async () => {
    const env = { ...having("tool", 'echo "$# $1"; env | cut -d= -f1 | sort | tr "\\n" " "'), GITHUB_TOKEN: "secret" };
    const result = await run("tool", ["$(id) ; x"], env, stop);
    expect(result).toEqual({ is: "ended", code: 0, out: expect.stringMatching(/^1 \$\(id\) ; x\n/) as string });
    const names = result && "out" in result ? result.out.split("\n")[1]!.trim().split(" ") : [];
    expect(names).toContain("PATH");
    expect(names).not.toContain("GITHUB_TOKEN");
  });

  test("that fails is reported with its output", async () => {
    expect(await run("tool", [], having("tool", "echo sorry >&2; exit 3"), stop)).toEqual({
      is: "ended",
      code: 3,
      out: "sorry",
    });
  });

  test("that does not end is stopped", async () => {
    expect(await run("tool", [], having("tool", "sleep 20"), stop, 100)).toEqual({ is: "too-slow" });
  });

  test("with endless output is stopped", async () => {
    const result = await run("tool", [], having("tool", "yes | head -c 1000000"), stop);
    expect(result && "out" in result && result.out.length).toBeLessThanOrEqual(2000);
  });

  test("that is missing differs from one that cannot run", async () => {
    expect(await run("tool", [], { PATH: folder }, stop)).toBeNull();
    expect(await run("tool", [], {}, stop)).toBeNull();
    mkdirSync(join(folder, "tool"));
    expect(await run("tool", [], { PATH: folder }, stop)).toBeNull();
    const env = having("other", "");
    writeFileSync(join(folder, "other"), "#!/nonexistent/interpreter\n");
    expect(await run("other", [], env, stop)).toMatchObject({ is: "failed" });
  });
});

test("all probes run, and none throws", async () => {
  const probes = await runProbes(folder, { PATH: "/nonexistent", GH_TOKEN: "secret", GITHUB_TOKEN: "" }, stop);
  expect(probes).toMatchObject({
    git: null,
    sandbox: null,
    gh: false,
    tokens: ["GH_TOKEN"],
    repository: { is: "none" },
    temporary: { works: true },
    store: { works: true },
  });
  expect(JSON.stringify(probes)).not.toContain("secret");
});

test("an incomplete repository is broken, not missing", async () => {
  writeFileSync(join(folder, ".git"), "gitdir: nowhere\n");
  const { repository } = await runProbes(folder, {}, stop);
  expect(repository).toMatchObject({ is: "broken", mend: expect.stringContaining("git worktree repair") as string });
  expect((await runProbes(join(folder, "none"), {}, stop)).repository.is).toBe("broken");
});
