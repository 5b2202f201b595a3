// Starts Crosscheck as a GitHub Action.
process.argv.splice(2, Infinity, "run-action");
await import("../bin/crosscheck.js");
