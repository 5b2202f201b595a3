// Draws by a seed: the same histories for the same number.
import { fillers } from "./fillers.ts";

export interface Draw {
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

export function draw(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)]!, chance: (share) => next() < share };
}

export const names =
  "account order total entry buffer parcel route widget folder panel index batch cursor region ticket ledger packet signal vendor basket option reader writer socket limit sample record target source window".split(
    " ",
  );

export function fill(lines: readonly string[], draws: Draw, values = drawNames(draws)): string[] {
  return lines.map((line) =>
    line
      .replaceAll(/\$([abc])(?![\w{])/g, (_, name: string) => values[name]!)
      .replaceAll(/(?<=[\w])\$([abc])/g, (_, name: string) => values[name]!)
      .replaceAll(/\$n(?!\w)/g, () => values.n!),
  );
}

export function drawNames(draws: Draw): Record<string, string> {
  const name = () => {
    const [first, second] = [draws.pick(names), draws.pick(names)];
    return draws.pick([
      first,
      `${first}${second[0]!.toUpperCase()}${second.slice(1)}`,
      `${first}_${second}`,
      `${first}${second.length}`,
    ]);
  };
  return { a: name(), b: name(), c: name(), n: String(draws.below(900) + 10) };
}

export function filler(file: string, count: number, draws: Draw): string[] {
  return Array.from({ length: count }, () => fill([draws.pick(fillers[file]!)], draws)[0]!);
}
