// Secrets that nobody has (canaries), of 12 kinds in 8 encodings, and in 34 forms that no prefix tells, in the server's environment and config and in every place
// of a change; a GitHub, a git server and a model that repeat whatever they saw. Then everything that anybody could read is
// searched for each of them in each encoding: logs, what was sent to GitHub, prompts, the database's bytes, the operator's
// pages, environments and command lines of child processes, files that were left. test/support/canaries/matrix.ts says what may be
// where, and why.
//   node bench/canaries.ts [N]     with the first N encodings (8)
// Found where it must not be: 0.
import { encodings } from "../test/support/canaries/encodings.ts";
import { canaryKinds } from "../test/support/canaries/kinds.ts";
import { matrixOf, summed } from "../test/support/canaries/matrix.ts";
import { mishaps } from "../test/support/canaries/mishaps.ts";
import { seenPlaces, tellStory } from "../test/support/canaries/story.ts";
import { finish } from "./measure.ts";

const used = encodings.slice(0, Number(process.argv[2] ?? encodings.length));
const seen = await tellStory(used);
const { cells, leaks, allowed } = matrixOf(seen);
const starts = await mishaps();

console.log(
  `${canaryKinds.length} kinds, ${used.length} encodings; ${seen.own.length} secrets of the server's, ${seen.placed.length} in changes`,
);
console.log(
  Object.entries(seen.counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(", "),
);
for (const place of seenPlaces) {
  const size = seen.texts[place].reduce((sum, { length }) => sum + length, 0);
  console.log(
    `  ${place.padEnd(30)} ${String(size).padStart(10)} bytes ${String(leaks.filter((one) => one.seen === place).length).padStart(6)} leaks`,
  );
}
for (const line of summed(leaks).slice(0, 60)) console.log(`  ${line}`);
for (const { name, leaked } of starts)
  console.log(`  start with ${name}: ${leaked.length === 0 ? "nothing" : leaked.join("; ")}`);
console.log(`${cells} cells, ${leaks.length} leaks, ${allowed} where they may be`);
finish({
  [`0 canaries of ${cells} cells where they must not be`]: leaks.length === 0,
  [`0 in what is said by ${starts.length} starts that fail`]: starts.every(({ leaked }) => leaked.length === 0),
  "everybody had something to repeat": Object.values(seen.counts).every((count) => count > 0),
});
process.exit();
