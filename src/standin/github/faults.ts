// Injects faults on request. Those named `-after` happen after the write took effect.
import type { ReceivedRequest } from "./exchange.ts";

export type FaultKind =
  | "500"
  | "502"
  | "502-after"
  | "timeout"
  | "timeout-after"
  | "slow"
  | "truncated"
  | "truncated-after"
  | "reset"
  | "reset-after";

/** A request as seen by fault matching. */
export interface Faultable extends ReceivedRequest {
  /** Whether it would change anything: any method but GET and HEAD, and a GraphQL mutation. */
  isWrite: boolean;
  /** The GraphQL document; null for REST and git. */
  graphql: string | null;
}

export interface InjectedFault {
  match: (request: Faultable) => boolean;
  do: FaultKind;
  /** How often it occurs; default: once, or always for faults with a `chance`. */
  times?: number;
  /** A probability from 0 to 1, with the stand-in's seeded random numbers. */
  chance?: number;
  /** For `slow`: the delay in real time. */
  milliseconds?: number;
}

export interface Faults {
  add(fault: InjectedFault): void;
  clear(): void;
  /** The number of requests that were faulted so far. */
  readonly struck: number;
}

export interface DrawnFaults extends Faults {
  draw(request: Faultable): InjectedFault | null;
}

export function newFaults(seed: number): DrawnFaults {
  const random = seeded(seed);
  let waiting: { fault: InjectedFault; left: number }[] = [];
  let struck = 0;
  return {
    add: (fault) =>
      void waiting.push({ fault, left: fault.times ?? (fault.chance === undefined ? 1 : Number.POSITIVE_INFINITY) }),
    clear: () => {
      waiting = [];
    },
    get struck() {
      return struck;
    },
    draw: (request) => {
      const hit = waiting.find(
        ({ fault, left }) =>
          left > 0 && fault.match(request) && (fault.chance === undefined || random() < fault.chance),
      );
      if (!hit) return null;
      hit.left--;
      struck++;
      return hit.fault;
    },
  };
}

/** Mulberry32: the same seed, the same faults. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_00_00_00_00;
  };
}
