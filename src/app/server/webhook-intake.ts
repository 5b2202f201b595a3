// Limits the memory that incoming webhooks use, and tells other work when no webhook is coming in. Until a body is whole
// its signature cannot be checked, so any of it may come from an attacker: bodies must make progress, few large ones are
// read at once, and if memory is short, room is taken from those that stall, then from the address that holds the most.
import { BlockList, isIPv6 } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { UserError } from "../../errors.ts";

/** Four bodies of the largest size that GitHub sends. */
const maxBytes = 100 * 1024 * 1024;
/** Far below what GitHub sends, and above what is worth an attacker's connection. */
const minBytesPerSecond = 32 * 1024;
/** Before this age, a body need not have made progress. */
const graceMs = 3_000;
/** A sender that has been silent for this long yields to others if memory is short. */
const stalledMs = 250;
const lookMs = 100;
/** Nearly all of GitHub's deliveries are smaller. */
const largeBytes = 128 * 1024;
/** More would leave the thread no time for the small ones. */
const largeAtOnce = 1;
/** A sender that waits for answers sends its next delivery sooner than this. */
const idleMs = 10;
/** Short compared with a review, long compared with acknowledging a delivery. */
const longestWaitMs = 2_000;

export interface WebhookIntake {
  /** Called when a delivery begins to arrive; `evict` is called if it has to make room. */
  begin(address: string, evict: () => void): IntakeSlot;
  /** Resolves when no delivery is coming in, and after two seconds in any case. */
  waitUntilIdle(): Promise<void>;
  close(): void;
}

export interface IntakeSlot {
  /** False if the limit has no room for these bytes. */
  fits(bytes: number): boolean;
  /** For a large body: resolves when it may be read on. Null: it may. */
  turn(): Promise<void> | null;
  /** The body is whole and its signature is right: it is no longer evicted. */
  verified(): void;
  end(): void;
}

export interface IntakeOptions {
  most?: number;
  /** Address ranges that others take no room from, such as those that GitHub publishes. */
  preferred?: BlockList | null;
  now?(): number;
}

interface Slot {
  /** Slots of one address share their fate; null: its range is preferred. */
  address: string | null;
  held: number;
  began: number;
  /** Held when `began` was set. */
  before: number;
  last: number;
  verified: boolean;
  /** Called when it may be read on, as one of the large ones; null: it does not wait for that. */
  proceed: (() => void) | null;
  evict(): void;
}

export function newWebhookIntake(options: IntakeOptions = {}): WebhookIntake {
  const { most = maxBytes, preferred = null, now = () => performance.now() } = options;
  const slots = new Set<Slot>();
  let held = 0;
  let begun = 0;
  const large = new Set<Slot>();
  const waiting = new Set<Slot>();

  const proceed = () => {
    while (large.size < largeAtOnce && waiting.size > 0) {
      const slot = nextOf(waiting);
      waiting.delete(slot);
      large.add(slot);
      // Time that it spent waiting is no lack of progress.
      Object.assign(slot, { began: now(), last: now(), before: slot.held });
      slot.proceed?.();
    }
  };
  const release = (slot: Slot) => {
    if (slots.delete(slot)) held -= slot.held;
    waiting.delete(slot);
    if (large.delete(slot)) proceed();
  };
  const evict = (slot: Slot) => {
    release(slot);
    slot.evict();
  };
  const makeRoom = (bytes: number, own: Slot): boolean => {
    const fits = () => held + bytes <= most;
    while (!fits()) {
      const victim = findVictim(slots, own, bytes, now());
      if (victim === null) return false;
      evict(victim);
    }
    return true;
  };
  const look = setInterval(() => {
    const at = now();
    const isInTheWay = (slot: Slot) => waiting.size > 0 && large.has(slot) && at - slot.last >= stalledMs;
    for (const slot of slots)
      if (!slot.verified && !waiting.has(slot) && (isTooSlow(slot, at) || isInTheWay(slot))) evict(slot);
  }, lookMs);
  look.unref();

  return {
    begin(from, end) {
      const at = now();
      const isPreferred = preferred?.check(from, isIPv6(from) ? "ipv6" : "ipv4") ?? false;
      const address = isPreferred ? null : networkOf(from);
      const slot: Slot = {
        address,
        held: 0,
        before: 0,
        began: at,
        last: at,
        verified: false,
        proceed: null,
        evict: end,
      };
      slots.add(slot);
      begun++;
      return {
        fits(bytes) {
          if (!slots.has(slot) || !makeRoom(bytes, slot)) return false;
          slot.held += bytes;
          slot.last = now();
          held += bytes;
          return true;
        },
        turn() {
          if (slot.held <= largeBytes || large.has(slot)) return null;
          const { promise, resolve } = Promise.withResolvers<void>();
          slot.proceed = resolve;
          waiting.add(slot);
          proceed();
          return promise;
        },
        verified() {
          slot.verified = true;
        },
        end: () => release(slot),
      };
    },
    async waitUntilIdle() {
      const until = performance.now() + longestWaitMs;
      for (let before = -1; before !== begun && performance.now() < until;) {
        before = slots.size === 0 ? begun : -1;
        await wait(idleMs);
        // Requests that arrived while this thread was busy are read only now.
        await nextTurn();
        await nextTurn();
      }
    },
    close: () => clearInterval(look),
  };
}

/** Preferred ones first, then those of whose network the fewest wait. */
function nextOf(waiting: ReadonlySet<Slot>): Slot {
  const counts = new Map<string | null, number>([[null, 0]]);
  for (const { address } of waiting) if (address !== null) counts.set(address, (counts.get(address) ?? 0) + 1);
  let next: Slot | null = null;
  for (const slot of waiting) if (next === null || counts.get(slot.address)! < counts.get(next.address)!) next = slot;
  return next!;
}

function isTooSlow({ held, before, began }: Slot, at: number): boolean {
  const age = at - began;
  return age > graceMs && held - before < (minBytesPerSecond * age) / 1000;
}

/** Never one that is preferred, unless a preferred one needs the room. Null: the sender itself has to wait. */
function findVictim(slots: ReadonlySet<Slot>, own: Slot, bytes: number, at: number): Slot | null {
  const others = [...slots].filter(
    (slot) => slot !== own && slot.held > 0 && !slot.verified && (slot.address !== null || own.address === null),
  );
  const isStalled = (slot: Slot) => at - slot.last >= stalledMs;
  const byAddress = new Map<string | null, number>();
  for (const { address, held } of slots) byAddress.set(address, (byAddress.get(address) ?? 0) + held);
  const weight = (slot: Slot) => (slot.address === null ? 0 : byAddress.get(slot.address)!);
  const [worst] = others.toSorted(
    (one, other) =>
      Number(isStalled(other)) - Number(isStalled(one)) || weight(other) - weight(one) || other.held - one.held,
  );
  if (worst === undefined) return null;
  const yields = isStalled(worst) || (own.address === null && worst.address !== null) || worst.held > own.held + bytes;
  return yields ? worst : null;
}

/** One customer of a provider has a /64 of IPv6. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? address.split(":").slice(0, 4).join(":") : address;
}

/** From `192.30.252.0/22, 2a0a:a440::/29`. */
export function readAddressRanges(text: string | undefined): BlockList | null {
  const ranges = (text ?? "").split(",").flatMap((range) => range.trim() || []);
  if (ranges.length === 0) return null;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix = ""] = range.split("/");
    try {
      list.addSubnet(address, Number(prefix || Number.NaN), isIPv6(address) ? "ipv6" : "ipv4");
    } catch {
      throw new UserError(
        `CROSSCHECK_WEBHOOK_RANGES names ${JSON.stringify(range)}, which is not an address range`,
        "Separate ranges with commas: 192.30.252.0/22,2a0a:a440::/29. GitHub lists its own as `hooks` at https://api.github.com/meta.",
      );
    }
  }
  return list;
}
