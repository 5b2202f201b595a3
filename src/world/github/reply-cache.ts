// Caches responses by ETag, so that unchanged ones do not count against the rate limit. In memory, bounded, least
// recently used first out.

export interface ReplyCache {
  get(key: string): CachedReply | undefined;
  keep(key: string, reply: CachedReply): void;
}
interface CachedReply {
  etag: string;
  data: unknown;
}

export function openReplyCache(entries = 500, characters = 16_000_000): ReplyCache {
  const kept = new Map<string, CachedReply & { size: number }>();
  let total = 0;
  const forget = (key: string) => {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    keep(key, reply) {
      forget(key);
      const size = JSON.stringify(reply.data).length;
      if (size > characters / 4) return;
      kept.set(key, { ...reply, size });
      total += size;
      for (const oldest of kept.keys()) {
        if (kept.size <= entries && total <= characters) break;
        forget(oldest);
      }
    },
  };
}
