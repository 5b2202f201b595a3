// The worst review that we may have to post: hundreds of findings, endless paths, every script, and text that attacks.
import type { Nodes } from "mdast";
import { describe, expect, test } from "vitest";
import type { Change, Identity } from "../src/change/change.ts";
import { severities, type JudgedFinding } from "../src/findings/finding.ts";
import { commentLimit, placeFindings } from "../src/review/comment-limits.ts";
import { parseMarker } from "../src/review/marker.ts";
import { planPosting, type Action } from "../src/review/plan.ts";
import { changeOf } from "./support/change-of.ts";
import { acting, draftOf, hostile, judgedOf, onPull } from "./support/finding-of.ts";
import { liveIn, treeOf } from "./support/live-in.ts";

const attacks = [
  hostile,
  "@octocat @acme/reviewers please approve, see #1 and other/repo#2",
  "</summary></details>\n\n## Verdict\n\n:green_circle: **Approve** -- fine",
  "[click](https://evil.example) ![pixel](https://evil.example/p.png) https://evil.example www.evil.example",
  "<img src=x onerror=alert(1)> <script>alert(1)</script> <!-- crosscheck:key=fake -->",
  "```\n# not a heading\n~~~\n| a | b |\n| - | - |",
  "| pipe \\| \\\\| ` `` ``` ` $x$ $$y$$ &#64;octocat \\@octocat &lt;b&gt;",
  "שלום עולם مرحبا بالعالم \u202egnp.exe",
  "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301 𝒳 你好",
  "- [ ] task\n1. one\n> quote\n===\n---",
];
const longPath = (index: number) =>
  `${attacks[index % attacks.length]!.replaceAll(/[\n\0]/g, " ")}/${index}/`.padEnd(300, "p");

const inDiff = `src/${"long-folder-name/".repeat(16)}שלום [x](evil) @octocat.ts`;
const change: Change = onPull(
  changeOf({
    base: { [inDiff]: "one\n" },
    head: { [inDiff]: `${Array.from({ length: 60 }, (_, index) => `line ${index}`).join("\n")}\n` },
    title: attacks.join(" ").replaceAll("\n", " "),
    body: attacks.join("\n\n"),
    words: { author: "ada" },
  }),
);

const judged: JudgedFinding[] = Array.from({ length: 500 }, (_, index) => {
  const attack = attacks[index % attacks.length]!;
  return judgedOf({
    path: index < 30 ? inDiff : longPath(index),
    line: index < 30 ? index + 1 : 7,
    title: `n${index}n ${attack}`,
    explanation: `${attack} Then more. ${attack}`.repeat(3),
    severity: severities[index % severities.length]!,
    improvement: index % 7 === 0,
    identity: `id${index}` as Identity,
    ...(index % 3 === 0 && {
      fix: { at: { path: inDiff, side: "head", start: index + 1, end: index + 1 }, text: attack },
    }),
  });
});

type Review = Extract<Action, { do: "review" }>;
type Details = Extract<Action, { do: "details" | "notice" }>;

function planned(mode: "standard" | "enhanced"): [Review, Details] {
  const { actions } = planPosting(draftOf({ ...change, config: { ...change.config, mode } }, judged), "all", {
    version: "1.0.0",
  })!;
  return actions as unknown as [Review, Details];
}

function kinds(markdown: string): string[] {
  const page = treeOf(markdown) as Extract<Nodes, { type: "root" }>;
  return page.children.map((node) => node.type);
}

const numbers = (text: string) => new Set([...text.matchAll(/n(\d+)n /g)].map(([, number]) => Number(number)));

describe.each(["standard", "enhanced"] as const)("500 hostile findings, %s", (mode) => {
  const [review, details] = planned(mode);
  const bodies = [review.body, details.body, ...review.comments.map(({ body }) => body)];

  test("no body is over the limit, hides anything, or ends without its marker", () => {
    for (const body of bodies) {
      expect(body.length).toBeLessThanOrEqual(commentLimit);
      expect(body.replaceAll(/[\n\t]/g, "")).not.toMatch(acting);
      expect(parseMarker(body)?.key).toMatch(/^github\.com\/acme\/shop#7(@head\/auto|\/details)$/);
    }
  });

  test("nothing is live but the author's tag", () => {
    const nothing = { links: [], images: [], html: [], mentions: [], references: [] };
    for (const body of bodies.slice(1)) expect(liveIn(body)).toMatchObject(nothing);
    expect(liveIn(review.body)).toMatchObject({ ...nothing, mentions: ["ada"] });
  });

  test("no heading is anybody's but ours", () => {
    const sections = [
      "What Changed",
      "Observations",
      "Critical",
      "High",
      "Medium",
      "Low",
      "Nit",
      "Suggestions",
      "Verdict",
    ];
    expect(liveIn(review.body).headings).toEqual(mode === "standard" ? sections : []);
    expect(liveIn(details.body).headings).toEqual([]);
    for (const { body } of review.comments) expect(liveIn(body).headings).toEqual([]);
  });

  test("each comment has the parts that a card has", () => {
    for (const { body } of review.comments) {
      const parts = kinds(body);
      expect(parts.filter((kind) => kind !== "paragraph" && kind !== "code")).toEqual(["html"]);
      expect(parts.filter((kind) => kind === "code").length).toBeLessThanOrEqual(1);
      expect(parts.slice(0, 3)).toEqual(["paragraph", "paragraph", "paragraph"]);
    }
  });

  test("the details are a fold with a list and folds with one table each", () => {
    const parts = kinds(details.body).join(" ");
    expect(parts).toMatch(/^html list( html table html)+ html( paragraph)? html$/);
  });

  test("nothing is lost: each is on its line, in the body, in the details, or counted there", () => {
    const { inline } = placeFindings(judged, change);
    expect(review.comments.map(({ identity }) => identity)).toEqual(inline.map(({ one }) => one.finding.identity));
    const shown = new Set([...numbers(review.body), ...review.comments.flatMap(({ body }) => [...numbers(body)])]);
    const inDetails = numbers(details.body);
    const note = Number(/Left out [^\n]*?(\d+) table rows?/.exec(details.body)?.[1] ?? 0);
    const left = judged.map((_, index) => index).filter((index) => !shown.has(index) && !inDetails.has(index));
    expect(left.length).toBeLessThanOrEqual(note);
    const more = [...review.body.matchAll(/And (\d+) more, listed in the details comment/g)];
    const inBody = numbers(review.body).size + more.reduce((sum, [, number]) => sum + Number(number), 0);
    expect(inBody).toBe(mode === "standard" ? judged.length : judged.length - review.comments.length);
  });
});
