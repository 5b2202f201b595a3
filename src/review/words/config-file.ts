// Generates a starting `.crosscheck.yml` from the schema's descriptions: every key with its meaning and default, all
// commented out.
import * as z from "zod";
import { effectiveConfig, type Config } from "../../change/config.ts";
import { repositoryConfigSchema } from "../../change/config-schema.ts";
import type { Check } from "../../findings/report.ts";
import { wrap } from "../publishers/wrap.ts";
import { list } from "./text.ts";

/** The schema's path for editors in a project that depends on Crosscheck. */
export const schemaLine = "# yaml-language-server: $schema=node_modules/crosscheck-review/schemas/config.json";

interface Property {
  description?: string;
  enum?: readonly string[];
  items?: Property & { properties?: Record<string, Property>; required?: readonly string[] };
}

type ListedCheck = Pick<Check, "id" | "title" | "unproven">;

export function configFile(checks: readonly ListedCheck[]): string {
  const { properties = {} } = z.toJSONSchema(repositoryConfigSchema, { io: "input" }) as {
    properties?: Record<string, Property>;
  };
  const defaults = effectiveConfig({});
  return `${[
    schemaLine,
    "",
    ...prose(
      "How Crosscheck reviews changes to this repository. Every key is optional; the commented-out values are the defaults. To change one, remove the `# ` in front of it.",
    ),
    ...prose("Read from the base of a change, never from the change itself: it takes effect once it is merged."),
    ...prose("`crosscheck config` shows the values in effect and where each comes from."),
    ...Object.entries(properties).flatMap(([key, property]) => [
      "",
      ...prose(meaning(property)),
      ...presetNote(key as keyof Config),
      ...(key === "checks" ? partlyAdvisory(checks) : []),
      ...fields(property),
      ...setting(key as keyof Config, defaults, checks),
    ]),
  ].join("\n")}\n`;
}

/** Two comment signs, so that prose stays a comment when one is removed from every line. */
function prose(text: string): string[] {
  return wrap(text, 97).map((line) => `## ${line}`);
}

function meaning({ description = "", enum: own, items }: Property): string {
  if (own) return `${description} One of ${own.join(", ")}.`;
  return items?.enum ? `${description} Any of ${items.enum.join(", ")}.` : description;
}

/** A key that profiles preset has three defaults. */
function presetNote(key: keyof Config): string[] {
  if (key !== "maxComments" && key !== "minSeverity") return [];
  const presets = (["strict", "balanced", "minimal"] as const).map(
    (profile) => `${effectiveConfig({ profile })[key]} with ${profile}`,
  );
  return prose(`Unless set, the profile decides: ${list(presets)}.`);
}

/** No mode says the same as the default of these, so they are no line to uncomment. */
function partlyAdvisory(checks: readonly ListedCheck[]): string[] {
  const ids = checks.filter(({ unproven }) => Array.isArray(unproven)).map(({ id }) => id);
  return prose(
    `Unless set, ${list(ids)} are on, and some kinds of their findings are advisory; \`crosscheck checks\` says which.`,
  );
}

/** The keys of list entries, shown for the first entry. */
function fields({ items }: Property): string[] {
  const { properties = {}, required = [] } = items ?? {};
  const width = Math.max(...Object.keys(properties).map((key) => key.length)) + 2;
  return Object.entries(properties).map(
    ([key, { description = "" }], index) =>
      `##   ${index === 0 ? "-" : " "} ${`${key}:`.padEnd(width)}${description}${required.includes(key) ? " Required." : ""}`,
  );
}

function setting(key: keyof Config, defaults: Config, checks: readonly ListedCheck[]): readonly string[] {
  if (key === "checks") {
    const shown = checks.filter(({ unproven }) => !Array.isArray(unproven));
    const modes = shown.map(({ id, unproven }) => `${id}: ${unproven === undefined ? "on" : "advisory"}`);
    const width = Math.max(...modes.map((mode) => mode.length)) + 2;
    return ["# checks:", ...shown.map(({ title }, at) => `#   ${modes[at]!.padEnd(width)}# ${title}`)];
  }
  return yamlLines(key, defaults[key]).map((line) => `# ${line}`);
}

const longestList = 80;

function yamlLines(key: string, value: unknown): string[] {
  if (typeof value === "string" && /^[a-z]+$/.test(value)) return [`${key}: ${value}`];
  if (Array.isArray(value) && JSON.stringify(value).length > longestList)
    return [`${key}:`, ...value.map((one) => `  - ${String(one)}`)];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${key}: ${JSON.stringify(value)}`];
  return [
    `${key}:`,
    ...Object.entries(value).flatMap(([name, inner]) => yamlLines(name, inner).map((line) => `  ${line}`)),
  ];
}

export function wroteConfigLine(path: string): string {
  return [
    `Wrote ${path}`,
    "  Every key is commented out: the file changes nothing until you uncomment one.",
    "  It takes effect once it is on the base branch; `crosscheck config` shows the values in effect.",
    "",
  ].join("\n");
}
