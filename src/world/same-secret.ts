// Compares secrets in constant time.
import { createHash, timingSafeEqual } from "node:crypto";

/** Compares hashes, which have equal lengths, so that the secret's length is not revealed. */
export function isSameSecret(given: string, right: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(right));
}
