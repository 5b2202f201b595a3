// Warms the vendor's prompt cache, which exists only after an answer has begun: one conversation starts first, the
// others follow its first token.

export interface WarmUp {
  /** Whether to go first. Otherwise it resolves when another has begun, or ended without. */
  turn(prefix: string, waiting: () => void, stop: AbortSignal): Promise<"first" | "following">;
  /** The one that went first has begun. */
  began(prefix: string): void;
  /** It has ended; if it never began, the next one goes first. */
  ended(prefix: string): void;
}

export function openWarmUp(): WarmUp {
  const begun = new Set<string>();
  const under = new Map<string, { over: Promise<void>; end(): void }>();
  function release(prefix: string): void {
    under.get(prefix)?.end();
    under.delete(prefix);
  }
  return {
    async turn(prefix, waiting, stop) {
      if (begun.has(prefix)) return "following";
      const first = under.get(prefix);
      if (!first) {
        const { promise, resolve } = Promise.withResolvers<void>();
        under.set(prefix, { over: promise, end: resolve });
        return "first";
      }
      waiting();
      await unlessStopped(first.over, stop);
      return "following";
    },
    began(prefix) {
      begun.add(prefix);
      release(prefix);
    },
    ended: release,
  };
}

async function unlessStopped(over: Promise<void>, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  stop.addEventListener("abort", end, { once: true });
  await Promise.race([over, promise]);
  stop.removeEventListener("abort", end);
  stop.throwIfAborted();
}
