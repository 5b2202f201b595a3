// Names the texts of a posting in its preview.
import type { CodeLocation } from "../../change/change.ts";
import type { Action } from "../plan.ts";
import { codeText } from "./code-text.ts";
import { whereOf } from "./finding-lines.ts";
import { markdownText } from "./markdown-text.ts";
import { eventTexts } from "./report-texts.ts";

export function previewHeading(action: Action | { do: "comment"; at: CodeLocation }): string {
  switch (action.do) {
    case "review":
      return `Review: ${eventTexts[action.event]}`;
    case "comment":
      return `Comment on ${codeText(whereOf(action.at))}`;
    case "details":
      return "Details comment";
    case "notice":
      return "Notice";
    case "check-run":
      return `Check run: ${action.conclusion}, ${markdownText(action.title)}`;
    case "reply":
    case "answer":
      return "Reply";
    case "resolve":
      return "Resolved thread";
    case "lift":
      return "Withdrawn request for changes";
  }
}
