import { expect, test } from "vitest";
import { encodings, haystackOf } from "../../test/support/canaries/encodings.ts";
import { canaryKinds, canaryOf } from "../../test/support/canaries/kinds.ts";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, judgedOf } from "../../test/support/finding-of.ts";
import { redactDraft } from "./redact-draft.ts";

const at = (place: string) => canaryKinds.map((kind) => canaryOf(kind, place));
const lines = (place: string) =>
  `${at(place)
    .map(({ written }) => written)
    .join("\n")}\n`;
const places = ["removed", "beside", "added", "description", "said"];

const draft = draftOf(
  changeOf({
    base: {
      "src/a.ts": lines("removed"),
      "src/b.ts": `old();\n${at("beside")
        .map(({ written }) => `${written}\nold();`)
        .join("\n")}\n`,
    },
    head: {
      "src/b.ts": `new();\n${at("beside")
        .map(({ written }) => `${written}\nnew();`)
        .join("\n")}\n`,
      "src/c.ts": lines("added"),
    },
    title: "feat: settings",
    body: lines("description"),
  }),
  // The first line of a key is quoted without the line that identifies it as a key.
  [
    judgedOf({
      path: "src/c.ts",
      text: canaryOf("GitHub App's private key", "added").pieces[3]!,
      explanation: lines("said"),
    }),
  ],
);

test("no part of a secret is stored, wherever it occurs; everything else is", () => {
  const before = haystackOf([JSON.stringify(draft)]);
  const kept = haystackOf([JSON.stringify(redactDraft(draft))]);
  for (const place of places)
    for (const canary of at(place)) {
      const seen = [before, kept].map((stack) => stack.has(canary, encodings[0]!));
      expect({ place, kind: canary.kind, seen }).toEqual({ place, kind: canary.kind, seen: [true, false] });
    }
  expect(redactDraft(draft).change.files.map(({ newPath }) => newPath)).toEqual(
    draft.change.files.map(({ newPath }) => newPath),
  );
  expect(redactDraft(draft).judged[0]!.finding.title).toBe(draft.judged[0]!.finding.title);
  expect(JSON.stringify(redactDraft(draft))).toContain("new();");
});

test("a file keeps its name even if it is a secret, because the draft is posted by it", () => {
  const { value } = canaryOf("npm token", "name");
  const named = draftOf(changeOf({ base: {}, head: { [`src/${value}.ts`]: "one();\n" } }), []);
  expect(redactDraft(named).change.files[0]!.newPath).toBe(`src/${value}.ts`);
});

test("a draft without secrets is unchanged", () => {
  const plain = draftOf(changeOf({ base: {}, head: { "a.ts": "one();\n" } }), [judgedOf({})]);
  expect(redactDraft(plain)).toEqual(plain);
});
