#!/usr/bin/env node
// Starts Crosscheck: the packed build where there is one, else the source on the clone's own Node, else a remedy.
// An `import` of a built-in module loads even what it has only on demand; old versions of Node know nothing else.
const builtin = async (name) => process.getBuiltinModule?.(name) ?? (await import(name));
const { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } =
  await builtin("node:fs");
const { fileURLToPath } = await builtin("node:url");

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const [major, minor] = process.versions.node.split(".").map(Number);
const ownNode = path("node_modules/node/bin/node");
const source = path("src/main.ts");

if (existsSync(path("dist/main.cjs")) && !existsSync(source)) {
  if (major >= 24 || (major === 22 && minor >= 18)) loadPacked();
  else
    fail(
      `Crosscheck needs Node 22.18, or 24 or newer; this is ${process.version}.`,
      "Install Node 24, then run this again.",
    );
} else if (major >= 24) await import("../src/main.ts");
else if (existsSync(ownNode)) await runWith(ownNode);
else fail("This clone is not set up yet.", "Run `npm ci` in it: it brings the Node version that Crosscheck needs.");

/**
 * Loads the packed build with what earlier runs compiled. Node's own compile cache holds none of the functions that are
 * compiled when they are first called, which are most of what a command runs.
 */
function loadPacked() {
  const { Script } = process.getBuiltinModule("node:vm");
  if (major < 24) silenceSqlite();
  const folder = compiledFolder();
  const modules = new Map();
  const scripts = new Map();
  let isOutdated = false;
  process.once("exit", () => isOutdated && keepCompiled(scripts));
  load("main.cjs");

  function load(name) {
    const known = modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const filename = path(`dist/${name}`);
    const require = (id) =>
      id.startsWith("./")
        ? load(id.slice(2))
        : (process.getBuiltinModule(id) ?? process.getBuiltinModule("node:module").createRequire(filename)(id));
    // The build is ASCII.
    const text = `(function (exports, require, module, __filename) {${readFileSync(filename, "latin1")}\n})`;
    compile(name, text, filename).runInThisContext()(module.exports, require, module, filename);
    return module.exports;
  }

  /** V8 compares only the length of the source: what is kept needs a name with a hash of the contents. */
  function compile(name, text, filename) {
    if (folder === null || name === "main.cjs") return new Script(text, { filename });
    const file = `${folder}/${name}-${process.version}-${process.arch}`;
    const cachedData = readCompiled(file);
    const script = new Script(text, { filename, cachedData });
    scripts.set(file, script);
    // Once a day, what else was called by then is added. A run that has set flags of V8 is refused: that says nothing.
    isOutdated ||= !cachedData || Date.now() - statSync(file).mtimeMs > 86_400_000;
    return script;
  }
}

/** Node 22 warns that its SQLite may change, on every run. */
function silenceSqlite() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (!`${warning}`.startsWith("SQLite is an experimental feature")) emitWarning.call(process, warning, ...rest);
  };
}

function readCompiled(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function keepCompiled(scripts) {
  try {
    // V8 accepts compiled code under the flags that it was made with: those that reviews set get their default again.
    for (const flag of ["--semi-space-growth-factor=2", "--wasm-tier-up", "--wasm-dynamic-tiering"])
      process.getBuiltinModule("node:v8").setFlagsFromString(flag);
    for (const [file, script] of scripts) {
      writeFileSync(`${file}.${process.pid}`, script.createCachedData(), { mode: 0o600 });
      renameSync(`${file}.${process.pid}`, file);
    }
  } catch {
    // The next run tries again.
  }
}

/** Compiled code is trusted as code is: it is kept in a folder that nobody else can write, or not at all. */
function compiledFolder() {
  try {
    const { homedir } = process.getBuiltinModule("node:os");
    const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
    const { isAbsolute } = process.getBuiltinModule("node:path");
    const named = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
    // A relative one would be inside of whatever repository this runs in.
    const folder = `${named && isAbsolute(named) ? named : `${homedir()}/.cache`}/crosscheck/compiled`;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    return process.platform === "win32" || (uid === process.getuid() && (mode & 0o170022) === 0o040000) ? folder : null;
  } catch {
    // Without it, starting takes longer.
    return null;
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
