// A review and a board of threads in which every text that comes from outside is a test's to choose.
import type { Concern, AuthorText } from "../../../src/change/change.ts";
import type { Mark } from "../../../src/findings/finding.ts";
import type { Draft, Edit } from "../../../src/review/draft.ts";
import type { Board } from "../../../src/threads/publishers/board.ts";
import { boardOf, manyRows, rowOf } from "../board-of.ts";
import { reportOf } from "../finding-of.ts";
import { richReview } from "../../browser/pages/rich-review.ts";
import { retold, type Tell } from "./telling.ts";

const words: Partial<AuthorText> = {
  branch: "feat/coupons",
  labels: ["checkout"],
  commits: [{ sha: "5f2c9d1e7a3b4c6d8e9f0a1b2c3d4e5f6a7b8c9d", message: "feat: take coupons", author: "noor" }],
  commitsTotal: 1,
  issues: [{ reference: "#12", title: "Coupons", body: "Marketing wants them." }],
  request: "look at the rounding",
};

const concern: Concern = {
  id: "C1",
  text: "the rounding is right",
  source: "body",
  status: "open",
  how: "nobody looked",
};

const disputed: Mark = {
  by: "cross-model",
  why: { kind: "disputed", by: "openai/gpt", reason: "the total is bounded by the caller" },
};

const edits: readonly Edit[] = [
  { edit: "reword", finding: "code-reviewer-1", title: "The sum can fall below zero", explanation: "By a coupon." },
  { edit: "event", event: "COMMENT", by: "grace" },
];

function honest(): Draft {
  const rich = richReview();
  const [first, second, ...others] = rich.judged;
  return {
    ...rich,
    change: {
      ...rich.change,
      words: { ...rich.change.words, ...words },
      concerns: [concern],
      cuts: [
        { kind: "submodule", path: "vendor/left-pad" },
        { kind: "issues-not-read", references: ["#13"], message: "it is gone" },
      ],
    },
    judged: [first!, { ...second!, marks: [disputed] }, ...others],
    reports: [
      ...rich.reports,
      reportOf({ unit: "house-rules", status: "failed", why: { kind: "threw", message: "no such table" } }),
      reportOf({
        unit: "goal-reviewer",
        by: "reviewer",
        model: "local/small",
        notes: ["the docs are sound"],
        goal: {
          what: ["Coupons take something off"],
          why: "marketing",
          goal: "sell more",
          verdict: "partially",
          evidence: ["src/cart.ts:4"],
        },
        concerns: [{ id: "C1", status: "open", how: "no test rounds" }],
      }),
    ],
  };
}

let made: Draft | null = null;

/** Kinds, states and hashes: nobody outside chooses them. */
const oursOfDraft =
  /^\.id$|^\.change\.(?:from\.(?:kind|pull)|base|head|config|owned|triage\.(?!files)|intent\.conventional\.(?:type|source))|\.(?:kind|status|side|severity|outcome|claim|proof|root|category|language|pass|depth|event|edit|rule|bucket|verdict|identity|fullPass|(?:old|new)(?:Mode|Oid)|sha|source|lines)$|^\.reports\.by$|\.verdicts\.says$|\.marks\.by$|\.outcome\.is$|\.lint\.kind$/;

export interface WholeReview {
  id: string;
  /** Edited at the gate before. */
  edited: boolean;
}

export function wholeReview(tell: Tell, { id, edited }: WholeReview): Draft {
  made ??= honest();
  const draft = retold(made, tell, (place) => oursOfDraft.test(place));
  return {
    ...draft,
    id,
    edits: edited ? retold(edits, tell, (place) => /\.(?:edit|event)$/.test(place)) : [],
    change: { ...draft.change, files: draft.change.files.map((file) => ({ ...file, hunks: file.hunks.map(lines) })) },
  };

  function lines(hunk: Draft["change"]["files"][number]["hunks"][number]) {
    const told = (line: string) => `${line.charAt(0)}${tell(line.slice(1)).replaceAll("\n", " ")}`;
    return { ...hunk, lines: hunk.lines.map(told) };
  }
}

const oursOfBoard =
  /^\.(?:pull|at|scan)|(?:At|\.at|\.kind|\.is|\.by|\.classification|\.confidence|\.authorKind|\.threadId|\.commit)$/;

export function wholeBoard(tell: Tell, number: number): Board {
  const more = { triage: null, policy: null, code: null };
  const rows = [
    ...manyRows(),
    rowOf({ ...more, threadId: "PRRT_5" as never, path: "src/open.ts" }),
    rowOf({ ...more, threadId: "PRRT_6" as never, path: "src/old.ts", isResolved: true }),
  ];
  const triage = { by: "model", models: ["local/small"], money: 0.1, notes: ["One answer came late."] } as const;
  const board = retold(boardOf({ rows, triage }), tell, (place) => oursOfBoard.test(place));
  return { ...board, pull: { ...board.pull, number } };
}
