// Finds unticked checkboxes for manual verification in the author's text.
import type { AuthorText } from "../../../change/change.ts";
import { prose, proseWithCode } from "../../../change/prose.ts";

const most = 10;
const longest = 200;

/** `- [ ] text`, `1. [] text`, and without a list marker, which GitHub does not render as a checkbox. */
const open = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\[[ \t\u00a0]?\][ \t]+(\S.*)$/;
const heading = /^[ \t]{0,3}(?:#{1,6}[ \t]+(\S.*)|\*\*([^*]{1,80})\*\*:?[ \t]*)$/;

const byHand = String.raw`manual(?:ly)?|by[ -]hand|hands[ -]on`;
const verified =
  "verif(?:y|ied|ication)|test(?:s|ed|ing)?|check(?:s|ed|ing)?|validat(?:e|ed|ion)|confirm(?:ed)?|tried|qa";
const manual = new RegExp(
  `\\b(?:${[
    `(?:${byHand})(?:[ -]+\\w{1,20}){0,4}?[ -]+(?:${verified})`,
    `(?:${verified})(?:[ -]+\\w{1,20}){0,6}?[ -]+(?:${byHand})`,
    "qa",
    "quality assurance",
    "uat",
    "user acceptance",
    "smoke[ -]?test(?:s|ed|ing)?",
    String.raw`(?:verified|tested|checked|tried)(?: \w{1,20}){0,3}? (?:on|in|against) (?:an? )?(?:staging|production|prod|browsers?|device|simulator|emulator)`,
  ].join("|")})\\b`,
  "i",
);

/** Unticked checkboxes about manual verification, QA or UAT in the body and its issues. */
export function openManualBoxes({ body, issues }: Pick<AuthorText, "body" | "issues">): string[] {
  return [...new Set([body, ...issues.map((issue) => issue.body)].flatMap(boxesIn))].slice(0, most);
}

function boxesIn(text: string): string[] {
  const shown = proseWithCode(text).split("\n");
  let asksByHand = false;
  return prose(text)
    .split("\n")
    .flatMap((line, index) => {
      const [, title, bold] = heading.exec(line.slice(0, 400)) ?? [];
      // All checkboxes below "## Manual verification" count.
      if (title !== undefined || bold !== undefined) asksByHand = manual.test(title ?? bold ?? "");
      const says = open.exec(line.slice(0, 400))?.[1];
      if (says === undefined || !(asksByHand || manual.test(says))) return [];
      const whole = open.exec(shown[index]!.slice(0, 400))?.[1] ?? says;
      return [whole.replaceAll(/\s+/g, " ").trim().slice(0, longest)];
    });
}
