// The reviewer of types.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const typeDesignAnalyzer: Reviewer = {
  id: "type-design-analyzer",
  title: "Types and the states they allow",
  passes: ["correctness"],
  sees: "claims",
  explains:
    "Looks for invalid states that a changed type, schema or signature allows, and for casts and assertions that are " +
    "not true.",
  when: inRoster("type-design-analyzer", "a change of more than a few lines"),
};
