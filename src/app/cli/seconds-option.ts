// Parses a duration option in seconds.
import { UserError } from "../../errors.ts";
import { textOption, type Input } from "./commands/command.ts";

const most = 7 * 24 * 3600;

/** In milliseconds. */
export function secondsOption(input: Input, name: string, usual: number, least = 1): number {
  const given = textOption(input, name);
  if (given === undefined) return usual * 1000;
  const seconds = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
  if (seconds >= least && seconds <= most) return seconds * 1000;
  throw new UserError(
    `--${name} ${JSON.stringify(given.slice(0, 40))} is not a number of seconds`,
    `Give a whole number from ${least} to ${most}.`,
  );
}
