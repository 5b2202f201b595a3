import { describe, expect, test } from "vitest";
import { findingOf, gateFactsOf, quoteOf } from "../../../test/support/finding-of.ts";
import type { CommitQuote } from "../quote.ts";
import { quoteGate } from "./quote-gate.ts";

describe("a quote from a commit in the middle of the change", () => {
  const commits = [
    { sha: "1".repeat(40), message: "Set up", author: "a" },
    { sha: "2".repeat(40), message: "Clean up", author: "a" },
  ];
  const facts = gateFactsOf({ base: {}, head: { "a.txt": "a\n" }, words: { commits, commitsTotal: 2 } });
  const of = (commit: string): CommitQuote => ({ ...quoteOf("KEY=1", 0, ".env"), commit });

  test("is taken from a check when the change has that commit, though neither end has the file", () => {
    expect(quoteGate(findingOf({ evidence: [of("1".repeat(40))] }), facts)).toEqual([]);
  });

  test.each([
    ["of another commit", findingOf({ evidence: [of("3".repeat(40))] })],
    ["that nobody proved", findingOf({ proof: "argued", evidence: [of("1".repeat(40))] })],
  ])("is refused %s", (_name, finding) => {
    expect(quoteGate(finding, facts).map(({ outcome, why }) => [outcome, why.kind])).toEqual([
      ["advisory", "quote-not-found"],
    ]);
  });
});
