#!/usr/bin/env node
// Starts Crosscheck: the packed build where there is one, else the source on the clone's own Node, else a remedy.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const major = Number(process.versions.node.split(".")[0]);
const ownNode = path("node_modules/node/bin/node");
const source = path("src/main.ts");

if (existsSync(path("dist/main.js")) && !existsSync(source)) {
  if (major >= 24) {
    module.enableCompileCache?.();
    await import("../dist/main.js");
  } else
    fail(`Crosscheck needs Node 24 or newer; this is ${process.version}.`, "Install Node 24, then run this again.");
} else if (major >= 24) await import("../src/main.ts");
else if (existsSync(ownNode)) runWith(ownNode);
else fail("This clone is not set up yet.", "Run `npm ci` in it: it brings the Node version that Crosscheck needs.");

function runWith(node) {
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
