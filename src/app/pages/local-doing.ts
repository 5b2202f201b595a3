// What pages can do on a person's own machine, with their own token.
import type { Store } from "../../world/store/store.ts";
import type { Outside } from "../outside.ts";
import type { Doing } from "./doing.ts";

export function localDoing(_store: Store, _outside: Outside): Doing {
  return {};
}
