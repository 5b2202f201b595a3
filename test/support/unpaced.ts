// GitHub asks for a second between two writes. A test that is not about that need not wait for it.
import { wallClock } from "../../src/world/github/clock.ts";
import { openPermit, type Permit } from "../../src/world/github/permit.ts";

export function unpaced(): Permit {
  return openPermit({ clock: wallClock, limits: [] });
}
