// Weeks of reviews, of what people said of them and of what they cost, for tests of the pages that add them up.
import type { UnitCount } from "../../../src/world/store/kept/drafts.ts";
import type { Store } from "../../../src/world/store/store.ts";

const day = 86_400_000;
const units = [
  "security-reviewer",
  "code-reviewer",
  "secrets",
  "test-gaps",
  "agent-rules",
  "supply-chain",
  "docs-drift",
  "a-check-of-their-own-with-a-rather-long-name-that-goes-on-and-on",
  "sql",
  "types",
  "naming",
];

export interface ShopPlan {
  repository: string;
  days: number;
  now: number;
}

/** The same each time: numbers follow from the day. */
export async function fillShop(store: Store, { repository, days, now }: ShopPlan): Promise<void> {
  for (let ago = 0; ago < days; ago += 1) {
    const at = now - ago * day - 1000;
    const place = `${repository}#${ago + 1}`;
    await keepReview(store, { repository, place, at, ago });
    for (const [index, model] of ["anthropic/claude-large", "openai/gpt-medium", "local/small"].entries())
      if ((ago + index) % 3 !== 2)
        await store.records.keepCall({
          run: `run-${ago}`,
          repository,
          unit: "code-reviewer",
          model,
          at,
          money: model === "local/small" ? null : (0.4 + (ago % 9) / 10) / (index + 1),
          call: "{}",
        });
    await store.feedback.record(
      units.slice(0, 1 + (ago % 8)).map((unit, index) => ({
        repository,
        place,
        identity: `${ago}-${index}`,
        unit,
        signal: (ago * 7 + index * 3) % 5 < 2 + (index % 3) ? "fixed" : "dismissed",
        actor: "ada",
        reason: null,
        at,
      })),
    );
  }
}

async function keepReview(
  store: Store,
  { repository, place, at, ago }: { repository: string; place: string; at: number; ago: number },
): Promise<void> {
  const found: UnitCount[] = units.slice(0, 1 + ((ago * 5) % units.length)).map((unit, index) => ({
    unit,
    posted: (ago + index) % 4,
    advisory: (ago + index) % 3 === 0 ? 2 : 0,
  }));
  await store.drafts.save({
    id: `${repository.replaceAll("/", "-")}-${ago}`,
    place,
    head: "c0ffee",
    draft: "{}",
    state: ago % 6 === 5 ? "waiting" : "posted",
    savedAt: at,
    facts: {
      title: `feat: part ${ago}`,
      author: "ada",
      event: "COMMENT",
      worst: "high",
      posted: found.reduce((sum, { posted }) => sum + posted, 0),
      advisory: found.reduce((sum, { advisory }) => sum + advisory, 0),
      files: 3,
      money: 0.3,
      tookMs: 20_000 + ((ago * 7919) % 90) * 1000,
      units: found,
    },
  });
}
