import { describe, expect, test } from "vitest";
import { acting, hostile } from "../../../../test/support/finding-of.ts";
import { wantedEvents, wantedPermissions } from "../app-needs.ts";
import type { AppLook } from "../../../world/github/app-look.ts";
import type { StoreLook } from "../../../world/store/look-at-store.ts";
import {
  diagnoseServer,
  isServerWell,
  serverDoctorJson,
  serverDoctorText,
  type ServerFacts,
  type ServerMark,
} from "./server-doctor.ts";

const look: Extract<AppLook, { is: "asked" }> = {
  is: "asked",
  who: "GitHub",
  app: {
    is: "told",
    value: {
      slug: "acme-reviews",
      permissions: Object.fromEntries(wantedPermissions(true).map(({ name, level }) => [name, level])),
      events: [...wantedEvents],
    },
  },
  hook: { is: "told", value: { url: "https://x.example/webhook", content_type: "json", insecure_ssl: "0" } },
  deliveries: { is: "told", value: [] },
  aheadMs: 400,
};
const tables = { fresh: false, behind: 0, newer: null };
const postgres: Extract<StoreLook, { is: "postgres" }> = {
  is: "postgres",
  version: "17.1",
  number: 170_001,
  mayMakeTables: true,
  jobs: "ours",
  ...tables,
};
const well: ServerFacts = {
  app: { is: "found", appId: "7", from: "the environment", open: false },
  github: look,
  store: { is: "sqlite", file: "/data/crosscheck.db", ...tables },
  models: { is: "read", models: [{ name: "sonnet", lacks: null }] },
  git: { is: "ended", code: 0, out: "git version 2.39.5" },
  sandbox: { is: "ended", code: 0, out: "" },
  node: "24.21.0",
  temporary: { works: true, says: "/tmp", path: "/tmp" },
  needs: { permissions: wantedPermissions(true), events: wantedEvents, webhookPath: "/webhook" },
};
const lineOf = (id: string, facts: Partial<ServerFacts>) =>
  diagnoseServer({ ...well, ...facts }).find((one) => one.id === id)!;
const asked = (more: Partial<typeof look>) => ({ github: { ...look, ...more } });
const sent = (...codes: number[]) =>
  asked({
    deliveries: {
      is: "told",
      value: codes.map((code, index) => ({
        guid: `g${index % 3}`,
        delivered_at: "2026-11-16T10:00:00Z",
        status: code === 0 ? "timed out" : "said",
        status_code: code,
        event: "issue_comment",
      })),
    },
  });

test("all is well", () => {
  const lines = diagnoseServer(well);
  expect([lines.map(({ mark }) => mark), isServerWell(lines)]).toEqual([lines.map(() => "ok"), true]);
  expect(serverDoctorText(lines, { colour: false, width: 100 })).toMatch(/Everything that a server needs works\.\n$/);
  expect(serverDoctorJson(lines)).toMatchObject({ version: 1, well: true });
});

describe("one thing wrong", () => {
  test.each<[string, string, Partial<ServerFacts>, ServerMark, RegExp]>([
    ["no webhook address", "webhook", asked({ hook: { is: "told", value: {} } }), "fail", /it has no URL/],
    [
      "forms",
      "webhook",
      asked({ hook: { is: "told", value: { url: "https://x/webhook", content_type: "form" } } }),
      "fail",
      /not JSON/,
    ],
    ["another path", "webhook", asked({ hook: { is: "told", value: { url: "https://x/hook" } } }), "warn", /not end/],
    [
      "no certificate",
      "webhook",
      asked({ hook: { is: "told", value: { url: "https://x/webhook", insecure_ssl: 1 } } }),
      "warn",
      /certificate/,
    ],
    ["a silence", "webhook", asked({ hook: { is: "silent", why: "late" } }), "warn", /late/],
    ["some lost", "deliveries", sent(202, 503), "warn", /^1 of the last 2 .*: 503$/],
    ["all lost", "deliveries", sent(0, 0), "fail", /timed out$/],
    ["lost, and sent again", "deliveries", sent(202, 202, 202, 503, 401), "ok", /last 5 were accepted/],
    ["a little late", "clock", asked({ aheadMs: -8000 }), "warn", /^8 seconds behind GitHub$/],
    ["far ahead", "clock", asked({ aheadMs: 61_000 }), "fail", /^61 seconds ahead of GitHub$/],
    ["an old PostgreSQL", "store", { store: { ...postgres, number: 120_009 } }, "fail", /older than 13/],
    [
      "no right to schemas",
      "store",
      { store: { ...postgres, jobs: "may not be made" } },
      "fail",
      /may not create the schema/,
    ],
    ["a schema of others", "store", { store: { ...postgres, jobs: "not ours" } }, "fail", /may not use the schema/],
    [
      "no right to tables",
      "store",
      { store: { ...postgres, mayMakeTables: false, behind: 2 } },
      "fail",
      /not create tables/,
    ],
    ["tables that are there already", "store", { store: { ...postgres, mayMakeTables: false } }, "ok", /up to date/],
    ["steps to come", "store", { store: { ...postgres, behind: 1 } }, "ok", /1 step behind/],
    ["a newer store", "store", { store: { ...postgres, newer: "0099-x" } }, "fail", /newer version/],
    ["no sandbox", "sandbox", { sandbox: null }, "warn", /bubblewrap/],
    ["no git", "git", { git: null }, "fail", /not on the PATH/],
    ["no models", "models", { models: { is: "read", models: [] } }, "warn", /checks alone/],
  ])("%s", (_, id, facts, mark, says) => {
    const line = lineOf(id, facts);
    expect([line.mark, line.says]).toEqual([mark, expect.stringMatching(says)]);
    expect(line.mend === null).toBe(mark === "ok");
    expect(isServerWell(diagnoseServer({ ...well, ...facts }))).toBe(mark !== "fail");
  });
});

test("distinguishes a wrong secret from an unreachable server", () => {
  expect(lineOf("deliveries", sent(401)).mend).toContain("differs from this server's");
});

test("untrusted text stays on its line and cannot control the terminal", () => {
  const value = { slug: hostile, permissions: {}, events: [] };
  const lines = diagnoseServer({ ...well, ...asked({ app: { is: "told", value } }) });
  expect(serverDoctorText(lines, { colour: false, width: 80 }).split("\n").join("")).not.toMatch(acting);
});
