// A stored draft is read back, whichever version stored it.
import { expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, judgedOf, onPull, readerOf } from "../../test/support/finding-of.ts";
import { chosenBy, eventOf } from "./decision.ts";
import { editDraft } from "./edit-draft.ts";
import { parseDraft } from "./parse-draft.ts";

const plain = changeOf({ head: { "src/app.ts": "total += price;\n" } });
const change = onPull({ ...plain, triage: { ...plain.triage, roster: [], fullPass: null } });
const draft = editDraft(draftOf(change, [judgedOf({ severity: "high" })], [readerOf(change)]), {
  edit: "event",
  event: "COMMENT",
  by: "kim",
});

test("a draft is read as it was stored", () => expect(parseDraft(JSON.stringify(draft))).toEqual(draft));

test("a draft of an older version is decided again, by its rules and by what a person chose", () => {
  const older = {
    ...draft,
    decision: { event: "COMMENT", rules: [{ rule: "medium-finding", count: 1 }], chosenBy: "kim" },
  };
  const { decision } = parseDraft(JSON.stringify(older));
  expect([eventOf(decision), chosenBy(decision), decision.posted.high]).toEqual(["COMMENT", "kim", 1]);
  const unedited = parseDraft(JSON.stringify({ ...older, edits: [] }));
  expect(eventOf(unedited.decision)).toBe("REQUEST_CHANGES");
});

test("a draft of version 0.1.0 has fates instead of outcomes", () => {
  const mark = { by: "root", why: { kind: "root", root: "DOC" }, fate: "advisory" };
  const [one] = draft.judged;
  const { outcome, ...stored } = one!;
  const judged = [
    { ...stored, fate: "posted" },
    { ...stored, fate: "advisory", marks: [mark] },
  ];
  const older = { ...draft, judged, edits: [], decision: { event: "COMMENT", rules: [] } };
  const read = parseDraft(JSON.stringify(older));
  expect(outcome).toBe("inline");
  expect(read.judged.map((finding) => finding.outcome)).toEqual(["inline", "advisory"]);
  expect(read.judged[1]!.marks).toEqual([expect.objectContaining({ by: "root", outcome: "advisory" })]);
  expect(JSON.stringify(read)).not.toContain('"fate"');
});
