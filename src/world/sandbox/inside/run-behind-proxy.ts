// Runs inside the sandbox: writes the files of a program's home, opens the port to the proxy outside, and runs the
// program.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv, env, exit } from "node:process";
import { openProxyPort } from "./proxy-port.ts";

const [, , socket = "", program = "", ...args] = argv;
// They can hold a login, so they come in the environment: others could read a command line or a file.
const { CROSSCHECK_HOME_FILES: homeFiles = "{}", ...rest } = env;

for (const [name, text] of Object.entries(JSON.parse(homeFiles) as Record<string, string>)) {
  const file = join(rest["HOME"]!, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
}
spawn(program, args, { env: { ...rest, ...(await openProxyPort(socket, "")) }, stdio: "inherit" })
  .on("error", (error) => {
    console.error(error.message);
    exit(1);
  })
  .on("exit", (code) => exit(code ?? 1));
