// Small programs for tests, put on a PATH of their own: each takes the flags of the real one, and answers in its form.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath, kill } from "node:process";
import type { ModelProgram } from "../../../src/world/models/cli/program.ts";

export interface FakePlace {
  /** For PATH. */
  bin: string;
  home: string;
  /** For the folders of runs: empty again once they are over. */
  tempRoot: string;
  /** Where programs leave notes for the test. */
  notes: string;
  remove(): void;
}

export function makePlace(): FakePlace {
  const path = mkdtempSync(join(realpathSync(tmpdir()), "crosscheck-fake-"));
  const [bin, home, tempRoot, notes] = ["bin", "home", "runs", "notes"].map((name) => join(path, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [bin, home, tempRoot, notes]) mkdirSync(folder);
  return { bin, home, tempRoot, notes, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface Fake {
  /** What it does with a question: JavaScript, with `input`, `begin()`, `answer(text)`, `say(line)`, `fs`, `start` and `notes` at hand. */
  does: string;
  /** What it says to `--version`; absent: the oldest version that will do. */
  version?: string;
  /** What it says of its flags; absent: all that are needed. */
  help?: string;
}

export function writeFake(place: FakePlace, program: ModelProgram, { does, version, help }: Fake): void {
  const file = join(place.bin, program.id);
  writeFileSync(
    file,
    `#!${execPath}
const { argv, exit, stdout } = require("node:process");
const fs = require("node:fs");
const { spawn: start } = require("node:child_process");
const args = argv.slice(2);
let input = "";
const notes = ${JSON.stringify(place.notes)};
const asked = (what) => {
  // In a sandbox there is no such folder.
  if (fs.existsSync(notes)) fs.appendFileSync(${JSON.stringify(join(place.notes, "asked"))}, what + "\\n");
};
const say = (line) => stdout.write(JSON.stringify(line) + "\\n");
${answers[program.id]}
if (args.includes("--version")) {
  asked("version");
  console.log(${JSON.stringify(version ?? `${program.id} ${program.oldest}`)});
} else if (args.includes("--help")) {
  asked("help");
  console.log(${JSON.stringify(help ?? program.flags.join("\n"))});
} else {
  asked("question");
  const known = new Set(${JSON.stringify([...program.flags])});
  const unknown = args.find((arg) => arg.startsWith("--") && !known.has(arg));
  if (unknown) {
    console.error("error: unknown option '" + unknown + "'");
    exit(1);
  }
  input = fs.readFileSync(0, "utf8");
  ${does}
}
`,
  );
  chmodSync(file, 0o755);
}

/** `begin` and `answer` in each one's words, as the real ones were seen to say them. */
const answers: Record<ModelProgram["id"], string> = {
  codex: `
const begin = () => say({ type: "item.started", item: { id: "item_0", type: "reasoning", text: "" } });
const answer = (text) => {
  say({ type: "thread.started", thread_id: "01a1e281" });
  say({ type: "item.completed", item: { id: "item_0", type: "error", message: "Model metadata not found." } });
  say({ type: "turn.started" });
  say({ type: "item.completed", item: { id: "item_1", type: "agent_message", text } });
  say({ type: "turn.completed", usage: { input_tokens: 150, cached_input_tokens: 30, output_tokens: 9, reasoning_output_tokens: 2 } });
};`,
  gemini: `
const begin = () => say({ type: "message", role: "assistant", content: "", delta: true });
const answer = (text) => {
  console.log("Loaded cached credentials.");
  say({ type: "init", session_id: "88105e93", model: "gemini-2.5-pro" });
  say({ type: "message", role: "user", content: input });
  say({ type: "message", role: "assistant", content: text.slice(0, 5), delta: true });
  say({ type: "message", role: "assistant", content: text.slice(5), delta: true });
  say({ type: "result", status: "success", stats: { total_tokens: 161, input_tokens: 150, output_tokens: 9, cached: 30, input: 120, tool_calls: 0 } });
};`,
  claude: `
const begin = () => say({ type: "stream_event", event: { type: "message_start" } });
const answer = (text) => {
  say({ type: "system", subtype: "init", tools: [], mcp_servers: [] });
  begin();
  say({ type: "result", subtype: "success", is_error: false, num_turns: 1, stop_reason: "end_turn", api_error_status: null, result: text,
    usage: { input_tokens: 100, cache_creation_input_tokens: 20, cache_read_input_tokens: 30, output_tokens: 9 } });
};`,
};

/** What has ended, but was not yet asked how, does not run. */
export function isRunning(pid: number): boolean {
  try {
    kill(pid, 0);
  } catch {
    return false;
  }
  return !existsSync("/proc") || !/^\d+ \(.*\) Z/.test(readOr(`/proc/${pid}/stat`, "0 () Z"));
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}
