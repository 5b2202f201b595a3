import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findingOutcomes, severities, type FindingOutcome, type JudgedFinding } from "../../findings/finding.ts";
import { largeChange } from "../../../test/support/browser/large-change.ts";
import { changeOf, type ChangeOf } from "../../../test/support/change-of.ts";
import {
  acting,
  draftOf,
  hostile,
  judgedOf,
  onPull,
  poisoned,
  quoteOf,
  reportOf,
  type FindingOf,
} from "../../../test/support/finding-of.ts";
import type { Draft } from "../draft.ts";
import { plain } from "../words/text.ts";
import { inScript } from "./html/page-data.ts";
import { listedFindings, maxHtmlLine, pieceWeight, rowsInAll, rowsPerFile, tableRows } from "./html/page-limits.ts";
import { palette, readable } from "./html/palette.ts";
import { quotedSecret } from "../../secrets/quoted-secrets.ts";
import { escape, html as template, Html } from "./html/template.ts";
import { publishers } from "./index.ts";
import { cases } from "../../../test/support/cases.ts";

const options = { colour: false, width: 80, version: "1.2.3" };
const html = publishers.find((one) => one.id === "html")!;
const render = (draft: Draft) => html.render(draft, options);

interface Data {
  findings: [severity: string, checks: string[], outcome: string, file: number, piece: number, row?: string][];
  files: { p: string; n: number; b: [label: string, markup?: string][]; h?: string }[];
}

function dataOf(page: string): Data {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]!) as Data;
}

/** Everything the page can show: its markup and its embedded data. */
function everything(page: string): string {
  const { files, findings } = dataOf(page);
  const laid = page.replace(/<script type="application\/json".*?<\/script>/s, "");
  const later = [...files.flatMap(({ b, h }) => [h, ...b.map((piece) => piece[1])]), ...findings.map((one) => one[5])];
  return [laid, ...later].join("\n");
}

const files: ChangeOf = {
  base: { "src/cart.ts": "let sum = 0;\nold();\n", "src/far.ts": `${"x();\n".repeat(60)}end();\n` },
  head: {
    "src/cart.ts": "let sum = 0;\nsum += price;\nsum += price;\n",
    "src/far.ts": `first();\n${"x();\n".repeat(60)}end();\n`,
    "yarn.lock": "a\n",
  },
  title: "fix(cart): reset the sum",
  body: "It was kept because of a cache.\n\nThis must not break the checkout.",
};
const change = changeOf(files);

function withFate(outcome: FindingOutcome, overrides: FindingOf = {}): JudgedFinding {
  const given = { path: "src/cart.ts", line: 2, text: "sum += price;", title: `A ${outcome} finding`, ...overrides };
  return judgedOf(given, outcome === "inline" ? [] : [{ by: "root", why: { kind: "root", root: "DOC" }, outcome }]);
}

const everyFate = findingOutcomes.map((outcome, index) =>
  withFate(outcome, { id: `sums-${index + 1}`, severity: severities[index % severities.length]! }),
);
const full = draftOf(change, everyFate, [reportOf({ read: [{ hunk: "src/cart.ts#1", depth: "full" }] })]);

describe("templates", () => {
  test("inserted values are text; templates are markup", () => {
    const name = `<b title="a">Tom & 'Ann'</b>`;
    expect(template`<p>${name}</p>`.toString()).toBe(
      "<p>&lt;b title=&quot;a&quot;&gt;Tom &amp; &#39;Ann&#39;&lt;/b&gt;</p>",
    );
    expect(template`<p>${template`<b>${1}</b>`}${[null, false, "x", 2]}</p>`.toString()).toBe("<p><b>1</b>x2</p>");
  });

  test("no text breaks out of elements or attributes, and nothing is lost", () => {
    const unescape = (text: string) =>
      text.replaceAll(
        /&(amp|lt|gt|quot|#39);/g,
        (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name]!,
      );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escape(text)).not.toMatch(/[<>"']/);
        expect(unescape(escape(text))).toBe(plain(text));
      }),
    );
  });

  test("nothing else passes as markup", () => {
    const fake = { toString: () => "<script>" } as unknown as Html;
    expect(template`${fake}`.toString()).toBe("");
    expect(() => new Html("<script>", Symbol("made by a template"))).toThrow("only a template makes HTML");
  });

  test("data in a script element cannot close it", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", "/", "script", ">", "!--", "\u2028", "a") }), (text) => {
        expect(inScript({ text })).not.toContain("<");
        expect(JSON.parse(inScript({ text }))).toEqual({ text });
      }),
    );
  });
});

describe("one self-contained file", () => {
  const page = render(full);

  test("makes no requests", () => {
    expect([...page.matchAll(/\s(?:href|src|action|data|srcset)="([^"#][^"]*)"/g)].map((match) => match[1])).toEqual(
      [],
    );
    expect(page).not.toMatch(/https?:|url\(|@import|<(link|img|iframe|object|embed|video|base)\b|\sstyle="|\son\w+="/i);
  });

  test("its policy allows only its own style and script", () => {
    const hash = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
    const style = /<style>(.*?)<\/style>/s.exec(page)![1]!;
    const script = /<script>(.*?)<\/script>/s.exec(page)![1]!;
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!.replaceAll("&#39;", "'");
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `style-src '${hash(style)}'`,
      `script-src '${hash(script)}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  test("the same draft gives the same page", () => expect(render(full)).toBe(page));
});

describe("content", () => {
  const page = render(full);

  test.each([
    ["the title", "fix(cart): reset the sum"],
    ["the author's reason", "It was kept because of a cache."],
    ["the decision", "REQUEST_CHANGES"],
    ["its rules", "1 critical finding"],
    ["what to verify", "This must not break the checkout."],
    ["what was left out", "lockfile"],
    ["the receipt", "5 changed lines: 3 read by checks only, 2 by nobody"],
    ["why it is not posted", "Not posted: the document is out of date, not the code."],
    ["why it is", "Would be posted on its line."],
    ["who made it", "Crosscheck 1.2.3"],
  ])("%s", (_what, text) => expect(everything(page)).toContain(text));

  test("the worst is first in the list, whatever the file order, and its card names what has the same cause", () => {
    const judged = [
      judgedOf({ id: "low", severity: "low", path: "src/cart.ts", title: "A low one" }),
      judgedOf({ id: "lead", severity: "critical", path: "src/zoo.ts", title: "A critical one" }),
      judgedOf({ id: "under", path: "test/zoo.test.ts", line: 4, title: "No test covers it" }, [
        { by: "editor", why: { kind: "same-cause", lead: "lead" }, outcome: "listed" },
      ]),
    ];
    const shown = render(draftOf(change, judged));
    const list = shown.slice(shown.indexOf('<nav id="list"'));
    expect(list.indexOf("A critical one")).toBeLessThan(list.indexOf("A low one"));
    expect(everything(shown)).toContain('also: No test covers it (<a href="#finding-2">test/zoo.test.ts:4</a>)');
  });

  test("a quiet review has no empty sections", () => {
    const quiet = render(draftOf(changeOf({ base: { "a.ts": "x\n" }, head: { "a.ts": "y\n" } })));
    for (const empty of ["Left out", "No keywords", "no tokens", "unknown, so", ">Notes<"])
      expect(quiet).not.toContain(empty);
  });

  test("every finding once in the list and once in the diff", () => {
    for (const index of everyFate.keys()) {
      expect(everything(page).split(`<li data-i="${index}">`)).toHaveLength(2);
      expect(everything(page).split(`id="finding-${index}"`)).toHaveLength(2);
    }
  });

  test("the chips count, and the counts add up", () => {
    const chips = [...page.matchAll(/name="(\w+)"\s+value="([\w-]+)"\s+checked[^>]*>[\s\S]*?<b>(\d+)<\/b>/g)];
    const sum = (name: string) =>
      chips.filter((chip) => chip[1] === name).reduce((total, chip) => total + Number(chip[3]), 0);
    expect(["severity", "check", "outcome"].map(sum)).toEqual([6, 6, 6]);
    expect(chips.map((chip) => chip[2])).toEqual([...severities, "sums", ...findingOutcomes]);
  });

  test("numbers are those of the other forms", () => {
    const marks = [...page.matchAll(/<li data-i="\d+">[\s\S]*?class="mark">(\w+)</g)].map((match) => match[1]);
    expect(marks).toEqual(["1", "2", "A", "H1", "S1", "D1"]);
  });

  test("a pull request by its name", () => {
    expect(render({ ...full, change: onPull(change) })).toContain("acme/shop#7");
  });

  test("an empty change, and one without findings", () => {
    expect(render(draftOf(changeOf({})))).toContain("No files changed.");
    expect(render(draftOf(change))).toContain("Nothing was found.");
  });

  test("passes, when every one needs a verdict", () => {
    const strict = { ...change, triage: { ...change.triage, fullPass: "flag" } } as const;
    expect(render(draftOf(strict))).toContain("gap: no verdict");
    expect(render(draftOf(change))).not.toContain("gap: no verdict");
  });
});

describe("place of a finding", () => {
  /** The row above each card, or the heading of its list. */
  function above(judged: JudgedFinding): string {
    const page = everything(render(draftOf(change, [judged])));
    return /.*(?:<tr[^>]*><td>([^<]*<td>[^<]*<td>[^<]*)<tr class=f|(On lines outside[^<]*)<)/s
      .exec(page.slice(0, page.indexOf('id="finding-0"')))!
      .slice(1)
      .join("");
  }

  test.each<[string, FindingOf, RegExp]>([
    ["under an added line", { path: "src/cart.ts", line: 2 }, /^<td>2<td>sum \+= price;$/],
    ["under the last of its lines", { path: "src/cart.ts", line: 2, text: "a\nb" }, /^<td>3<td>sum \+= price;$/],
    ["under a removed line", { path: "src/cart.ts", line: 2, side: "base" }, /^2<td><td>old\(\);$/],
    ["under a line of context", { path: "src/far.ts", line: 2 }, /^1<td>2<td>x\(\);$/],
    ["in the file, outside the diff", { path: "src/far.ts", line: 50 }, /^On lines outside the diff/],
    ["in a file that is not part of the change", { path: "README.md", line: 1 }, /^On lines outside the diff/],
  ])("%s", (_where, overrides, expected) => {
    expect(above(judgedOf(overrides))).toMatch(expected);
  });

  test("a file outside the change says so", () => {
    expect(render(draftOf(change, [judgedOf({ path: "docs/README.md" })]))).toMatch(
      /docs\/<\/span>README\.md<\/span[\s\S]{0,60}not part of the change/,
    );
  });

  test("evidence from elsewhere comes with its place, and exact fixes with theirs", () => {
    const at = { path: "src/cart.ts", side: "head", start: 2, end: 2 } as const;
    const evidence = [quoteOf("sum += price;", 2, "src/cart.ts"), quoteOf("a();\nb();", 7, "b.ts")] as const;
    const one = judgedOf({ path: "src/cart.ts", line: 2, evidence: [...evidence], fix: { at, text: "sum = price;" } });
    const page = render(draftOf(change, [one]));
    expect(page).toContain("<figcaption>b.ts:7-8</figcaption><pre><code>a();\nb();\n</code></pre>");
    expect(page).toContain("<pre><code>sum = price;\n</code></pre>");
  });
});

describe("text of an attacker stays text", () => {
  const markup = `</script><script>alert(1)</script><img src=x onerror="alert(1)">' " \` {{7*7}} <!-- `;
  const evil = changeOf({
    base: { "a.ts": "x\n" },
    head: { "a.ts": `${markup}\n`, "<img src=x onerror=alert(1)>.ts": "y\n" },
    title: markup,
    body: `Because ${markup}. Please verify ${markup}.`,
  });
  const finding = judgedOf({
    path: "a.ts",
    text: markup,
    title: markup,
    explanation: markup,
    sources: [`PRESCAN:${markup}`],
    kind: markup,
    id: markup,
    fix: { at: { path: "a.ts", side: "head", start: 1, end: 1 }, text: markup },
  });

  test("untrusted tags are escaped", () => {
    const page = render(draftOf(evil, [finding]));
    expect(everything(page)).not.toMatch(/<img|<script>alert|<!-- /);
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(everything(page)).toContain("&lt;img src=x onerror=alert(1)&gt;.ts");
  });

  test("no text is hidden, reversed or active", () => {
    const ours = [
      "outcome",
      "severity",
      "side",
      "status",
      "kind",
      "tier",
      "event",
      "rule",
      "is",
      "by",
      "why",
      "says",
      "pass",
    ];
    const draft = poisoned<Draft>({ ...full, change: { ...change, cuts: [{ kind: "submodule", path: "x" }] } }, [
      ...ours,
      "proof",
      "root",
      "claim",
      "depth",
      "decision",
      "fullPass",
      "securityTier",
    ]);
    const page = everything(render(draft));
    expect(page).toContain("gpj.exe");
    expect(page.replaceAll(/[\n\r]/g, "")).not.toMatch(acting);
    expect(page).not.toContain(hostile);
  });
});

describe("a secret is not repeated", () => {
  const value = ["zQWBuTSOoRi4A9", "spHcVY5ncnsDkx"].join("");
  const token = `ghp_${value}`;
  const line = `TOKEN=${token} start`;
  const masked = "TOKEN=ghp_… start";
  const leak = (overrides: FindingOf, shown = masked) =>
    judgedOf({ path: ".env", text: line, evidence: [{ ...quoteOf(line, 1, ".env"), masked: shown }], ...overrides });

  test("its line is redacted, and so is every other that contains it", () => {
    const again = changeOf({
      base: { "old.sh": `export T="${token}"\n` },
      head: { ".env": `${line}\n`, "b.ts": `const t = "${token}";\n` },
      title: `use ${token}`,
      body: `Because ${token} works.`,
    });
    const page = render(draftOf(again, [leak({ explanation: `It is ${token}.` })]));
    expect(everything(page)).toContain("TOKEN=ghp_… start");
    expect(everything(page)).toContain("const t = &quot;ghp_…&quot;;");
    expect(page).not.toContain(value);
  });

  test("two on one line, each redacted by a finding", () => {
    const other = "xoxb-1234567890-secondsecret";
    const both = `A=${token} B=${other}`;
    const quote = quoteOf(both, 1, ".env");
    const draft = draftOf(changeOf({ head: { ".env": `${both}\n` } }), [
      judgedOf({ path: ".env", evidence: [{ ...quote, masked: `A=ghp_… B=${other}` }] }),
      judgedOf({ path: ".env", evidence: [{ ...quote, masked: `A=${token} B=xoxb…` }] }),
    ]);
    expect(render(draft)).not.toMatch(/spHcVY5ncnsDkx|secondsecret/);
  });

  test("a value that could be any word is redacted on its line only", () => {
    const url = "postgres://app:letmein@db/app";
    const one = judgedOf({
      path: ".env",
      evidence: [{ ...quoteOf(url, 1, ".env"), masked: "postgres://app:…@db/app" }],
    });
    const page = render(draftOf(changeOf({ head: { ".env": `${url}\n`, "a.md": "letmein is a word\n" } }), [one]));
    expect(everything(page)).not.toContain("app:letmein@");
    expect(everything(page)).toContain("letmein is a word");
  });

  test("a private key is redacted to its end", () => {
    const key = [
      "-----BEGIN RSA PRIVATE KEY-----",
      "MIIEowIBAAKCAQEA",
      "c2VjcmV0Ym9keQ",
      "-----END RSA PRIVATE KEY-----",
    ];
    const head = { "key.pem": [...key, "after", ""].join("\n") };
    const one = judgedOf({ path: "key.pem", evidence: [{ ...quoteOf(key[0]!, 1, "key.pem"), masked: "----…" }] });
    const page = everything(render(draftOf(changeOf({ head }), [one])));
    expect(page).not.toMatch(/MIIEow|c2VjcmV0/);
    expect(page).toContain("<td>5<td>after");
  });

  cases(
    "the secret that a redacted quote hides: %s",
    (_name, text, shown) => quotedSecret({ ...quoteOf(text), masked: shown }),
    [
      ["one value", "a=ghp_0123456789;", "a=ghp_…;", "0123456789"],
      ["the same value twice", "s3cr3t and s3cr3t", "… and …", "s3cr3t"],
      ["a line that has the sign itself", "… k=s3cr3t", "… k=…", null],
      ["nothing hidden", "same", "same", null],
      ["another text altogether", "-----BEGIN", "----…x", null],
      ["too short to tell from other text", "p=a1b2", "p=…", null],
    ],
  );
});

describe("a large review stays small in the page", () => {
  const lines = (number: number) => Array.from({ length: number }, (_, index) => `line ${index + 1};\n`).join("");

  test("a long file is split, and a finding far down is in its own part", () => {
    const head = { "a.ts": lines(1000) };
    const page = render(draftOf(changeOf({ head }), [judgedOf({ path: "a.ts", line: 900, text: "line 900;" })]));
    const { files: views, findings } = dataOf(page);
    const [first, ...rest] = views[0]!.b;
    expect(first).toHaveLength(1);
    expect(rest.map(([label]) => label)).toEqual([
      "Show 300 more lines",
      "Show 300 more lines",
      "Show 101 more lines with 1 finding",
    ]);
    expect(rest[findings[0]![4] - 1]![1]).toContain('id="finding-0"');
    expect(page.match(/<tr class=a>/g)!.length).toBeLessThanOrEqual(pieceWeight);
  });

  test("omitted content is counted", () => {
    const page = render(draftOf(changeOf({ head: { "a.ts": lines(rowsPerFile + 7) } })));
    expect(everything(page)).toContain("7 more changed or context lines of this file are not in this report");
    expect(everything(page)).not.toContain(`line ${rowsPerFile + 1};`);
  });

  test("where room is short, files with findings have it, and they come first", () => {
    const number = rowsInAll / rowsPerFile;
    const sizes = Array.from({ length: number + 1 }, (_, index) => ({ path: `${index}.ts`, lines: rowsPerFile }));
    const last = judgedOf({ path: `${number}.ts`, line: rowsPerFile, text: `line(${rowsPerFile});` });
    const page = render(draftOf(largeChange(sizes), [last]));
    const cut = dataOf(page).files.map(({ b }) => b.length === 1);
    expect([cut.at(0), cut.at(-1), cut.at(-2)]).toEqual([false, true, false]);
  });

  test("so are the omitted characters of a long line", () => {
    const page = render(draftOf(changeOf({ head: { "a.ts": `${"😀".repeat(maxHtmlLine)}\n` } })));
    expect(page).toContain(`<i>… and ${maxHtmlLine} more characters</i>`);
  });

  test("findings beyond the first screens of the list are data", () => {
    const many = Array.from({ length: listedFindings + 50 }, (_, index) =>
      judgedOf({ path: "src/cart.ts", line: 2, text: "sum += price;", id: `sums-${index}` }),
    );
    const page = render(draftOf(change, many));
    expect(dataOf(page).findings.filter((one) => one[5] !== undefined)).toHaveLength(50);
    for (const index of many.keys()) expect(everything(page).split(`id="finding-${index}"`)).toHaveLength(2);
  });

  test("long tables end with the number of omitted rows", () => {
    const leftOut = Array.from({ length: tableRows + 3 }, (_, index) => ({
      path: `${index}.lock`,
      hunks: null,
      why: "lockfile" as const,
      lines: 1,
    }));
    expect(render(draftOf({ ...change, triage: { ...change.triage, leftOut } }))).toContain("and 3 more");
  });
});

describe("colours", () => {
  const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (colour: string) =>
    [0.2126, 0.7152, 0.0722].reduce(
      (sum, weight, at) => sum + weight * channel(Number.parseInt(colour.slice(1 + at * 2, 3 + at * 2), 16) / 255),
      0,
    );
  const contrast = (a: string, b: string) => {
    const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
    return (high! + 0.05) / (low! + 0.05);
  };

  test.each(readable)("%s on %s can be read, light and dark (WCAG AA)", (text, behind) => {
    for (const theme of [0, 1] as const)
      expect(contrast(palette[text][theme], palette[behind][theme])).toBeGreaterThanOrEqual(4.5);
  });
});
