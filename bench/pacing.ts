// GitHub's limits on writing under three times the demand that they allow: six hours of virtual time, four replicas that
// share one pace, held against GitHub's own rules as the stand-in keeps them. The peer is the same without sharing.
//   node bench/pacing.ts [hours]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitHubLimits, Meter } from "../src/standin/github/limits.ts";
import { openPermit, type Permit } from "../src/world/github/permit.ts";
import { RefusedForNow } from "../src/errors.ts";
import { openSharedPermit } from "../src/world/github/shared-permit.ts";
import { virtualTime, type VirtualTime } from "../test/support/virtual-time.ts";
import { openStore } from "../src/world/store/open-store.ts";

const hours = Number(process.argv[2] ?? 6);
const hour = 3_600_000;
const replicas = 4;
const demand = 3 * gitHubLimits.contentPerHour;
const patience = (gitHubLimits.retryAfter ?? 60) * 1000;

interface Figures {
  asked: number;
  written: number;
  over: number;
  inPenalty: number;
  atOnce: number;
}

/** Writes arrive evenly; each takes from a fifth of a second to two seconds, and every hundredth's answer is lost. */
async function run(time: VirtualTime, permits: readonly Permit[]): Promise<Figures> {
  const { signal } = new AbortController();
  const meter = new Meter(gitHubLimits, time.now);
  const figures: Figures = { asked: 0, written: 0, over: 0, inPenalty: 0, atOnce: 0 };
  let penaltyUntil = 0;
  let open = 0;
  const write = (n: number) => async () => {
    open += 1;
    figures.atOnce = Math.max(figures.atOnce, open);
    try {
      if (time.now() < penaltyUntil) figures.inPenalty += 1;
      try {
        meter.take("installation", "core", true);
      } catch {
        figures.over += 1;
        penaltyUntil = time.now() + patience;
        throw new RefusedForNow("GitHub", 403, "secondary rate limit", patience);
      }
      await time.wait(200 + ((n * 7919) % 1800), signal);
      figures.written += 1;
      if (n % 100 === 0) throw new Error("its answer was lost");
    } finally {
      open -= 1;
    }
  };
  const arrive = async () => {
    const all = hours * demand;
    for (; figures.asked < all; figures.asked += 1) {
      void permits[figures.asked % replicas]!.run(write(figures.asked), signal).catch(() => {});
      await time.wait(hour / demand, signal);
    }
  };
  void arrive();
  await time.run(hours * hour);
  return figures;
}

const folder = mkdtempSync(join(tmpdir(), "crosscheck-pacing-"));
const each = Array.from({ length: replicas }, (_, n) => n);
const stores = [];
for (const _ of each) stores.push(await openStore({ folder }));
const started = performance.now();
const together = virtualTime();
const shared = await run(
  together,
  stores.map(({ pacing }) => openSharedPermit({ clock: together, pacing, name: "installation" })),
);
const took = performance.now() - started;
const alone = virtualTime();
const apart = await run(
  alone,
  each.map(() => openPermit({ clock: alone })),
);
for (const store of stores) await store.close();
rmSync(folder, { recursive: true });

const line = (name: string, { asked, written, over, inPenalty, atOnce }: Figures) =>
  console.log(
    `${name.padEnd(10)} ${asked} asked for, ${written} written (${Math.round((100 * written) / (hours * gitHubLimits.contentPerHour))} % of what GitHub allows), ${over} over a limit, ${inPenalty} in a penalty window, ${atOnce} at once at most`,
  );
console.log(`${hours} virtual hours, ${replicas} replicas, 3 times the allowed demand (${Math.round(took / 1000)} s):`);
line("shared", shared);
line("not shared", apart);
if (shared.over > 0 || shared.inPenalty > 0 || shared.atOnce > 1) {
  console.error("GitHub's limits were not kept");
  process.exitCode = 1;
}
