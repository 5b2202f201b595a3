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

describe("claims that something is absent", () => {
  const java = [
    "/** The scope of a booking. */",
    "public class Booking {",
    "    private String scope;",
    "    void save(Cart cart) {",
    "        cart.store(total(cart));",
    "    }",
    "}",
  ].join("\n");
  const entity = `@Entity\n${java}`;
  const said = (title: string, file: string, line: number) =>
    quoteGate(
      findingOf({
        path: "Booking.java",
        line,
        text: "cart.store(total(cart));",
        claim: "absent",
        proof: "argued",
        title,
      }),
      gateFactsOf({ head: { "Booking.java": file } }),
    ).map(({ why }) => why);

  test("in a plain class need no framework's construct, whatever words the class uses", () => {
    expect(said("The method `total` does not exist", java, 5)).toEqual([]);
  });

  test("need it where a framework makes members", () => {
    expect(said("The method `total` does not exist", entity, 6)).toEqual([
      { kind: "quote-missing", needs: "framework-construct" },
    ]);
  });

  test("need it only for names: a framework makes no tests and no checks", () => {
    expect(said("No test covers save", entity, 6)).toEqual([]);
    expect(said("Missing null check on cart", entity, 6)).toEqual([]);
  });
});

describe("a line that the base has too", () => {
  const facts = gateFactsOf({
    base: { "a.ts": "guard();\nrun();\n\n\n\n\nlast();\n" },
    head: { "a.ts": "run();\n\n\n\n\nlast();\n" },
  });
  const introduced = (line: number, text: string, base: string, at: number) =>
    quoteGate(
      findingOf({
        claim: "introduced",
        path: "a.ts",
        line,
        text,
        evidence: [quoteOf(text, line, "a.ts"), quoteOf(base, at, "a.ts", "base")],
      }),
      facts,
    ).map(({ why }) => why.kind);

  test("may be what a removal breaks", () => expect(introduced(1, "run();", "guard();", 1)).toEqual([]));

  test("is not introduced where the change touches nothing that is quoted", () =>
    expect(introduced(6, "last();", "last();", 7)).toEqual(["was-there-before"]));
});
