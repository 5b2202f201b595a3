// Tests how files, profiles and tags combine into the effective config.
import { describe, expect, test } from "vitest";
import { effectiveConfig, type ConfigParts } from "./config.ts";
import { parseIntent, type Profile } from "./intent.ts";
import { knownTags } from "./tags.ts";

const intentOf = (title: string) => parseIntent({ title, body: null, commits: [] });
const presets = {
  strict: { profile: "strict", maxComments: 10, minSeverity: "nit" },
  balanced: { profile: "balanced", maxComments: 5, minSeverity: "nit" },
  minimal: { profile: "minimal", maxComments: 3, minSeverity: "medium" },
} as const;
const profiles = Object.keys(presets) as Profile[];

describe("without any settings", () => {
  test("the defaults apply", () => {
    expect(effectiveConfig({})).toEqual({
      ...presets.balanced,
      lessons: { file: ".crosscheck/lessons.md" },
      noiseBudget: { percent: 70, after: 10 },
      focusAreas: [],
      ignoredAreas: [],
      suppressions: [],
      checks: {},
      tiers: { lite: { lines: 100, files: 5 }, full: { lines: 800, files: 30, sensitiveLines: 200 } },
      autoApprove: "off",
      reviewDrafts: false,
      publish: "auto",
      checkRun: "neutral",
      authorTags: knownTags,
      mode: "standard",
      language: "en",
      reviewComments: {
        enabled: true,
        autoReply: false,
        autoResolve: false,
        autoResolveClassifications: [],
        requireChecksBeforeResolve: true,
        checks: [],
        includeAuthors: [],
        excludeAuthors: [],
        includeOutdated: false,
        maxThreadsPerRun: 100,
        replyTemplate: ".crosscheck/templates/review-reply.md",
      },
      review: { enabled: true, triggers: ["opened", "synchronize", "ready_for_review", "review_requested"] },
      mention: {
        enabled: true,
        acceptClaudeAlias: true,
        replyWithoutHandle: false,
        allowedUsers: [],
        prompt: "",
        conversation: { maxTurnsPerPr: 10, contextBudgetChars: 8000 },
      },
      execution: { tests: true, lint: true, commands: [], minutes: 5 },
      trust: [],
    });
  });
});

describe("the profile", () => {
  test.each(profiles)("%s presets how much is said, from the file, a tag or the command line", (profile) => {
    expect(effectiveConfig({ repository: { profile } })).toMatchObject(presets[profile]);
    expect(effectiveConfig({ intent: intentOf(`[${profile}-review] x`) })).toMatchObject(presets[profile]);
    expect(effectiveConfig({ profile })).toMatchObject(presets[profile]);
  });

  test.each(profiles.flatMap((one) => profiles.map((other) => [one, other] as const)))(
    "of the tags %s and %s the stricter wins",
    (one, other) => {
      const stricter = profiles.find((profile) => profile === one || profile === other)!;
      const intent = intentOf(`[${one}-review] [${other}-review] x`);
      expect(effectiveConfig({ intent, repository: { profile: "minimal" } })).toMatchObject(presets[stricter]);
    },
  );

  test.each(profiles.flatMap((file) => profiles.map((tag) => [file, tag] as const)))(
    "a file says %s, a tag says %s: the tag wins",
    (file, tag) => {
      const parts: ConfigParts = { repository: { profile: file }, intent: intentOf(`[${tag}-review] x`) };
      expect(effectiveConfig(parts)).toMatchObject(presets[tag]);
      expect(effectiveConfig({ ...parts, profile: "minimal" })).toMatchObject(presets.minimal);
    },
  );

  test.each(profiles)("explicit values beat the preset of %s, wherever it was chosen", (profile) => {
    const repository = { maxComments: 7, minSeverity: "high" } as const;
    for (const parts of [
      { repository: { ...repository, profile } },
      { repository, profile },
      { repository, intent: intentOf(`[${profile}-review] x`) },
    ])
      expect(effectiveConfig(parts)).toMatchObject({ ...repository, profile });
  });

  test("an explicit zero is a value", () =>
    expect(effectiveConfig({ repository: { maxComments: 0 } }).maxComments).toBe(0));
});

describe("work in progress", () => {
  test.each<[string, ConfigParts, number]>([
    ["the default is cut to minimal's number", {}, 3],
    ["strict is, too", { repository: { profile: "strict" } }, 3],
    ["an explicit number above it is", { repository: { maxComments: 50 } }, 3],
    ["a smaller explicit number stays", { repository: { maxComments: 2 } }, 2],
    ["and so does none at all", { repository: { maxComments: 0 } }, 0],
  ])("%s", (_, parts, most) => {
    for (const tag of ["[wip]", "[draft]"])
      expect(effectiveConfig({ ...parts, intent: intentOf(`${tag} x`) }).maxComments).toBe(most);
  });

  test("changes no other setting", () => {
    const { maxComments: _, ...rest } = effectiveConfig({ intent: intentOf("[wip] x") });
    const { maxComments: __, ...plain } = effectiveConfig({});
    expect(rest).toEqual(plain);
  });
});

describe("tags and areas", () => {
  const repository = { focusAreas: ["performance"], ignoredAreas: ["docs"] } satisfies ConfigParts["repository"];

  test("add to the file's and never replace them", () => {
    expect(effectiveConfig({ repository, intent: intentOf("[security-review] [style-ok] x") })).toMatchObject({
      focusAreas: ["performance", "security"],
      ignoredAreas: ["docs", "style"],
    });
    expect(effectiveConfig({ repository, intent: intentOf("x") })).toMatchObject(repository);
    expect(effectiveConfig({ intent: intentOf("[style-ok] x") }).ignoredAreas).toEqual(["style"]);
  });

  test("are listed once, however often they are requested", () => {
    const twice = { focusAreas: ["security", "security"], ignoredAreas: ["style"] } satisfies ConfigParts["repository"];
    expect(effectiveConfig({ repository: twice, intent: intentOf("[security-review] [style-ok] x") })).toMatchObject({
      focusAreas: ["security"],
      ignoredAreas: ["style"],
    });
  });
});

describe("the rest of the file", () => {
  test("checks are modes, with paths where they are given", () => {
    const checks = { one: "off", two: { mode: "advisory" }, three: { mode: "on", paths: ["src/**"] } } as const;
    expect(
      effectiveConfig({ repository: { checks: { ...checks, three: { mode: "on", paths: ["src/**"] } } } }).checks,
    ).toEqual({
      one: { mode: "off" },
      two: { mode: "advisory" },
      three: { mode: "on", paths: ["src/**"] },
    });
  });

  test("a tier's limit that is given changes that limit alone", () => {
    expect(
      effectiveConfig({ repository: { tiers: { lite: { files: 9 }, full: { sensitiveLines: 0 } } } }).tiers,
    ).toEqual({
      lite: { lines: 100, files: 9 },
      full: { lines: 800, files: 30, sensitiveLines: 0 },
    });
  });

  test("autoApprove is the repository's, else the user's", () => {
    expect(effectiveConfig({ user: { autoApprove: "notes" } }).autoApprove).toBe("notes");
    expect(effectiveConfig({ repository: { autoApprove: "off" }, user: { autoApprove: "notes" } }).autoApprove).toBe(
      "off",
    );
  });

  test("trust is the user's own", () =>
    expect(effectiveConfig({ user: { trust: ["/home/ada"] } }).trust).toEqual(["/home/ada"]));

  test("it is frozen, all the way down, and one review's settings do not reach the next", () => {
    const config = effectiveConfig({
      repository: {
        checks: { a: { mode: "on", paths: ["x"] } },
        suppressions: [{ check: "a", reason: "b" }],
        focusAreas: ["tests"],
      },
      user: { trust: ["x"] },
    });
    const thawed: string[] = [];
    const visit = (value: unknown, where: string) => {
      if (typeof value !== "object" || value === null) return;
      if (!Object.isFrozen(value)) thawed.push(where);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${where}.${key}`);
    };
    visit(config, "config");
    expect(thawed).toEqual([]);
    expect(() => Object.assign(config.tiers.lite, { lines: 1 })).toThrow(TypeError);
    expect(effectiveConfig({}).checks).toEqual({});
  });
});

test("a conversation that is set in part keeps the rest of its limits", () => {
  const { mention } = effectiveConfig({ repository: { mention: { conversation: { maxTurnsPerPr: 3 } } } });
  expect(mention.conversation).toEqual({ maxTurnsPerPr: 3, contextBudgetChars: 8000 });
});
