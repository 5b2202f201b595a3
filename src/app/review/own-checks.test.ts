// Own checks end to end: committed in a repository and run in a real sandbox.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { crosscheck } from "../../../test/support/run-cli.ts";
import { skipWithoutSandbox } from "../../../test/support/sandbox.ts";
import { commentHygiene } from "../../findings/checks/comment-hygiene.ts";
import type { Draft } from "../../review/draft.ts";
import { review } from "../../review-change.ts";
import { reasonText } from "../../review/words/reasons.ts";
import { makeRepository, type MadeRepository } from "../../world/git/make-repository.ts";
import { openGitRepository } from "./open-repository.ts";
import { ownChecks } from "./own-checks.ts";

const stop = new AbortController().signal;
const made: MadeRepository[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const page = readFileSync(fileURLToPath(new URL("../../../docs/own-checks.md", import.meta.url)), "utf8");
const noFixme = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
const path = (name: string) => `.crosscheck/checks/${name}.ts`;

/** A whole check around a few lines that answer. */
function checkThat(does: string, before = ""): string {
  return `${before}
export default {
  title: "A check of ours",
  passes: ["correctness"],
  kinds: { fixme: { severity: "medium", category: "correctness", says: "a line is marked" } },
  async run(change: { files: { newPath: string }[] }, { code }: { code: any }) {
    const finding = (line: number, text: string, title = "A FIXME") =>
      ({ kind: "fixme", path: "src/a.ts", line, text, title, explanation: "Mend it." });
    ${does}
  },
};
`;
}

type Files = Record<string, string>;
interface Options {
  mine?: boolean;
  env?: Record<string, string | undefined>;
  ms?: number;
  range?: [string, string];
}

const changed = "export const a = 1;\nexport const total = 2; // FIXME later\n";

async function reviewed(base: Files, head: Files = {}, options: Options = {}): Promise<Draft> {
  const repository = await makeRepository(
    [
      { message: "feat: start", files: { "src/a.ts": "export const a = 1;\n", ...base } },
      { message: "feat: b", files: { "src/a.ts": changed, ...head } },
    ],
    process.env,
    stop,
  );
  made.push(repository);
  const { mine = true, env = process.env, ms } = options;
  const opened = openGitRepository(repository.path, { ...process.env, XDG_CACHE_HOME: repository.path }, stop);
  try {
    return await review(
      { kind: "range", from: "HEAD^", to: "HEAD", symmetric: false },
      {
        ...opened,
        checks: [commentHygiene],
        ownChecks: ownChecks({
          git: opened.git,
          builtIn: ["comment-hygiene"],
          env,
          stop,
          ...(ms !== undefined && { ms }),
        }),
        user: mine ? { trust: [repository.path] } : {},
        largestFile: 5_000_000,
        clock: { now: () => performance.now(), today: () => "2026-01-01" },
        stop,
        progress() {},
      },
    );
  } finally {
    await opened.close();
  }
}

/** Each report but the built-in check's: what it did, and why not. */
function told({ reports }: Draft): string[] {
  expect(reports[0]).toMatchObject({ unit: "comment-hygiene", status: "ran" });
  return reports
    .slice(1)
    .map(({ unit, status, why }) => `${unit} ${status}${why === undefined ? "" : `: ${reasonText(why)}`}`);
}

function found({ judged }: Draft): string[] {
  return judged
    .filter(({ finding }) => finding.sources[0] !== "PRESCAN:comment-hygiene")
    .map(
      ({ finding, outcome }) =>
        `${finding.sources.join()} ${finding.at.path}:${finding.at.start} ${finding.title}, ${outcome}`,
    );
}

describe.skipIf(await skipWithoutSandbox())("an own check", () => {
  test("the example of the docs finds what they say, and passes the same gates as other checks", async () => {
    const draft = await reviewed({ [path("no-fixme")]: noFixme });
    expect(told(draft)).toEqual(["no-fixme ran"]);
    expect(found(draft)).toEqual(["PRESCAN:no-fixme src/a.ts:2 A FIXME would be merged, inline"]);
    expect(draft.judged.find(({ finding }) => finding.kind === "fixme")?.finding).toMatchObject({
      severity: "medium",
      evidence: [{ path: "src/a.ts", side: "head", start: 2, text: "export const total = 2; // FIXME later" }],
    });
  });

  test("reports that there was nothing to check", async () => {
    const draft = await reviewed(
      { [path("no-fixme")]: noFixme, "src/a.ts": changed, "b.txt": "b\n" },
      { "b.txt": "FIXME\n" },
    );
    expect(told(draft)).toEqual(["no-fixme ran"]);
    expect(draft.reports[1]?.verdicts).toEqual([
      { pass: "correctness", says: "n/a", evidence: "no TypeScript changed" },
    ]);
  });

  test("can query all code facts, import helpers and print anything", async () => {
    const asks = `
      console.log("not an answer");
      const text = (tree: any) => tree.read("src/a.ts").then((bytes: Uint8Array) => new TextDecoder().decode(bytes));
      const [head, base, none] = await Promise.all([text(code.head), text(code.base), code.head.read("nothing")]);
      const paths = await code.base.paths();
      const symbols = await code.symbols("src/a.ts", "head");
      const uses = await code.uses(["total", "no" + "where"]);
      const said = [
        head.length, base.length, none, paths.includes("src/a.ts"), symbols.declared.map((one: any) => one.name).join("+"),
        uses.get("total").at.map((one: any) => one.path).join(), uses.get("no" + "where").at.length, (await code.commits()).length, which(head.split("\\n")),
      ];
      return { findings: [finding(2, head.split("\\n")[1], said.join(" "))] };`;
    const helper =
      'import type { Check } from "crosscheck-review";\nexport function which(lines: string[]): number {\n  return lines.findIndex((one) => one.includes("FIXME")) + 1;\n}\nexport type C = Check;\n';
    const draft = await reviewed({
      [path("asks")]: checkThat(asks, 'import { which } from "./lib/which.ts";'),
      [path("lib/which")]: helper,
      [path("asks.test")]: "throw new Error('a test is no check');",
    });
    expect(told(draft)).toEqual(["asks ran"]);
    expect(found(draft)).toEqual([
      `PRESCAN:asks src/a.ts:2 ${changed.length} 20  true a+total .crosscheck/checks/asks.ts,.crosscheck/checks/asks.ts,src/a.ts 0 0 2, inline`,
    ]);
  });

  test("may answer with requests pending, and need not exit itself", async () => {
    const hurries = `
      process.exit = (() => {}) as any;
      setInterval(() => {}, 1000);
      void code.uses(["total"]).catch(() => {});
      void code.head.paths();
      return { findings: [] };`;
    expect(told(await reviewed({ [path("hurries")]: checkThat(hurries) }))).toEqual(["hurries ran"]);
  });

  test("is not trusted: a quote that is not in the file is not posted", async () => {
    const draft = await reviewed({
      [path("liar")]: checkThat('return { findings: [finding(1, "eval(input)"), finding(99, "nothing")] };'),
    });
    expect(told(draft)).toEqual(["liar ran"]);
    expect(found(draft).map((one) => one.split(", ")[1])).toEqual(["advisory", "advisory"]);
  });

  test("with thousands of findings is truncated, and says so", async () => {
    const line = JSON.stringify(changed.split("\n")[1]);
    const floods = `return { findings: Array.from({ length: 1000 }, () => finding(2, ${line})) };`;
    const draft = await reviewed({ [path("floods")]: checkThat(floods) });
    expect(draft.reports[1]?.findings).toHaveLength(200);
    expect(draft.reports[1]?.verdicts[0]?.evidence).toContain("800 more findings are not listed");
  });

  test("comes from the base: changes to it in the pull request are ignored", async () => {
    const says = (title: string) =>
      checkThat(`return { findings: [finding(2, ${JSON.stringify(changed.split("\n")[1])}, "${title}")] };`);
    const draft = await reviewed(
      { [path("ours")]: says("from the base") },
      { [path("ours")]: says("from the head"), [path("new")]: says("brought along") },
    );
    expect(told(draft)).toEqual(["ours ran"]);
    expect(found(draft)).toEqual(["PRESCAN:ours src/a.ts:2 from the base, inline"]);
  });

  test("can be disabled or made advisory by name", async () => {
    const config = "checks:\n  off: off\n  advisory: advisory\n";
    const fires = checkThat(`return { findings: [finding(2, ${JSON.stringify(changed.split("\n")[1])})] };`);
    const draft = await reviewed({ [path("off")]: fires, [path("advisory")]: fires, ".crosscheck.yml": config });
    expect(told(draft)).toEqual(["advisory ran", "off skipped: turned off in .crosscheck.yml"]);
    expect(found(draft)).toEqual(["PRESCAN:advisory src/a.ts:2 A FIXME, advisory"]);
  });

  test("may not take the name of a built-in check, nor one that is no name", async () => {
    const quiet = checkThat("return { findings: [] };");
    const draft = await reviewed({
      [path("comment-hygiene")]: quiet,
      [path("My Check")]: quiet,
      [path("good")]: quiet,
    });
    expect(told(draft)).toEqual([
      ".crosscheck/checks/My Check.ts skipped: its name is not valid for a check: use lower-case letters, digits and hyphens, as in no-fixme.ts",
      ".crosscheck/checks/comment-hygiene.ts skipped: Crosscheck already has a check with that name: rename the file",
      "good ran",
    ]);
  });
});

describe.skipIf(await skipWithoutSandbox())("a failing check is one line of the review", () => {
  type Failing = [what: string, text: string, says: RegExp];

  /** Runs them side by side, as in a review; what did not fail, or not with its message. */
  async function unexpected(fails: readonly Failing[], options: Options = {}): Promise<string[]> {
    const name = (index: number) => `c${String(index).padStart(2, "0")}`;
    const files = Object.fromEntries(fails.map(([, text], index) => [path(name(index)), text]));
    const lines = told(await reviewed(files, {}, options));
    return fails.flatMap(([what, , says], index) => {
      const line = lines[index] ?? "not told";
      return line.startsWith(`${name(index)} failed: `) && says.test(line) ? [] : [`${what}: ${line}`];
    });
  }

  const mistakes: Failing[] = [
    ["does not parse", "export default {", /it failed: .*(Expression expected|Unexpected|expected)/i],
    ["throws when loaded", 'throw new Error("at the top");', /it failed: at the top$/],
    ["exports nothing", "export const a = 1;", /its default export is not a check/],
    ["imports a package", 'import "left-pad";', /it failed: Cannot find package 'left-pad'/],
    ["throws", checkThat('throw new Error("no luck");'), /it failed: no luck$/],
    ["answers nothing", checkThat("return undefined;"), /the answer: Invalid input/],
    ["answers nonsense", checkThat("return { findings: [{ kind: 'fixme' }] };"), /findings\[0\]\.at: Invalid input/],
    ["invents a kind", checkThat("return { findings: [{ ...finding(2, 'x'), kind: 'other' }] };"), /no kind "other"/],
    [
      "prints garbage",
      checkThat("process.stdout.write('garbage\\n'); return { findings: [] };"),
      /not a valid answer: garbage$/,
    ],
    ["ends itself", checkThat("process.exit(0);"), /it ended without an answer, with code 0$/],
    [
      "says too much",
      checkThat(
        "const some = 'x'.repeat(1_000_000); const say = () => process.stderr.write(some, say); say(); await new Promise(() => {});",
      ),
      /it exceeded the output limit/,
    ],
    ["reads the passwords", checkThat('(await import("node:fs")).readFileSync("/etc/passwd");'), /restricted|ENOENT/],
    ["reads root's home", checkThat('(await import("node:fs")).readdirSync("/root");'), /restricted|ENOENT/],
    ["writes", checkThat('(await import("node:fs")).writeFileSync("/tmp/x", "x");'), /restricted|EROFS/],
    ["starts a program", checkThat('(await import("node:child_process")).execFileSync("/bin/true");'), /restricted/],
    [
      "asks for a file by a path that is none",
      checkThat("await code.head.read({ path: 1 }); return { findings: [] };"),
      /not a valid answer: \{"ask":1,/,
    ],
  ];
  test("each with its message", async () => {
    expect(await unexpected(mistakes)).toEqual([]);
  });

  test("a check that hangs", async () => {
    const says = /it took longer than 1.5 s and was stopped$/;
    const endless: Failing[] = [
      ["runs for ever", checkThat("for (;;);"), says],
      ["waits for ever", checkThat("await new Promise(() => {});"), says],
    ];
    expect(await unexpected(endless, { ms: 1500 })).toEqual([]);
  });

  test("a check that allocates 4 GB", async () => {
    const greedy: Failing[] = [
      [
        "takes 4 GB",
        checkThat(
          "const all = []; for (let i = 0; i < 64; i++) all.push(Buffer.alloc(64 * 1024 * 1024, 1)); return { findings: [] };",
        ),
        /it failed: (Array buffer allocation failed|.*memory)/i,
      ],
      [
        "takes 4 GB of objects",
        checkThat("const all: number[][] = []; for (;;) all.push(new Array(1_000_000).fill(all.length));"),
        /it ended without an answer, with code \d+: .*heap out of memory/,
      ],
    ];
    expect(await unexpected(greedy)).toEqual([]);
  });

  test("the other checks still run", async () => {
    const draft = await reviewed({
      [path("bad")]: "export default {",
      [path("good")]: checkThat("return { findings: [] };"),
    });
    expect(told(draft)).toEqual([expect.stringMatching(/^bad failed/), "good ran"]);
  });

  test("has no network and no environment variables", async () => {
    const server = createServer((socket) => socket.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const draft = await reviewed(
        {
          [path("environment")]: checkThat("throw new Error(JSON.stringify(process.env));"),
          [path("socket")]: checkThat(
            `const net = await import("node:net"); await new Promise((done, fail) => net.connect(${port}, "127.0.0.1").on("data", done).on("error", fail));`,
          ),
        },
        {},
        { env: { ...process.env, GITHUB_TOKEN: "ghs_secret" } },
      );
      expect(told(draft)).toEqual([
        'environment failed: it failed: {"PATH":"/usr/bin:/bin","HOME":"/tmp","PWD":"/tmp"}',
        expect.stringMatching(/^socket failed: it failed: .*(ECONNREFUSED|restricted)/),
      ]);
    } finally {
      server.close();
    }
  });
});

describe("one line says why own checks do not run", () => {
  const two = { [path("a")]: noFixme, [path("b")]: noFixme };

  test("in a repository that is not known to be the user's", async () => {
    expect(told(await reviewed(two, {}, { mine: false }))).toEqual([
      "own-checks skipped: a and b are code of this repository, which is not known to be yours: name the repository under trust in your own config to run them",
    ]);
  });

  test("without bubblewrap", async () => {
    const empty = mkdtempSync(join(tmpdir(), "crosscheck-no-bwrap-"));
    try {
      const [line] = told(await reviewed(two, {}, { env: { PATH: empty } }));
      expect(line).toMatch(/^own-checks skipped: there is no sandbox to run a and b in \(.*\): install bubblewrap/);
    } finally {
      rmSync(empty, { recursive: true, force: true });
    }
  });

  test("when the folder is used for something else", async () => {
    const data = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [path(`data/${at}`), ""]));
    const skipped = await skipWithoutSandbox();
    const [line] = told(await reviewed({ ...two, ...data }));
    expect(line).toContain(skipped ? "no sandbox" : "holds more than 500 files or 5.0 MB");
  });

  test("a repository without own checks does not mention them", async () => {
    expect(told(await reviewed({ [path("lib/a")]: "export {};", [path("a.test")]: "export {};" }))).toEqual([]);
  });
});

describe.skipIf(await skipWithoutSandbox())("from the command line", () => {
  test("`crosscheck review` runs them once the user's config trusts the repository", async () => {
    await reviewed(
      { [path("no-fixme")]: noFixme, ".crosscheck.yml": "checks:\n  no-fixme: on\n" },
      {},
      { mine: false },
    );
    const home = mkdtempSync(join(tmpdir(), "crosscheck-home-"));
    try {
      const config = join(home, "config.yml");
      writeFileSync(config, `trust:\n  - ${made[0]!.path}\n`);
      const args = ["review", "--repo", made[0]!.path, "--fail-on", "medium"];
      const ran = await crosscheck(args, { env: { CROSSCHECK_CONFIG: config, GITHUB_TOKEN: "ghs_secret" } });
      expect([ran.err, ran.code]).toEqual(["", 1]);
      expect(ran.out).toContain("A FIXME would be merged");
      const untrusted = await crosscheck([...args, "--verbose"]);
      expect([untrusted.err, untrusted.code]).toEqual(["", 0]);
      expect(untrusted.out).toContain("own-checks: no-fixme is code of this repository");
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
