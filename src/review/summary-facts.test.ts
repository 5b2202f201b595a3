import { expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, judgedOf } from "../../test/support/finding-of.ts";
import { summaryFactsOfDraft } from "./summary-facts.ts";

const advisory = [{ by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" } as const];
const dropped = [{ by: "root", why: { kind: "root", root: "DOC" }, outcome: "dropped" } as const];

test("a finding of several checks counts for each once; dropped findings count for none", () => {
  const judged = [
    judgedOf({ sources: ["PRESCAN:sums", "code-reviewer", "PRESCAN:sums"] }),
    judgedOf({ sources: ["PRESCAN:sums"] }, advisory),
    judgedOf({ sources: ["PRESCAN:names"] }, dropped),
  ];
  const { posted, advisory: others, units } = summaryFactsOfDraft(draftOf(changeOf({}), judged));
  expect([posted, others]).toEqual([1, 1]);
  expect(units).toEqual([
    { unit: "sums", posted: 1, advisory: 1 },
    { unit: "code-reviewer", posted: 1, advisory: 0 },
  ]);
});

test("names and numbers of checks are limited, whatever own checks are called", () => {
  const judged = Array.from({ length: 600 }, (_, at) => judgedOf({ sources: [`PRESCAN:${at}-${"n".repeat(300)}`] }));
  const { units } = summaryFactsOfDraft(draftOf(changeOf({}), judged));
  expect(units.length).toBe(500);
  expect(Math.max(...units.map(({ unit }) => unit.length))).toBe(100);
});
