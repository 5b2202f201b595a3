import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf, type ChangeOf } from "../../../test/support/change-of.ts";
import { findingOf, reportOf } from "../../../test/support/finding-of.ts";
import type { Change } from "../../change/change.ts";
import { ModelFault } from "../../errors.ts";
import { noCost, type ModelAnswer, type Asker, type Question } from "../asking/asking.ts";
import type { Panel } from "../asking/panel.ts";
import { gate } from "../gate.ts";
import type { Report } from "../report.ts";
import { runUnits } from "../run-units.ts";
import { textsOf } from "../texts.ts";
import type { RunnerTests } from "./evidence.ts";
import { isTooLow, probeUnit } from "./probe-unit.ts";
import type { Probe } from "./probe-contract.ts";
import type { ProbeAnswer } from "./probe-schema.ts";
import type { SandboxRunner } from "./sandbox-runner.ts";

const mine: Partial<Change> = { owned: { is: "mine", why: "trusted-path" } };

const ranTests: RunnerTests = {
  runner: "vitest",
  cwd: "",
  command: ["vitest", "related", "--run", "src/services/users.ts"],
  passed: 4,
  failed: [],
  skipped: 0,
  newlyPassing: [],
  ms: 900,
  trouble: null,
};

function testsReport(tests: Partial<RunnerTests>): Report {
  return reportOf({
    unit: "tests",
    by: "execution",
    tests: { tests: [{ ...ranTests, ...tests }], proof: null, did: null },
  });
}

interface Given {
  asked?: boolean;
  runAsked?: boolean;
  reports?: readonly Report[];
  panel?: Panel;
  change?: Partial<Change>;
}

/** The unit as the review runs it; nothing of the change is run by the probe itself. */
async function probed(story: ChangeOf, given: Given = {}) {
  const change = { ...changeOf(story), ...mine, ...given.change };
  const code = codeOf(story);
  const texts = textsOf(code);
  const unit = probeUnit(given.asked ?? false, given.runAsked ?? false);
  const needs = {
    sandbox: {} as SandboxRunner,
    code,
    panel: given.panel ?? null,
    reports: Promise.resolve(given.reports ?? []),
  };
  const facts = { change, stop: new AbortController().signal, limitMs: 60_000, now: () => 0, text: texts.read };
  const [report] = await runUnits("execution", [unit], needs, facts);
  return { change, texts, report: report!, probe: report!.probe?.probe as Probe };
}

const chain = ({ failure_chain }: Probe) =>
  failure_chain.map(({ step, at, external, verified }) =>
    [step, at && `${at.path}:${at.line}`, external, verified ? "verified" : "open"]
      .filter((part) => part !== null)
      .join(" | "),
  );

const express: ChangeOf = {
  title: "fix: users of another tenant are not found",
  base: {
    "src/routes/users.ts": `import { Router } from "express";
import { findUser } from "../services/users.ts";

export const router = Router();

router.get("/users/:id", async (request, response) => {
  response.json(await findUser(request.params.id));
});
`,
    "src/services/users.ts": `import { loadUser } from "../db/users.ts";

export async function findUser(id: string) {
  return await loadUser(id, "any");
}
`,
    "src/db/users.ts": `import { Pool } from "pg";

const pool = new Pool();

export async function loadUser(id: string, tenant: string) {
  const { rows } = await pool.query("SELECT * FROM users WHERE id = $1 AND tenant = $2", [id, tenant]);
  return rows[0];
}
`,
    "src/services/users.test.ts": `import { findUser } from "./users.ts";

test("finds", async () => {
  expect(await findUser("1")).toBeDefined();
});
`,
    "src/db/users.test.ts": `import { loadUser } from "./users.ts";

test("loads", async () => {
  expect(await loadUser("1", "a")).toBeDefined();
});
`,
  },
};
express.head = {
  ...express.base,
  "src/services/users.ts": `import { loadUser } from "../db/users.ts";

export async function findUser(id: string) {
  const [tenant, user] = id.split("/");
  return await loadUser(user ?? id, user ? tenant! : "any");
}
`,
  "src/routes/users.ts": `${express.base!["src/routes/users.ts"] as string}// tenants come first in the id\n`,
  "src/db/users.ts": (express.base!["src/db/users.ts"] as string).replace("rows[0]", "rows[0] ?? null"),
};

describe("an Express route, a service, SQL", () => {
  test("without a test run: a static trace, too low for a database", async () => {
    const { report, probe: made } = await probed(express);
    expect(report.status).toBe("ran");
    expect(made.break_point).toEqual({ path: "src/services/users.ts", line: 4 });
    expect(chain(made)).toEqual([
      "A client calls GET /users/:id | src/routes/users.ts:6 | open",
      "the code of src/routes/users.ts calls findUser | src/routes/users.ts:7 | open",
      "The changed code in findUser runs | src/services/users.ts:4 | open",
      "findUser calls loadUser | src/db/users.ts:5 | open",
      "loadUser uses a SQL database (pg) | src/db/users.ts:6 | a SQL database (pg) | open",
    ]);
    expect(made.probe_decision).toEqual({ verified_at: "A", evidence: [] });
    expect(made.unit_coverage).toEqual([]);
    expect(made.runtime_gap).toContain("src/services/users.test.ts would cover");
    expect(report.probe).toMatchObject({ by: "rules", lowered: null, tooLow: true });
    expect(made.recommended_human_probe.map(({ gain, steps_covered }) => [gain, steps_covered])).toEqual([
      ["D", [1, 2, 3, 4, 5]],
      ["C", [3, 5]],
      ["B", [3]],
    ]);
    expect(made.recommended_human_probe[0]!.action).toMatch(/^Call GET \/users\/:id on a running instance/);
  });

  test("with the test that ran and passed: level B, its steps verified, the database not", async () => {
    const reports = [testsReport({ passedFiles: ["src/services/users.test.ts"] })];
    const { report, probe: made } = await probed(express, { reports });
    expect(made.probe_decision).toEqual({
      verified_at: "B",
      evidence: [{ command: "vitest related --run src/services/users.ts", output: "4 passed, 0 failed, 0 skipped" }],
    });
    expect(made.unit_coverage).toEqual(["src/services/users.test.ts"]);
    expect(made.failure_chain.map(({ verified }) => verified)).toEqual([false, false, true, false, false]);
    expect(made.residual_uncertainty[0]).toMatchObject({
      probability: "medium",
      assumption: expect.stringContaining("src/db/users.ts:6"),
    });
    expect(report.probe!.tooLow).toBe(true);
  });

  test.each<[string, Partial<RunnerTests>]>([
    ["another file passed", { passedFiles: ["src/other.test.ts"] }],
    [
      "a test of that file fails",
      {
        passedFiles: ["src/services/users.test.ts"],
        failed: [
          {
            test: {
              file: "src/services/users.test.ts",
              name: "finds",
              status: "failed",
              message: null,
              frames: [],
              ms: null,
            },
            since: "before",
            onBase: "failed",
          },
        ],
      },
    ],
    ["nothing passed", { passed: 0, passedFiles: ["src/services/users.test.ts"] }],
    [
      "the runner broke",
      { passedFiles: ["src/services/users.test.ts"], trouble: { is: "broken", why: "no results", output: "" } },
    ],
    ["only the database's own test ran, which does not import the service", { passedFiles: ["src/db/users.test.ts"] }],
  ])("%s: nothing was executed for it", async (_, tests) => {
    const { probe: made } = await probed(express, { reports: [testsReport(tests)] });
    expect([made.probe_decision.verified_at, made.unit_coverage]).toEqual(["A", []]);
  });

  test("remaining risks are listed beside the review, never in it", async () => {
    const { change, texts, report } = await probed(express);
    const judged = await gate(change, [report], texts, "2025-06-01");
    expect(judged.length).toBeGreaterThanOrEqual(2);
    for (const { outcome, marks, finding } of judged) {
      expect(outcome).toBe("advisory");
      expect(marks).toContainEqual({ by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" });
      expect(finding).toMatchObject({
        sources: ["PROBE"],
        severity: "low",
        at: { path: "src/services/users.ts", start: 4 },
      });
      expect(finding.evidence[0].text).toBe('  const [tenant, user] = id.split("/");');
    }
    expect(new Set(judged.map(({ finding }) => finding.identity)).size).toBe(judged.length);
  });
});

describe("a Python command that calls an API", () => {
  const story: ChangeOf = {
    title: "fix: retry when the account service is busy",
    body: "- [ ] Manually verified against staging",
    base: {
      "app/cli.py": `import click

from app.sync import sync_account


@click.command("sync")
def sync(account):
    sync_account(account)
`,
      "app/sync.py": `from app.clients.accounts import fetch_account


def sync_account(account):
    return fetch_account(account)
`,
      "app/clients/accounts.py": `import requests


def fetch_account(account):
    return requests.get(f"https://accounts.example/{account}").json()
`,
      "tests/test_accounts.py": `from app.clients.accounts import fetch_account


def test_fetch(requests_mock):
    assert fetch_account("a")
`,
    },
  };
  story.head = {
    ...story.base,
    "app/clients/accounts.py": `import requests


def fetch_account(account):
    return requests.get(f"https://accounts.example/{account}", timeout=5).json()
`,
  };

  test("is traced from the command to the call that the change adds", async () => {
    const reports = [testsReport({ command: ["pytest", "-q", "tests/test_accounts.py"], passed: 1 })];
    const { probe: made, report } = await probed(story, { reports });
    expect(chain(made)).toEqual([
      "A user runs the command sync | app/cli.py:6 | open",
      "sync calls sync_account | app/cli.py:8 | open",
      "sync_account calls fetch_account | app/sync.py:5 | open",
      "The changed code in fetch_account runs | app/clients/accounts.py:5 | verified",
      "fetch_account uses an HTTP API (requests) | app/clients/accounts.py:5 | an HTTP API (requests) | open",
    ]);
    expect(made.probe_decision.verified_at).toBe("B");
    expect(made.residual_uncertainty[0]).toMatchObject({ probability: "high" });
    expect(made.residual_uncertainty.map(({ assumption }) => assumption)).toContain(
      "the author's manual check succeeds: Manually verified against staging",
    );
    expect(made.recommended_human_probe.map(({ action }) => action)).toContain(
      "Do the unchecked item of the description: Manually verified against staging",
    );
    expect(report.probe!.tooLow).toBe(true);
  });

  test("in an untrusted repository it is a gap, unless execution was requested", async () => {
    const theirs = { change: { owned: { is: "theirs" as const, why: "not-admin" as const } } };
    expect((await probed(story, theirs)).report).toMatchObject({
      status: "skipped",
      why: { kind: "not-mine", what: "probe" },
    });
    expect((await probed(story, { ...theirs, runAsked: true })).report.status).toBe("ran");
  });
});

describe("a Go handler and a database", () => {
  const story: ChangeOf = {
    title: "fix: an order without lines has no total",
    base: {
      "go.mod": "module example.com/shop\n",
      "main.go": `package main

import (
	"net/http"

	"example.com/shop/handlers"
)

func main() {
	h := handlers.New()
	http.HandleFunc("/orders", h.GetOrder)
}
`,
      "handlers/orders.go": `package handlers

import (
	"net/http"

	"example.com/shop/store"
)

type Handler struct{ orders *store.Orders }

func (h *Handler) GetOrder(w http.ResponseWriter, r *http.Request) {
	order, err := h.orders.FindOrder(r.URL.Query().Get("id"))
	write(w, order, err)
}
`,
      "store/orders.go": `package store

import "database/sql"

type Orders struct{ db *sql.DB }

func (o *Orders) FindOrder(id string) (*Order, error) {
	row := o.db.QueryRow("SELECT total FROM orders WHERE id = $1", id)
	return scan(row)
}
`,
      "store/orders_test.go": `package store

import "testing"

func TestFindOrder(t *testing.T) {
	new(Orders).FindOrder("1")
}
`,
    },
  };
  story.head = {
    ...story.base,
    "store/orders.go": (story.base!["store/orders.go"] as string).replace("total FROM", "COALESCE(total, 0) FROM"),
  };

  test("is traced by the route that registers it, and covered by its package's tests", async () => {
    const reports = [testsReport({ runner: "go", command: ["go", "test", "-json", "./store"], passed: 1 })];
    const { probe: made } = await probed(story, { asked: true, reports });
    expect(chain(made)).toEqual([
      "A client calls /orders | main.go:11 | open",
      "Handler.GetOrder calls Orders.FindOrder | handlers/orders.go:12 | open",
      "The changed code in Orders.FindOrder runs | store/orders.go:8 | verified",
      "Orders.FindOrder uses a SQL database (database/sql) | store/orders.go:8 | a SQL database (database/sql) | open",
    ]);
    expect([made.probe_decision.verified_at, made.unit_coverage]).toEqual(["B", ["store/orders_test.go"]]);
    expect(made.residual_uncertainty[0]!.probability).toBe("high");
  });

  test("tests of another package prove nothing", async () => {
    const reports = [testsReport({ runner: "go", command: ["go", "test", "./handlers"], passed: 1 })];
    expect((await probed(story, { asked: true, reports })).probe.probe_decision.verified_at).toBe("A");
  });
});

describe("when a probe is required", () => {
  const plain: ChangeOf = {
    base: { "src/sum.ts": "export const sum = (a, b) => a - b;\n" },
    head: { "src/sum.ts": "export const sum = (a, b) => a + b;\n" },
  };

  test.each<[string, ChangeOf, Given, string]>([
    ["a small fix in one place", { ...plain, title: "fix: sum" }, {}, "nothing-to-check"],
    ["a fix across layers", express, {}, "ran"],
    ["the same, called a refactoring", { ...express, title: "refactor: users" }, {}, "nothing-to-check"],
    ["the same, called a style change", { ...express, title: "style: users" }, {}, "nothing-to-check"],
    ["a refactoring that a person wants probed", { ...plain, title: "refactor: sum" }, { asked: true }, "ran"],
    [
      "documentation, even on request",
      { base: { "README.md": "a\n" }, head: { "README.md": "b\n" } },
      { asked: true },
      "nothing-to-check",
    ],
    ["a small fix with an open box", { ...plain, title: "fix: sum", body: "- [ ] QA done" }, {}, "ran"],
    ["a small fix with a ticked box", { ...plain, title: "fix: sum", body: "- [x] QA done" }, {}, "nothing-to-check"],
    [
      "a small fix that nobody owns, no condition met",
      { ...plain, title: "fix: sum" },
      { change: { owned: { is: "unknown", why: "not-asked" } } },
      "nothing-to-check",
    ],
  ])("%s", async (_, story, given, expected) => {
    const { report } = await probed(story, given);
    expect(report.status === "ran" ? "ran" : report.why?.kind).toBe(expected);
  });

  test("a fix over several layers names the missing entry point", async () => {
    const { report, probe } = await probed({
      title: "fix: rounding",
      base: { "src/models/money.ts": "export const a = 1;\n", "src/services/tax.ts": "export const b = 1;\n" },
      head: { "src/models/money.ts": "export const a = 2;\n", "src/services/tax.ts": "export const b = 2;\n" },
    });
    expect(report.status).toBe("ran");
    expect(probe.residual_uncertainty.map(({ failure_mode }) => failure_mode).join()).toContain(
      "no entry point was found that leads to it",
    );
  });

  test("internal code without entry point and external systems needs none", async () => {
    const story: ChangeOf = {
      title: "feat: rounding",
      base: {
        "src/models/money.ts": "export const a = 1;\n",
        "src/services/tax.ts": "export const b = 1;\n",
        "src/components/price.ts": "export const c = 1;\n",
      },
      head: {
        "src/models/money.ts": "export const a = 2;\n",
        "src/services/tax.ts": "export const b = 2;\n",
        "src/components/price.ts": "export const c = 2;\n",
      },
    };
    expect(changeOf(story).triage.crossStack).toBe(true);
    const { report } = await probed(story);
    expect([report.status, report.probe, report.notes]).toEqual([
      "ran",
      undefined,
      [expect.stringMatching(/^No probe: no entry point/)],
    ]);
    const asked = await probed(story, { asked: true });
    expect(asked.probe.residual_uncertainty.map(({ assumption }) => assumption).join()).toContain("is reachable");
  });

  test("a change to CI takes effect in CI", async () => {
    const workflow = (run: string) => `on: push\njobs:\n  build:\n    steps:\n      - run: ${run}\n`;
    const story: ChangeOf = {
      title: "fix: the build",
      base: { ".github/workflows/ci.yml": workflow("make") },
      head: { ".github/workflows/ci.yml": workflow("make all") },
    };
    const { report, probe: made } = await probed(story, { asked: true });
    expect(made.failure_chain.map(({ external }) => external)).toEqual([null, "CI"]);
    expect(report.probe!.tooLow).toBe(true);
    expect(made.residual_uncertainty.length).toBeGreaterThan(0);
  });

  test("changes to comments or tests only have no break-point", async () => {
    const story: ChangeOf = {
      title: "fix: words",
      base: { "src/a.ts": "// one\nexport const a = 1;\n" },
      head: { "src/a.ts": "// two\nexport const a = 1;\n" },
    };
    const { report } = await probed(story, { asked: true });
    expect([report.probe, report.notes]).toEqual([undefined, [expect.stringMatching(/^No break-point/)]]);
  });
});

describe("with a model", () => {
  const checks = [reportOf()];
  const ask = (says: Partial<ProbeAnswer> | ModelFault, asked: Question<unknown>[] = [], tools = true): Panel => {
    const asker: Asker = {
      modelFor: () => ({ name: "acme/one", price: null, budget: 20_000, tools }),
      async ask<T>(question: Question<T>): Promise<ModelAnswer<T>> {
        asked.push(question);
        if (says instanceof ModelFault) throw says;
        return {
          value: question.schema.parse({ ...answer, ...says }),
          model: "acme/one",
          cost: { ...noCost, tokensIn: 7 },
        };
      },
    };
    const text = (name: string) => readFileSync(new URL(`../reviewers/${name}.md`, import.meta.url), "utf8");
    return { asker, text, nonce: "k3v9q2x7m1p5", countTokens: (said) => said.length / 4, reviewers: [] };
  };
  const answer: ProbeAnswer = {
    break_point: { path: "src/services/users.ts", line: 5 },
    failure_chain: [
      { step: "A signed-in person opens a profile", at: null, external: null, verified: true },
      { step: "The id is split", at: { path: "src/services/users.ts", line: 4 }, external: null, verified: true },
    ],
    unit_coverage: ["made/up.test.ts"],
    runtime_gap: "No test has an id with a slash.",
    probe_decision: { verified_at: "D", evidence: [{ command: "curl http://localhost/users/1", output: "200 OK" }] },
    residual_uncertainty: [
      { assumption: "Ids hold at most one slash", probability: "medium", failure_mode: "the rest is lost" },
    ],
    recommended_human_probe: [{ action: "Open /users/a/1", steps_covered: [1, 2, 99], cost: "5 minutes", gain: "D" }],
  };

  test("its steps and doubts are added, its level and its tests are those that ran", async () => {
    const asked: Question<unknown>[] = [];
    const { report, probe: made } = await probed(express, { panel: ask({}, asked), reports: checks });
    expect(report).toMatchObject({ model: "acme/one", cost: { tokensIn: 7 } });
    expect(report.probe).toMatchObject({ by: "model", lowered: { from: "D", to: "A" }, tooLow: true });
    expect(made.break_point).toEqual({ path: "src/services/users.ts", line: 5 });
    expect(chain(made)).toEqual([
      "A signed-in person opens a profile | open",
      "The id is split | src/services/users.ts:4 | open",
      "loadUser uses a SQL database (pg) | src/db/users.ts:6 | a SQL database (pg) | open",
    ]);
    expect(made.unit_coverage).toEqual([]);
    expect(made.residual_uncertainty.map(({ assumption }) => assumption)).toContain("Ids hold at most one slash");
    expect(made.recommended_human_probe).toEqual([
      { action: "Open /users/a/1", steps_covered: [1, 2], cost: "5 minutes", gain: "D" },
    ]);
    const [{ prompt, tools }] = asked as [Question<unknown>];
    expect(tools.length).toBeGreaterThan(0);
    expect(prompt.instructions).not.toContain("tenant");
    expect(prompt.shared).toContain("<<<k3v9q2x7m1p5 begin");
    expect(prompt.own).toContain("<<<k3v9q2x7m1p5 begin what the rules traced, as JSON>>>");
  });

  test("with tests that ran, level B holds whatever the model claims", async () => {
    const reports = [...checks, testsReport({ passedFiles: ["src/services/users.test.ts"] })];
    const { report, probe: made } = await probed(express, { panel: ask({}), reports });
    expect(report.probe!.lowered).toEqual({ from: "D", to: "B" });
    expect(made.failure_chain.map(({ verified }) => verified)).toEqual([false, true, false]);
    expect(made.probe_decision.evidence).toEqual([
      expect.objectContaining({ output: "4 passed, 0 failed, 0 skipped" }),
    ]);
  });

  test("if the model fails, the probe from rules is used, and a note says so", async () => {
    const fault = new ModelFault("acme/one", "wrong-shape", "acme/one answered in another form");
    const { report, probe: made } = await probed(express, { panel: ask(fault), reports: checks });
    expect([report.status, report.probe!.by, made.failure_chain.length]).toEqual(["ran", "rules", 5]);
    expect(report.notes).toEqual([expect.stringContaining("acme/one answered in another form")]);
  });

  test("the model is not asked if redacted values are unknown, and never sees them", async () => {
    const asked: Question<unknown>[] = [];
    const { report } = await probed(express, { panel: ask({}, asked) });
    expect([asked.length, report.probe!.by]).toEqual([0, "rules"]);
    const key = 'const key = "s3cr3t99";';
    const secret = findingOf({ path: "src/services/users.ts", line: 7, text: key });
    const masked = { ...secret.evidence[0], masked: 'const key = "…";' };
    const head = {
      ...express.head,
      "src/services/users.ts": `${express.head!["src/services/users.ts"] as string}${key}\n`,
    };
    const reports = [reportOf({ findings: [{ ...secret, evidence: [masked] }] })];
    await probed({ ...express, head }, { panel: ask({}, asked), reports });
    expect(JSON.stringify(asked[0]!.prompt)).not.toContain("s3cr3t99");
  });
});

test.each<[string, Probe["probe_decision"]["verified_at"], string | null, boolean]>([
  ["A on a system outside", "A", "Stripe", true],
  ["B on a system outside", "B", "Stripe", true],
  ["C on a system outside", "C", "Stripe", false],
  ["D on a system outside", "D", "Stripe", false],
  ["A within the code", "A", null, false],
])("%s", (_, verified_at, external, expected) => {
  const failure_chain = [{ step: "s", at: null, external, verified: false }];
  expect(isTooLow({ probe_decision: { verified_at, evidence: [] }, failure_chain } as unknown as Probe)).toBe(expected);
});
