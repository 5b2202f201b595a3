// The reviewer that tries to break the change.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const adversary: Reviewer = {
  id: "adversary",
  title: "The whole change, read to break it",
  passes: [],
  sees: "code",
  explains:
    "One reading of a large change as a whole, by somebody who wants it to fail in production: what breaks only " +
    "where two of its parts meet.",
  when: inRoster("adversary", "a change of the Full tier"),
};
