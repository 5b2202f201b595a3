// Builds the paths of the playground's pages.
import type { Pull } from "../../../standin/github/state.ts";
import type { Visit } from "../../dashboard/page.ts";
import { NotHere } from "../../dashboard/page.ts";
import type { PlaygroundSession } from "../playground-session.ts";

export const start = "/playground";
export const newPath = "/playground/new";
export const openPath = "/playground/open";
export const pullPattern = "/playground/pulls/:repository/:number";

export function pullPath(ground: PlaygroundSession, pull: Pull): string {
  return `/playground/pulls/${ground.of(pull).repository.name}/${pull.number}`;
}

/** The pull request named in the address. */
export function requestedPull(ground: PlaygroundSession, visit: Visit): Pull {
  const found = ground.pull(visit.param("repository"), visit.param("number"));
  if (found === null) throw new NotHere();
  return found;
}
