// Shortens a place for lists: GitHub's own host is not named, nor that of the simulated one.
import { oneLine } from "../../../review/words/text.ts";

export function shownPlace(place: string): string {
  return oneLine(place).replace(/^(?:github\.com|127\.0\.0\.1:\d+)\//, "");
}
