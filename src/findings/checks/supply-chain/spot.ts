// What one part of the check found on one line.
import type { Found } from "../../build.ts";

export type Spot = Omit<Found, "path">;
