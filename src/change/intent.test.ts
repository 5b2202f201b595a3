// Tests the signals in titles, bodies and commit subjects, and the time to read hostile text.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findConcerns } from "./concerns.ts";
import { type IntentInput, parseIntent, type Profile, readIntent } from "./intent.ts";
import { linkedIssue } from "./linked-issue.ts";

function intentOf(input: Partial<IntentInput>) {
  return parseIntent({ title: "A title", body: null, commits: [], ...input });
}

describe("a change without signals", () => {
  test("has no signals", () => {
    expect(intentOf({})).toEqual({
      tags: [],
      conventional: null,
      breaking: [],
      noReview: false,
      wip: false,
      profile: null,
      focus: [],
      ignore: [],
      issues: [],
      commitsScanned: 0,
      commitsTotal: 0,
      failed: null,
    });
  });
});

describe("a title with tags and a prefix", () => {
  test("steers the review", () => {
    const intent = intentOf({ title: "[WIP][ABC-12] feat(api)!: drop v1 [security-review] [style-ok]" });
    expect(intent).toMatchObject({
      wip: true,
      noReview: false,
      focus: ["security"],
      ignore: ["style"],
      issues: ["ABC-12"],
    });
    expect(intent.conventional).toMatchObject({ type: "feat", scope: "api", breaking: true, source: "title" });
    expect(intent.breaking).toHaveLength(1);
  });

  test("[draft] means work in progress too", () => expect(intentOf({ title: "[Draft] x" }).wip).toBe(true));

  test("tags in the body never count", () => {
    expect(intentOf({ body: "[no-review] [wip] [strict-review]" })).toMatchObject({
      tags: [],
      noReview: false,
      wip: false,
      profile: null,
    });
  });

  test.each<[string, Profile]>([
    ["[strict-review] [balanced-review]", "strict"],
    ["[balanced-review] [strict-review]", "strict"],
    ["[strict-review] [minimal-review]", "strict"],
    ["[minimal-review] [strict-review]", "strict"],
    ["[balanced-review] [minimal-review]", "balanced"],
    ["[minimal-review] [balanced-review]", "balanced"],
    ["[minimal-review]", "minimal"],
  ])("of the profiles in %s the strictest wins", (title, profile) => expect(intentOf({ title }).profile).toBe(profile));
});

describe("commits", () => {
  test("one is enough to flag the change", () => {
    const commits = [
      { sha: "a1", message: "fix: mend" },
      { sha: "b2", message: "[wip] [strict-review] feat!: drop v1\n\n[style-ok]" },
    ];
    const intent = intentOf({ title: "[minimal-review] x", commits });
    expect(intent).toMatchObject({
      wip: true,
      profile: "strict",
      ignore: [],
      conventional: null,
      commitsScanned: 2,
      commitsTotal: 2,
    });
    expect(intent.breaking).toEqual([{ source: "commit", sha: "b2", excerpt: "[wip] [strict-review] feat!: drop v1" }]);
  });

  test("but none can refuse a review", () => {
    const intent = intentOf({ commits: [{ sha: "a1", message: "[no-review] x" }] });
    expect(intent.noReview).toBe(false);
    expect(intent.tags).toMatchObject([{ tag: "no-review", ignored: "no-review-in-commit" }]);
    expect(intentOf({ title: "x [No-Review]" }).noReview).toBe(true);
  });

  test("only first lines are read", () => {
    const commits = [{ sha: "a1", message: "fix: mend\r\n\r\nBREAKING CHANGE: x\n[wip]" }];
    expect(intentOf({ commits })).toMatchObject({ breaking: [], tags: [], wip: false });
  });

  test("many commits are sampled, and both counts are reported", () => {
    const commits = Array.from({ length: 100 }, (_, index) => ({
      sha: `${index}`,
      message: index === 12 ? "[wip]" : "x",
    }));
    expect(intentOf({ commits, commitsTotal: 250 })).toMatchObject({
      commitsScanned: 36,
      commitsTotal: 250,
      wip: false,
    });
  });
});

describe("a fault in reading", () => {
  const faulty = {
    title: "[no-review] x",
    body: null,
    commits: [{ sha: "1", message: null as unknown as string }],
    commitsTotal: 9,
  };
  test("does not stop the review and is reported", () => {
    expect(() => parseIntent(faulty)).toThrow("null");
    expect(readIntent(faulty)).toMatchObject({
      noReview: false,
      tags: [],
      commitsTotal: 9,
      failed: expect.stringMatching(/\w/),
    });
  });
  test("is absent otherwise", () => expect(readIntent({ title: "x", body: "", commits: [] }).failed).toBeNull());
});

// Fragments that open, close, negate, ask and name: input that could make a scanner backtrack.
const pieces = [
  ..."` `` ``` ~~~ [ ] ( ) [x] <!-- --> > # - ? : ! . , breaking change no not this breaks".split(" "),
  ..."feat fix fixes #1 a/b ABC-1 must please verify a aaaaaaaaaaaaaaaaaaaa".split(" "),
  "\n",
  "\n\n",
].flatMap((piece) => [piece, `${piece} `]);
const shape = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));

/** Written by hand: each is the worst case of one scanner. */
const hostile = [
  "no breaking change ",
  "a breaking change? [ ] yes ",
  "# breaking change\n",
  "`a``b```c\n",
  "[a](",
  "<!-- a -->",
  "- ",
  "fixes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/",
  "must not please verify ",
  ". A",
];

function readAll(text: string): void {
  parseIntent({ title: text, body: text, commits: [{ sha: "1", message: text }] });
  findConcerns({ body: text, issues: [], request: text });
  linkedIssue({ title: text, body: text, branch: text, commits: [] });
}

describe("hostile text", () => {
  test("never makes the parser throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), shape, (text, pattern) => {
        expect(() => readAll(text + pattern + text)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  test.each(hostile)("a lot of %j is read to its end", (pattern) => {
    expect(() => readAll(pattern.repeat(Math.ceil(40_000 / pattern.length)))).not.toThrow();
  });
});
