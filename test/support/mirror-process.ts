// A process that fetches into a mirror, for tests that end one half way: what to fetch comes as JSON, its end as a line.
import { openMirror, type MirrorOptions, type WantedCommits } from "../../src/world/git/mirror.ts";

const { options, wanted } = JSON.parse(process.argv[2]!) as {
  options: Omit<MirrorOptions, "env" | "stop">;
  wanted: WantedCommits;
};
const mirror = openMirror({ ...options, env: process.env, stop: new AbortController().signal });
const { asked } = await mirror.fetch(wanted);
process.stdout.write(`${JSON.stringify({ asked })}\n`);
