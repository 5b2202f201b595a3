// Checks that hang, grow, throw, wait or work: for the tests of what ends them.
import type { Check, UnitResult } from "../../src/findings/report.ts";

const result: UnitResult = { findings: [], verdicts: [], read: [] };

function checkOf(id: string, run: Check["run"]): Check {
  return {
    id,
    title: id,
    passes: ["correctness"],
    when: () => true,
    explains: id,
    kinds: {},
    examples: { bad: [], good: [] },
    run,
  };
}

export const hostileChecks: readonly Check[] = [
  checkOf("reads", async ({ files }, { code }) => {
    const bytes = await code.head.read(files[0]!.newPath!);
    return { ...result, notes: [new TextDecoder().decode(bytes ?? undefined)] };
  }),
  checkOf("searches", async (_, { code }) => ({ ...result, notes: [...(await code.uses(["total"])).keys()] })),
  checkOf("searches-too", async (_, { code }) => ({ ...result, notes: [...(await code.uses(["price"])).keys()] })),
  checkOf("hangs", async (_, { code }) => {
    await code.head.paths();
    for (;;);
  }),
  checkOf("grows", async (_, { code }) => {
    await code.head.paths();
    const all: unknown[] = [];
    for (;;) all.push(Array.from({ length: 1000 }, () => ({})));
  }),
  checkOf("throws", async () => {
    throw new Error("no such thing");
  }),
  checkOf("waits", async () => await new Promise(() => {})),
];
