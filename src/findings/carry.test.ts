import { describe, expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { rawOf, textOf, type FindingOf } from "../../test/support/finding-of.ts";
import type { ReviewHistory } from "../change/change.ts";
import { patchesOf, seenBy } from "../change/hunk-patch.ts";
import { carry, checkIds, keptQuote } from "./carry.ts";
import type { Finding } from "./finding.ts";
import { identify } from "./identity.ts";
import { cases } from "../../test/support/cases.ts";

type Files = Record<string, string>;

/** Every line that says `stop();` is a finding. */
function findingsIn(head: Files, base: Files = {}): { findings: Finding[]; facts: ReturnType<typeof factsOf> } {
  const raw = Object.entries(head).flatMap(([path, text]) =>
    text
      .split("\n")
      .flatMap((line, index): FindingOf[] =>
        line.trim() === "stop();" ? [{ path, line: index + 1, text: line }] : [],
      ),
  );
  const facts = factsOf(base, head);
  return { findings: identify("sums", raw.map(rawOf), facts), facts };
}

function factsOf(base: Files, head: Files) {
  return { change: changeOf({ base, head }), files: changeOf({ base, head }).files, text: textOf({ base, head }) };
}

/** Two rounds; for each finding of the second, the line it had in the first, or "new". */
function carried(before: Files, after: Files, base: Files = {}): (number | "new")[] {
  const first = findingsIn(before, base);
  const past: ReviewHistory = {
    rounds: [{ base: first.facts.change.base, head: first.facts.change.head, hunks: patchesOf(first.facts.files) }],
    findings: first.findings.map((finding) => ({
      identity: finding.identity,
      state: "open",
      about: {
        check: checkIds(finding)[0]!,
        kind: finding.kind,
        path: finding.at.path,
        line: finding.at.start,
        quote: keptQuote(finding),
      },
      comment: null,
      thread: null,
    })),
  };
  const second = findingsIn(after, base);
  const again = carry(second.findings, { ...second.facts, past, seen: seenBy(past.rounds, second.facts.change) });
  const names = again.map(({ identity }) => identity);
  expect(new Set(names).size).toBe(names.length);
  return names.map((name) => past.findings.find(({ identity }) => identity === name)?.about?.line ?? "new");
}

const one = (name: string) =>
  [`function ${name}() {`, `  begin(${name}, 1);`, "  stop();", `  finish(${name}, 2);`, "}"].join("\n");
const two = `${one("first")}\n${one("second")}\n`;

describe("a finding is known again", () => {
  cases<[string, Files, (number | "new")[]]>("%s", (_name, after) => carried({ "a.ts": two }, after), [
    ["where it was", { "a.ts": two }, [3, 8]],
    ["under lines that arrived above it", { "a.ts": `// new\n// lines\n${two}` }, [3, 8]],
    ["when functions change places", { "a.ts": `${one("second")}\n${one("first")}\n` }, [8, 3]],
    ["when its function has another name", { "a.ts": two.replace("function second", "function other") }, [3, 8]],
    ["when the file has another name", { "b.ts": two }, [3, 8]],
    ["when its function moves to another file", { "a.ts": `${one("first")}\n`, "b.ts": `${one("second")}\n` }, [3, 8]],
    ["and the other one is mended", { "a.ts": `${one("second")}\n` }, [8]],
    ["and not one that was made again elsewhere", { "a.ts": `${one("first")}\n${one("third")}\n` }, [3, "new"]],
  ]);

  test.each<[string, string[], (number | "new")[]]>([
    ["the first of three equals is mended", ["mended();", "", "", "stop();", "", "", "", "stop();"], [4, 8]],
    ["the last of three equals is mended", ["stop();", "", "", "stop();", "", "", "", "mended();"], [1, 4]],
    [
      "an equal one is put above them",
      ["stop();", "", "stop();", "", "", "stop();", "", "", "", "stop();"],
      ["new", 1, 4, 8],
    ],
  ])("%s: the others keep their ids", (_name, after, expected) => {
    const before = ["stop();", "", "", "stop();", "", "", "", "stop();"];
    expect(carried({ "a.ts": before.join("\n") }, { "a.ts": after.join("\n") })).toEqual(expected);
  });
});
