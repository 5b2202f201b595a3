// Parses the `--port` option.
import { UserError } from "../../errors.ts";

export function portOf(given: string): number {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new UserError(`--port takes a number up to 65535, not "${given.slice(0, 40)}"`, "Give it as in --port 8177.");
}
