import { describe, expect, test } from "vitest";
import { effectiveConfig, type RepositoryConfig } from "../../change/config.ts";
import { loadRepositoryConfig } from "../../change/load-config.ts";
import { checks } from "../../findings/checks/index.ts";
import { judge } from "../../findings/gate.ts";
import { findingOf, gateFactsOf } from "../../../test/support/finding-of.ts";
import { configFile, schemaLine } from "./config-file.ts";

const text = configFile(checks);
const load = (file: string) =>
  loadRepositoryConfig(
    file,
    checks.map((check) => check.id),
  );
const lines = text.split("\n");
/** What an editor's "uncomment" does to everything below the line for editors. */
const uncommented = [lines[0]!, ...lines.slice(1).map((line) => line.replace(/^# ?/, ""))].join("\n");

describe("the file that init writes", () => {
  test("starts with the line that editors read", () => {
    expect(lines[0]).toBe(schemaLine);
    expect(lines[0]).toBe("# yaml-language-server: $schema=node_modules/crosscheck-review/schemas/config.json");
  });

  test("sets nothing", () => expect(load(text)).toEqual({ value: {}, faults: [] }));

  test("loads with all comments removed, and then states the defaults", () => {
    const { value, faults } = load(uncommented);
    expect(faults).toEqual([]);
    const { checks: _modes, ...rest } = effectiveConfig({ repository: value! });
    const { checks: _none, ...defaults } = effectiveConfig({});
    expect(rest).toEqual(defaults);
  });

  test("with all comments removed every kind of finding has the outcome that it has without the file", () => {
    const { value } = load(uncommented);
    const unproven = new Set(
      checks.flatMap(({ id, unproven: of = [] }) => (of === true ? [id] : of.map((kind) => `${id}/${kind}`))),
    );
    const kinds = checks.flatMap(({ id, kinds: of }) => Object.keys(of).map((kind) => ({ id, kind })));
    const outcomes = (config: RepositoryConfig) => {
      const facts = gateFactsOf({ head: { "src/app.ts": "total += price;\n" }, config });
      return kinds.map(({ id, kind }) => {
        const found = findingOf({ kind, sources: [`PRESCAN:${id}`] });
        return `${id}/${kind}: ${judge([found], { ...facts, unproven })[0]!.outcome}`;
      });
    };
    expect(outcomes(value!)).toEqual(outcomes({}));
    expect(text).toMatch(/^# {3}api-break: advisory /m);
    expect(text).toMatch(/^# {3}supply-chain: on /m);
  });

  test("loads with any one key uncommented", () => {
    const blocks = text.split("\n\n").slice(2);
    expect(blocks.length).toBe(Object.keys(load(uncommented).value!).length);
    for (const block of blocks) {
      const { value, faults } = load(block.replaceAll(/^# ?/gm, ""));
      expect([faults, Object.keys(value ?? {}).length]).toEqual([[], 1]);
    }
  });

  test("names every key that a repository can set, with its meaning", () => {
    const { trust: _trust, ...settable } = effectiveConfig({});
    const keys = Object.keys(load(uncommented).value!) as (keyof RepositoryConfig)[];
    expect(keys.toSorted()).toEqual(Object.keys(settable).toSorted());
    for (const key of keys) expect(text).toMatch(new RegExp(`## .+\\n(?:##.*\\n)*# ${key}:`));
  });

  test("documents the presets of the profiles", () => {
    expect(text).toContain("10 with strict, 5 with balanced and 3 with minimal");
    expect(text).toContain("nit with strict, nit with balanced and medium with minimal");
  });

  test("fits a screen", () => {
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  });
});
