// The reviewer of types.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const typeDesignAnalyzer: Reviewer = {
  id: "type-design-analyzer",
  title: "Types and the states they allow",
  passes: ["correctness"],
  sees: "claims",
  explains:
    "Asks of each changed type, schema and signature which states it lets through that must never be, and of each " +
    "cast and assertion whether what it asserts is true.",
  when: inRoster("type-design-analyzer", "a change of more than a few lines"),
};
