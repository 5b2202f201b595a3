// Notifies pages of changes. Polls the store once for all viewers, and not at all without viewers, so that changes by
// other replicas are seen.
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Store } from "../../world/store/store.ts";

/** Browsers allow six connections per host, but people open many tabs. */
const mostListeners = 500;
const mostOfPerson = 20;

export function openLive({ pulse }: Pick<Store, "pulse">, everyMs: number) {
  const listeners = new Map<() => void, { person: string; end(): void }>();
  let timer: NodeJS.Timeout | null = null;
  let last: string | null = null;
  let closed = false;

  const look = async (): Promise<void> => {
    // If the store does not answer, nothing counts as changed.
    const now = await pulse().catch(() => last);
    if (now !== last && last !== null) for (const tell of listeners.keys()) tell();
    last = now;
    if (listeners.size > 0 && !closed) timer = setTimeout(() => void look(), everyMs);
    else timer = null;
  };

  return {
    answer(context: Context, person: string): Response {
      const own = [...listeners.values()].filter((one) => one.person === person);
      if (closed || listeners.size >= mostListeners) return context.body(null, 503);
      // The oldest belongs to the tab that was left longest ago; it may ask again.
      if (own.length >= mostOfPerson) own[0]!.end();
      return streamSSE(context, async (stream) => {
        const ended = Promise.withResolvers<void>();
        const tell = () => void stream.writeSSE({ event: "changed", data: "" });
        listeners.set(tell, { person, end: ended.resolve });
        stream.onAbort(() => ended.resolve());
        timer ??= setTimeout(() => void look(), 0);
        await stream.writeSSE({ event: "ready", data: "" });
        await ended.promise;
        listeners.delete(tell);
      });
    },
    close() {
      closed = true;
      if (timer) clearTimeout(timer);
      // Ends the streams, which would keep a server from stopping.
      for (const { end } of listeners.values()) end();
    },
  };
}
