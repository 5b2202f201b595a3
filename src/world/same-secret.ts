// Compares secrets in constant time.
import { createHash, timingSafeEqual } from "node:crypto";

/** Hashes are of one length, so that not even the length is told. */
export function isSameSecret(given: string, right: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(right));
}
