import { describe, expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, findingOf, judgedOf, reportOf, type FindingOf } from "../../test/support/finding-of.ts";
import type { Change, Identity, Oid, PastFinding, Round } from "../change/change.ts";
import type { OwnComment } from "../change/github.ts";
import { standingQuotes } from "../findings/carry.ts";
import { judge } from "../findings/gate.ts";
import { quotedFile } from "../findings/quote.ts";
import type { Report } from "../findings/report.ts";
import { editDraft } from "./edit-draft.ts";
import { formatMarker, parseMarker } from "./marker.ts";
import { findingsToStore, historyFromMarkers, roundRecord, compareRounds } from "./compare-rounds.ts";

const path = "src/app.ts";
const head = { [path]: "start();\ntotal += price;\n" };
const change = changeOf({ base: { [path]: "start();\n" }, head, config: { profile: "strict" } });
const about = { check: "sums", kind: "wrong-sum", path, line: 2, quote: "total += price;" };

function pastOf(overrides: Partial<PastFinding> = {}): PastFinding {
  return { identity: "1d" as Identity, state: "open", about, comment: "c1", thread: "t1", ...overrides };
}

function withPast(findings: PastFinding[], rounds: Round[] = [roundRecord(change)], of: Change = change): Change {
  return { ...of, past: { rounds, findings } };
}

function draftWith(findings: PastFinding[], found: FindingOf[], reports: Report[] = [reportOf()], rounds?: Round[]) {
  const of = withPast(findings, rounds);
  const text = () => quotedFile(new TextEncoder().encode(head[path]));
  const facts = { change: of, text, today: "2026-01-01" };
  const raw = found.map((one) => findingOf({ path, line: 2, text: "total += price;", ...one }));
  return draftOf(of, judge(raw, facts), reports);
}

describe("a finding of an earlier round", () => {
  test("still present: remains, and is not fresh", () => {
    const since = compareRounds(draftWith([pastOf()], [{}]));
    expect(since).toMatchObject({ fresh: [], fixed: [], remaining: [pastOf()], known: [{ past: pastOf() }] });
  });

  test.each<[string, Partial<PastFinding>, Report[], Round[] | undefined, boolean]>([
    ["its check ran", {}, [reportOf()], undefined, true],
    [
      "its check found nothing to look at",
      {},
      [reportOf({ status: "skipped", why: { kind: "nothing-to-check", what: "x" } })],
      undefined,
      true,
    ],
    ["its check is turned off", {}, [reportOf({ status: "skipped", why: { kind: "turned-off" } })], undefined, false],
    ["its check failed", {}, [reportOf({ status: "failed" })], undefined, false],
    ["its check is not among those that ran", {}, [reportOf({ unit: "others" })], undefined, false],
    [
      "its check found more than it may list",
      {},
      [reportOf({ findings: Array.from({ length: 200 }, () => findingOf()) })],
      undefined,
      false,
    ],
    ["only a marker is left of it", { about: null }, [reportOf()], undefined, false],
    ["it was dismissed", { state: "dismissed" }, [reportOf()], undefined, false],
    ["it was fixed before", { state: "fixed" }, [reportOf()], undefined, false],
  ])("that is gone is fixed or not: %s", (_name, past, reports, rounds, fixed) => {
    const since = compareRounds(draftWith([pastOf(past)], [], reports, rounds));
    expect(since.fixed).toHaveLength(fixed ? 1 : 0);
    expect(since.remaining).toHaveLength(!fixed && (past.state ?? "open") === "open" ? 1 : 0);
  });

  test("is not called fixed when the base has its line now: it only left the change", async () => {
    const merged = changeOf({ base: head, head: { ...head, "other.ts": "x();\n" } });
    const moved = { ...merged, base: "later" as Oid, past: { rounds: [roundRecord(change)], findings: [pastOf()] } };
    const standing = await standingQuotes(moved, {
      read: async () => quotedFile(new TextEncoder().encode(head[path])),
    });
    expect(standing).toEqual(["1d"]);
    expect(compareRounds({ ...draftOf(moved, [], [reportOf()]), standing }).fixed).toEqual([]);
    expect(compareRounds({ ...draftOf(moved, [], [reportOf()]), standing: [] }).fixed).toEqual([pastOf()]);
    // Without a lookup nothing is claimed.
    expect(compareRounds(draftOf(moved, [], [reportOf()])).fixed).toEqual([]);
  });
});

describe("stored for the next round", () => {
  test("new findings with their comment, known ones with their current place, fixed ones as fixed", () => {
    const gone = pastOf({ identity: "2d" as Identity, about: { ...about, quote: "gone();", line: 9 }, comment: "c2" });
    const draft = draftWith(
      [pastOf({ about: { ...about, line: 40 } }), gone],
      [{}, { kind: "other", identity: "3d" as Identity, severity: "critical" }],
    );
    const kept = findingsToStore(draft, new Map([["3d", { comment: "c3", thread: "t3" }]]));
    expect(kept).toEqual([
      { ...gone, state: "fixed" },
      pastOf({ about: { ...about, severity: "medium" } }),
      {
        identity: "3d",
        state: "open",
        about: { ...about, kind: "other", severity: "critical" },
        comment: "c3",
        thread: "t3",
      },
    ]);
  });

  test("a finding removed from the draft is dismissed, and stays dismissed", () => {
    const draft = draftWith(
      [pastOf({ state: "dismissed" })],
      [{}, { kind: "other", identity: "3d" as Identity, id: "sums-2", severity: "critical" }],
    );
    const kept = findingsToStore(editDraft(draft, { edit: "remove", finding: "sums-2" }));
    expect(kept.map(({ identity, state }) => [identity, state])).toEqual([
      ["1d", "dismissed"],
      ["3d", "dismissed"],
    ]);
  });

  test("never the redacted part of a quote", () => {
    const secret = judgedOf({
      path,
      line: 2,
      evidence: [{ path, side: "head", start: 2, end: 2, text: "key = 'abc12345'", masked: "key = '…'" }],
    });
    expect(findingsToStore(draftOf(change, [secret]))[0]!.about!.quote).toBe("key = '…'");
  });
});

test("a work-in-progress round does not count: its held findings are not late later", () => {
  expect(roundRecord(change).hunks).toHaveLength(1);
  expect(roundRecord(changeOf({ head, title: "[WIP] Sum up" })).hunks).toEqual([]);
});

describe("state on GitHub, if the store is empty", () => {
  const comment = (id: string, finding: string, thread: string, resolved = false): OwnComment => ({
    kind: "line",
    id,
    url: "",
    body: `Text\n\n${formatMarker({ key: "k", finding })}`,
    thread: { id: thread, resolved, path, line: 2 },
  });

  test("is recognised by markers, resolved or not; our reply marks it as fixed", () => {
    const { rounds, findings } = historyFromMarkers(
      [
        comment("c1", "1d", "t1"),
        comment("c2", "2d", "t2", true),
        comment("c3", "3d", "t3"),
        comment("c4", "3d", "t3"),
        { ...comment("c5", "4d", "t5"), kind: "review" },
        { ...comment("c6", "5d", "t6"), body: "no marker" },
      ],
      parseMarker,
    );
    expect(rounds).toEqual([]);
    expect(findings.map(({ identity, state, comment: id }) => [identity, state, id])).toEqual([
      ["1d", "open", "c1"],
      ["2d", "open", "c2"],
      ["3d", "fixed", "c3"],
    ]);
  });

  test("a fixed finding that was posted again is open", () => {
    const { findings } = historyFromMarkers(
      [comment("c1", "1d", "t1"), comment("c2", "1d", "t1"), comment("c3", "1d", "t3")],
      parseMarker,
    );
    expect(findings).toMatchObject([{ identity: "1d", state: "open", comment: "c3", thread: "t3" }]);
  });
});
