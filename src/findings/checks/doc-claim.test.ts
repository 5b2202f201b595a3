// Tests which citations doc-claim reports, beyond its examples.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { findCitations } from "./doc-claim/citations.ts";
import { docClaim } from "./doc-claim.ts";
import { outsideFences, outsideLiterals } from "./doc-claim/doc-lines.ts";
import { createPathIndex } from "./doc-claim/path-index.ts";

type Files = Record<string, string>;

async function findingsIn(head: Files, base: Files = {}) {
  const change = changeOf({ base, head });
  if (docClaim.when(change) !== true) return [];
  return (await docClaim.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000))).findings;
}

async function report(head: Files, base: Files = {}): Promise<string[]> {
  return (await findingsIn(head, base)).map(
    ({ at, kind, confidence }) => `${at.path}:${at.start} ${kind} ${confidence}`,
  );
}

const mailer = {
  "src/mail/send.ts": "export function sendMail() {}\n",
  "src/mail/queue.ts": "export const queue = [];\n",
};
const readme = (line: string, more: Files = {}) => report({ ...mailer, ...more, "README.md": `${line}\n` }, mailer);

describe("paths in documents", () => {
  test.each([
    "All mail must go through `src/mail/deliver.ts`.",
    "Retries are always counted, see src/mail/retry.ts for how.",
    "See `src/mail/deliver.ts:12`, which is never skipped.",
  ])("%s", async (line) => {
    expect(await readme(line)).toEqual(["README.md:1 missing-path 7"]);
  });

  test.each([
    ["no claim", "Mail: `src/mail/deliver.ts`"],
    ["another case", "Always use `SRC/Mail/Send.ts`."],
    ["without its extension", "Always use `src/mail/send`."],
    ["by its end", "Always use `mail/send.ts`."],
    ["with the extension of what it is compiled to", "Always import `src/mail/send.js`."],
    ["a folder", "All of `src/mail/` is used."],
    ["a glob", "All of `src/mail/*.test.ts` is used."],
    ["a path of another repository", "Always use `lib/deliver.ts` of the worker."],
    ["a path of the reader's project", "Your `src/mail/deliver.ts` must export a function."],
    ["a path in a URL", "See https://example.com/src/mail/deliver.ts, always."],
    ["what is to be made", "Always write the result to `src/mail/report.json`."],
    ["a file to come", "We should use `src/mail/deliver.ts` in the future."],
    ["a code block", "```\nalways use src/mail/deliver.ts\n```"],
    ["a hidden comment", "<!--\nalways use `src/mail/deliver.ts`\n-->"],
  ])("not: %s", async (_name, line) => {
    expect(await readme(line)).toEqual([]);
  });

  test("a finding about a moved file names its new path", async () => {
    const base = { "docs/old.md": "# Mail\n\nHow it is sent.\n", "README.md": "# App\n" };
    const head = {
      "docs/mail.md": base["docs/old.md"],
      "README.md": "# App\n\nSee [how mail is sent](docs/old.md).\n",
    };
    const [finding] = await findingsIn(head, base);
    expect(finding).toMatchObject({ kind: "missing-path", confidence: 9 });
    expect(finding?.explanation).toContain("docs/mail.md");
  });

  test("a page that other documents link to may be generated", async () => {
    const others = { "docs/a.md": "See [commands](./commands.md).\n" };
    const head = { ...others, "docs/b.md": "See [commands](./commands.md).\n" };
    expect(await report(head, others)).toEqual([]);
  });

  test.each(["CHANGELOG.md", "docs/adr/0001-mail.md", "docs/roadmap.md", "docs/rfcs/mail.md", "tests/fixtures/a.md"])(
    "%s is not about what is there now",
    async (path) => {
      expect(await report({ ...mailer, [path]: "Always use `src/mail/deliver.ts`.\n" }, mailer)).toEqual([]);
    },
  );
});

describe("names", () => {
  const comment = (line: string) =>
    report({ ...mailer, "src/mail/send.ts": `${line}\n${mailer["src/mail/send.ts"]}` }, mailer);

  test("documentation links and referrals are certain, a bare mention is advisory", async () => {
    expect(await comment("/** Uses {@link retryPolicy}. */")).toEqual(["src/mail/send.ts:1 missing-name 8"]);
    expect(await comment("// For the rest see `retryPolicy`.")).toEqual(["src/mail/send.ts:1 missing-name 7"]);
    expect(await comment("// Always used by `retryPolicy`.")).toEqual(["src/mail/send.ts:1 missing-name 4"]);
    expect(await comment("// See `retryPolicy` in the relay.")).toEqual(["src/mail/send.ts:1 missing-name 4"]);
  });

  test("documentation links in Rust and Python", async () => {
    expect(await report({ "src/a.rs": "/// See [`retry_policy`].\nfn a() {}\n" })).toEqual([
      "src/a.rs:1 missing-name 8",
    ]);
    expect(await report({ "a.py": 'def a():\n    """Only sends.\n\n    See `retry_policy`.\n    """\n' })).toEqual([
      "a.py:4 missing-name 7",
    ]);
  });

  test("two mentions of a missing name do not confirm each other", async () => {
    expect(await comment("// See `retryPolicy`.\n// Every `retryPolicy` is used.")).toEqual([
      "src/mail/send.ts:1 missing-name 7",
    ]);
  });

  test.each([
    ["is there", "// See `sendMail()`."],
    ["is defined by the change", "// See `retryPolicy`.\nconst retryPolicy = 1;"],
    ["is gone, and the comment says so", "// This replaced `retryPolicy`, which all of us used."],
    ["is another program's", "// All as in Postfix's `retryPolicy`."],
    ["is a word", "// See `retry`."],
    ["is a part of the standard library", "// See the `retryPolicy` of the Node docs at https://example.com."],
    ["may come", "// TODO: we should use `retryPolicy`."],
  ])("not one that %s", async (_name, line) => {
    expect(await comment(line)).toEqual([]);
  });

  test("a finding counts the matches and shows the first three", async () => {
    const users = Object.fromEntries([1, 2, 3, 4].map((n) => [`src/use${n}.ts`, "sendMail();\n"]));
    const base = { ...mailer, ...users };
    const [finding] = await findingsIn(
      { ...base, "README.md": "Use `sendMail` from `src/mail/queue.ts` only.\n" },
      base,
    );
    expect(finding?.kind).toBe("wrong-place");
    expect(finding?.explanation).toContain("5 other matches: src/mail/send.ts:1, src/use1.ts:1, src/use2.ts:1.");
  });
});

describe("statements about the code", () => {
  const shop = {
    "package.json": '{ "scripts": { "lint": "oxlint" } }\n',
    Makefile: "build:\n\ttsc\n",
    "README.md": "# Shop\n\n## Use it\n\nStart it.\n",
    "src/api/users.ts": "export const listUsers = withAuth(() => []);\n",
    "src/api/orders.ts": "export const listOrders = withAuth(() => []);\n",
    "src/api/legacy.ts": "export const listLegacy = () => [];\n",
    "src/db.ts": 'import { Pool } from "pg";\n',
    "src/report.ts": 'import { Client } from "pg";\nexport const login = () => legacyLogin();\n',
    "src/old.ts": "export function legacyLogin() {}\n",
    "src/config.ts": "export const retries = 3;\n",
    "docs/gh.md": `# gh\n\n${"Words.\n".repeat(200)}\`gh pr edit --add-reviewer copilot\` is broken for re-request.\n`,
  };
  const guide = (line: string) => report({ ...shop, "docs/guide.md": `# Guide\n\n## Set up\n\n${line}\n` }, shop);

  test.each([
    ["`gh pr edit --add-reviewer copilot` works for re-request, see `docs/gh.md` L203.", "contradicted 5"],
    ["All handlers in `src/api` use `withAuth`.", "contradicted 5"],
    ["`retries` always defaults to 5.", "contradicted 5"],
    ["Only `src/db.ts` imports `pg`.", "contradicted 5"],
    ["`legacyLogin` is never called.", "contradicted 5"],
    ["You must run `npm run typecheck` first.", "missing-command 6"],
    ["Always run `make release`.", "missing-command 6"],
    ["See [how to install](../README.md#install).", "missing-heading 6"],
    ["Always pass `--dry-run` the first time.", "missing-name 4"],
    ["`SHOP_SECRET_KEY` must be set.", "missing-name 4"],
    ["`listUsers` is the only function in `src/api/orders.ts`.", "wrong-place 7"],
  ])("%s", async (line, expected) => {
    expect(await guide(line)).toEqual([`docs/guide.md:5 ${expected}`]);
  });

  test.each([
    "`retries` always defaults to 3.",
    "Orders are kept even if `retries` is 5.",
    "All handlers in `src/v2` use `withAuth`.",
    "You must run `npm run lint` first, or `make build`.",
    "See [how to use it](../README.md#use-it) and [set up](#set-up).",
    "`gh pr view` works, see `docs/gh.md` L203.",
    "Only `src/report.ts` uses `legacyLogin`.",
  ])("not: %s", async (line) => {
    expect(await guide(line)).toEqual([]);
  });
});

describe("commits", () => {
  const real = "7f3e9a2c41d05b68e9f2a3b4c5d6e7f80912a3b4";
  const reported = async (line: string, commits: readonly string[] | null, more: Files = {}) => {
    const head = { ...mailer, ...more, "README.md": `${line}\n` };
    const change = changeOf({ base: mailer, head });
    const code = codeOf({ base: mailer, head, commits });
    const { findings } = await docClaim.run(change, { code }, AbortSignal.timeout(20_000));
    return findings.map(({ at, kind, confidence }) => `${at.start} ${kind} ${confidence}`);
  };
  const manifest = { "package.json": '{ "repository": "https://github.com/example/mail" }\n' };

  test.each([
    ["after the word", "Fixed in commit 7f3e9a2."],
    ["in backticks", "Retries were broken by `7f3e9a2`."],
    ["whole", `Always cherry-pick commit ${real}.`],
    ["in a link of this repository", "See [it](https://github.com/Example/mail/commit/7f3e9a2)."],
    ["twice", "See commit 7f3e9a2.\n\nAlways see `7f3e9a2`."],
  ])("that is not there, %s, is shown and not posted", async (_how, line) => {
    expect(await reported(line, [], manifest)).toEqual(["1 missing-commit 4"]);
    expect(await reported(line, [real], manifest)).toEqual([]);
  });

  test("nothing is reported for an incomplete history", async () => {
    expect(await reported("Fixed in commit 7f3e9a2.", null)).toEqual([]);
  });

  test.each([
    ["of another repository", "See https://github.com/acme/relay/commit/7f3e9a2."],
    ["of another repository, by its text", "See [`7f3e9a2`](https://github.com/acme/relay/commit/7f3e9a2)."],
    ["of a dependency", "Always pinned to commit 7f3e9a2."],
    ["upstream", "All as in upstream's commit 7f3e9a2."],
    ["as an example", "Always give an id such as `7f3e9a2`."],
    ["made up", "See commit abc1234 and `deadbeef1`."],
    ["a number", "All `1234567` of them, see commit 20240501."],
    ["a word", "Only a `defaced` one, see commit effaced."],
    ["a digest", "The checksum must be `7f3e9a2`."],
    ["without a claim", "Commit 7f3e9a2."],
  ])("not: %s", async (_what, line) => {
    expect(await reported(line, [])).toEqual([]);
  });
});

describe("what a line cites", () => {
  test.each([
    ["see `a/b.ts:12`", [{ is: "path", path: "a/b.ts", line: 12 }]],
    ["see a/b/c.py.", [{ is: "path", path: "a/b/c.py", line: null }]],
    ["see [b](../b.md#part)", [{ is: "link", path: "../b.md" }]],
    ["see [b](https://example.com/b.md)", []],
    ["see `git status`", []],
    [
      "see `sumOf()` and `total_of`",
      [
        { is: "name", name: "sumOf", isReferral: true },
        { is: "name", name: "total_of", isReferral: false },
      ],
    ],
  ])("%s", (text, expected) => {
    expect(findCitations(text)).toMatchObject(expected);
  });

  test("parses any hostile line and cites only text from it", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "`",
            "[",
            "](",
            ")",
            "a/b.ts",
            "..",
            "/",
            ":1",
            "{@link aB}",
            " see ",
            "fooBar",
            "commit 7f3e9a2",
          ),
        ),
        (parts) => {
          const text = parts.join("");
          for (const { written } of findCitations(text)) expect(text).toContain(written);
        },
      ),
    );
    for (const unit of ["a/", "`a", "](a", "{@link ", "../", "a."]) findCitations(unit.repeat(20_000));
  });
});

describe("prose", () => {
  test("fences, front matter and hidden comments are not prose", () => {
    const lines = ["---", "a: b", "---", "said", "```sh", "shown", "```", "<!-- hidden", "-->", "said"];
    expect(outsideFences(lines).flatMap((outside, at) => (outside ? [at] : []))).toEqual([3, 9]);
  });

  test("an indented block after two colons is not prose", () => {
    expect(outsideLiterals(["Like this::", "", "    shown", "", "said"])).toEqual([true, false, false, false, true]);
  });
});

test("every path of a tree exists, also by its ending and without its extension", () => {
  const part = fc.stringMatching(/^[a-z]{1,6}$/);
  const path = fc
    .tuple(fc.array(part, { maxLength: 3 }), part)
    .map(([folders, name]) => [...folders, `${name}.ts`].join("/"));
  fc.assert(
    fc.property(fc.array(path, { minLength: 1 }), fc.nat(), (paths, pick) => {
      const index = createPathIndex(paths);
      const one = paths[pick % paths.length]!;
      expect(index.exists(one, "README.md")).toBe(true);
      expect(index.exists(one.replace(/\.ts$/, ""), "docs/a.md")).toBe(true);
      expect(index.exists(one.slice(one.indexOf("/") + 1), "README.md")).toBe(true);
    }),
  );
});
