// The tutorial does what it shows: its commands are run, and what they print is what the page says.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { crosscheck } from "./support/run-cli.ts";

const page = readFileSync(fileURLToPath(new URL("../docs/start.md", import.meta.url)), "utf8");
const blocks = [...page.matchAll(/^```(sh)?\n([^]*?)^```$/gm)].map(([, language, text = ""]) => ({
  isCommand: language === "sh",
  text,
}));

test("the tutorial", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-tutorial-"));
  const person = { GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.com" };
  const committer = { GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.com" };
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, GIT_CONFIG_NOSYSTEM: "1", ...person, ...committer };
  const cart = join(folder, "cart");
  const shown: { page: string; printed: string }[] = [];
  let printed = "";
  try {
    for (const { isCommand, text } of blocks) {
      if (!isCommand) shown.push({ page: text, printed: printed.includes(text) ? text : printed });
      else if (text.includes("git init")) execFileSync("bash", ["-ec", text], { cwd: folder, env, stdio: "ignore" });
      else if (!text.startsWith("npm")) printed = await runAll(text);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  expect(shown.map((one) => one.printed)).toEqual(shown.map((one) => one.page));
  expect(shown).toHaveLength(3);

  async function runAll(text: string): Promise<string> {
    const [, script = "", line = ""] = /^([^]*?)^crosscheck (.*)\n$/m.exec(text) ?? [];
    execFileSync("bash", ["-ec", script], { cwd: cart, env });
    return (await crosscheck(line.split(" "), { cwd: cart, env: { HOME: folder } })).out;
  }
});
