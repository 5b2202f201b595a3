// Opens a text in the user's editor, in a temporary file.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../errors.ts";

export async function editText(text: string, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  // The variable may contain arguments, as in `code --wait`; no shell is involved.
  const [command = "vi", ...args] = (env["VISUAL"] || env["EDITOR"] || "vi").split(/\s+/).filter(Boolean);
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-edit-"));
  try {
    const file = join(folder, "finding.md");
    writeFileSync(file, text, { mode: 0o600 });
    await ended(command, [...args, file]);
    return readFileSync(file, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ended(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit" });
    const failed = (why: string) =>
      reject(new UserError(`The editor ${command} ${why}`, "Set EDITOR to a program that edits a file."));
    child.on("error", (error) => failed(`could not be started: ${error.message}`));
    child.on("close", (code) =>
      code === 0 ? resolve() : failed(`ended with ${code ?? "a signal"}; nothing was changed`),
    );
  });
}
