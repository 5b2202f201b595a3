#!/usr/bin/env node
// Starts Crosscheck: the packed build where there is one, else the source on the clone's own Node, else a remedy.
// An `import` of a built-in module loads even what it has only on demand; old versions of Node know nothing else.
const builtin = async (name) => process.getBuiltinModule?.(name) ?? (await import(name));
const { existsSync, lstatSync, mkdirSync } = await builtin("node:fs");
const { fileURLToPath } = await builtin("node:url");

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const major = Number(process.versions.node.split(".")[0]);
const ownNode = path("node_modules/node/bin/node");
const source = path("src/main.ts");

if (existsSync(path("dist/main.js")) && !existsSync(source)) {
  if (major >= 24) {
    keepCompiled();
    await import("../dist/main.js");
  } else
    fail(`Crosscheck needs Node 24 or newer; this is ${process.version}.`, "Install Node 24, then run this again.");
} else if (major >= 24) await import("../src/main.ts");
else if (existsSync(ownNode)) await runWith(ownNode);
else fail("This clone is not set up yet.", "Run `npm ci` in it: it brings the Node version that Crosscheck needs.");

/** Compiled code is trusted as code is: it is kept in a folder that nobody else can write, or not at all. */
function keepCompiled() {
  try {
    const { homedir } = process.getBuiltinModule("node:os");
    const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
    const { isAbsolute } = process.getBuiltinModule("node:path");
    const named = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
    // A relative one would be inside of whatever repository this runs in.
    const folder = `${named && isAbsolute(named) ? named : `${homedir()}/.cache`}/crosscheck/compiled`;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    if (process.platform === "win32" || (uid === process.getuid() && (mode & 0o170022) === 0o040000))
      process.getBuiltinModule("node:module").enableCompileCache(folder);
  } catch {
    // Without it, starting takes longer.
  }
}

async function runWith(node) {
  const { spawn } = await builtin("node:child_process");
  const child = spawn(node, [source, ...process.argv.slice(2)], { stdio: "inherit" });
  // Ctrl-C reaches the child by itself; both must live until it has cleaned up.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
  child.on("exit", (code, signal) => (signal ? process.kill(process.pid, "SIGKILL") : process.exit(code ?? 1)));
}

function fail(message, remedy) {
  process.stderr.write(`crosscheck: ${message}\n  ${remedy}\n`);
  process.exit(2);
}
