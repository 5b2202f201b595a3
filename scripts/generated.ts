// Every file that is made from the source: JSON Schemas and the pages on checks, commands and configuration.
import { readFileSync } from "node:fs";
import * as z from "zod";
import { commands } from "../src/app/cli/commands/index.ts";
import { listOptions, type Command } from "../src/app/cli/commands/command.ts";
import { effectiveConfig, type Config } from "../src/change/config.ts";
import { repositoryConfigSchema, userConfigSchema } from "../src/change/config-schema.ts";
import { checks } from "../src/findings/checks/index.ts";
import { advisingOnly, type Check, type Example } from "../src/findings/report.ts";
import { categories } from "../src/findings/finding.ts";
import { laterReviewers, reviewers } from "../src/findings/reviewers/index.ts";
import { advisoryNote } from "../src/review/words/checks-texts.ts";
import { schemaLine } from "../src/review/words/config-file.ts";
import { usualReplyTemplate } from "../src/threads/words/reply-template.ts";
import { policyTable } from "./policy-table.ts";
import { precisionPage } from "./precision-page.ts";
import { probeSchema } from "../src/findings/execution/probe-schema.ts";
import { boardJsonSchema } from "../src/threads/publishers/board-schema.ts";
import { anyFixPayloadSchema, triagePayloadSchema } from "../src/threads/payload-schema.ts";
import { draftSchema } from "../src/review/publishers/json-schema.ts";

export function generated(): Record<string, string> {
  return {
    "schemas/draft.json": schema(draftSchema, "Crosscheck draft"),
    "schemas/config.json": schema(repositoryConfigSchema, "Crosscheck repository configuration (.crosscheck.yml)"),
    "schemas/user-config.json": schema(userConfigSchema, "Crosscheck user configuration"),
    "schemas/review-comment-triage.schema.json": schema(triagePayloadSchema, "Crosscheck triage of review threads"),
    "schemas/review-comment-fix.schema.json": schema(anyFixPayloadSchema, "Crosscheck answers to review threads"),
    "schemas/break-point-probe.schema.json": schema(probeSchema, "Crosscheck break-point probe"),
    "schemas/review-threads.json": schema(boardJsonSchema, "Crosscheck review threads"),
    "docs/threads.md": withPolicyTable(readFileSync(new URL("../docs/threads.md", import.meta.url), "utf8")),
    "templates/review-reply.md": usualReplyTemplate,
    "docs/checks.md": checksPage(),
    "docs/precision.md": precisionPage(note, new Set(checks.flatMap(({ id, unproven }) => advisingOnly(id, unproven)))),
    "docs/reviewers.md": reviewersPage(),
    "docs/commands.md": commandsPage(),
    "docs/configuration.md": configurationPage(),
  };
}

function schema(made: z.ZodType, title: string): string {
  return `${JSON.stringify({ title, ...z.toJSONSchema(made, { io: "input", target: "draft-2020-12" }) }, null, 2)}\n`;
}

/** The page is written by hand, but for the table between the two marks. */
function withPolicyTable(page: string): string {
  return page.replace(
    /(<!-- policy-table -->)[^]*?(<!-- \/policy-table -->)/,
    (_, begin: string, end: string) => `${begin}\n\n${policyTable()}\n\n${end}`,
  );
}

const note = "<!-- Made by `npm run generate` from the source; edit that instead. -->";

function checksPage(): string {
  const list = checks.map((check) => `- [\`${check.id}\`](#${check.id}): ${check.title}`);
  return `${[note, "# Checks", "", "What is decided without any model. Each can be turned on, off or advisory in `.crosscheck.yml`.", "", ...list, "", ...checks.flatMap(checkSection)].join("\n").trimEnd()}\n`;
}

function checkSection(check: Check): string[] {
  const kinds = Object.entries(check.kinds).map(
    ([id, kind]) => `| \`${id}\` | ${kind.severity} | ${kind.category} | ${kind.says} |`,
  );
  return [
    `## ${check.id}`,
    "",
    `${check.title}.${advisoryNote(check)}`,
    "",
    check.explains,
    "",
    "| kind | severity | area | what it means |",
    "| --- | --- | --- | --- |",
    ...kinds,
    "",
    "Reported:",
    "",
    ...check.examples.bad.flatMap((example) => exampleLines(example)),
    "Not reported:",
    "",
    ...check.examples.good.flatMap((example) => exampleLines(example)),
  ];
}

function exampleLines(example: Example): string[] {
  const title = example.title ? ` (title: \`${example.title}\`)` : "";
  const places = (example.expect ?? []).map((place) => `\`${place}\``).join(", ");
  return [`- ${example.name}${title}${places === "" ? "" : `: ${places}`}`, ""];
}

function reviewersPage(): string {
  const all = [...reviewers, ...laterReviewers];
  const list = all.map(({ id, title }) => `- [\`${id}\`](#${id}): ${title}`);
  const intro =
    "A reviewer is a model with one job. Triage selects reviewers by the size and kind of a change; your config sets which model each one uses (see [models](models.md)). The security reviewer, the adversary and the second opinion do not see the author's text; others get the title and description after the code, as claims to verify. Each prompt is the Markdown file with the reviewer's name in `src/findings/reviewers/`.";
  return `${[note, "# Reviewers", "", intro, "", ...list, "", ...all.flatMap(reviewerSection)].join("\n").trimEnd()}\n`;
}

function reviewerSection({ id, title, explains, passes, sees, answers = [] }: (typeof reviewers)[number]): string[] {
  const owns = passes.length === 0 ? [] : [`- Must give a verdict on: ${passes.join(", ")}`];
  const reads = {
    code: "the change, not the author's words",
    claims: "the change, then title and description as claims",
    words: "the change and the author's words",
  }[sees];
  const areas = answers.length === categories.length ? "every area" : answers.join(", ");
  const asked = answers.length === 0 ? [] : [`- Confirms or refutes what checks only suspect in ${areas}`];
  return [`## ${id}`, "", `${title}.`, "", explains, "", ...owns, ...asked, `- Reads ${reads}`, ""];
}

function commandsPage(): string {
  return `${[note, "# Commands", "", "Exit codes: 0 done; 1 a finding at or above `--fail-on`; 2 something you can mend; 3 something outside did not answer; 70 a bug of ours; 130 stopped.", "", "Reviews of local changes are kept in your data folder for 30 days, at most 100 of them and 100 MB, so that `explain`, `dashboard` and `replay` find them. Recognised secrets are redacted first, and nothing is written to the repository. `review --no-keep` keeps none.", "", ...commands.flatMap(commandSection)].join("\n").trimEnd()}\n`;
}

function commandSection(command: Command): string[] {
  const rows = listOptions(command).map(
    (option) => `| \`${option.flags}\` | ${option.says}${option.choices ? ` (${option.choices.join(", ")})` : ""} |`,
  );
  const usage = `crosscheck ${command.id}${rows.length > 0 ? " [options]" : ""}${command.argument ? ` ${command.argument.name}` : ""}`;
  return [
    `## ${command.id}`,
    "",
    `${command.title}.`,
    "",
    "```",
    usage,
    "```",
    "",
    ...(command.argument ? [`\`${command.argument.name}\`: ${command.argument.says}.`, ""] : []),
    "| option | meaning |",
    "| --- | --- |",
    ...rows,
    "",
    "```sh",
    ...command.examples.map(([line, says]) => `${line}  # ${says}`),
    "```",
    "",
  ];
}

interface Property {
  description?: string;
  enum?: readonly string[];
  type?: string;
  items?: { enum?: readonly string[]; type?: string };
}

function configurationPage(): string {
  return `${[
    note,
    "# Configuration",
    "",
    "`.crosscheck.yml` at the top of a repository says how its changes are reviewed. It is read from the base of a change, never from the change itself: a change cannot loosen its own review. One that a change brings or alters is named in the review as not used until merged.",
    "",
    "`crosscheck init` writes one with every key, its meaning and its default; `crosscheck config` shows the values in effect and where each comes from; `crosscheck doctor` says whether it is valid. The first line is for editors:",
    "",
    "```yaml",
    schemaLine,
    "profile: balanced",
    "checks:",
    "  comment-hygiene: advisory",
    "suppressions:",
    "  - path: legacy/**",
    "    reason: leaves with the next release",
    "    expires: 2027-06-30",
    "```",
    "",
    "| key | default | meaning |",
    "| --- | --- | --- |",
    ...rowsOf(repositoryConfigSchema, effectiveConfig({})),
    "",
    "A profile presets two values; what is set explicitly wins over it. The profile is that of `--profile`, else of a tag in the title (`[strict-review]`, `[balanced-review]`, `[minimal-review]`), else the file's. `[WIP]` caps `maxComments` at 3; `[security-review]` and `[style-ok]` add to `focusAreas` and `ignoredAreas`.",
    "",
    "| profile | `maxComments` | `minSeverity` |",
    "| --- | --- | --- |",
    ...(["strict", "balanced", "minimal"] as const).map((profile) => {
      const { maxComments, minSeverity } = effectiveConfig({ profile });
      return `| ${profile} | ${maxComments} | ${minSeverity} |`;
    }),
    "",
    "A suppression has a `reason`, at least one of `check`, `path` (a glob) and `pattern` (a text in the finding's title or line), and may have a last day, `expires`.",
    "",
    "A comment `crosscheck-ignore <check>: reason` on a line, or on the line above it, silences that check there, and is counted. One that a change adds itself does not silence a security finding. `crosscheck explain <finding>` prints the ready-made ways to silence one.",
    "",
    "A repository can have checks of its own in `.crosscheck/checks/`: see [your own checks](own-checks.md).",
    "",
    "## Your own configuration",
    "",
    "`~/.config/crosscheck/config.yml` (or `$XDG_CONFIG_HOME/crosscheck/config.yml`, or the file that `CROSSCHECK_CONFIG` names) holds what no repository may decide: a repository's file that sets one of these, or `keys` or `baseUrls`, is refused. Only `autoApprove` may stand in both; the repository's value wins. [Models](models.md) shows an example.",
    "",
    "| key | default | meaning |",
    "| --- | --- | --- |",
    ...rowsOf(userConfigSchema, effectiveConfig({})),
  ].join("\n")}\n`;
}

function rowsOf(made: z.ZodType, defaults: Config): string[] {
  const { properties } = z.toJSONSchema(made, { io: "input" }) as { properties: Record<string, Property> };
  return Object.entries(properties).map(([key, property]) => {
    const choices = property.enum ?? property.items?.enum;
    return `| \`${key}\` | ${shownDefault(defaults[key as keyof Config] ?? [])} | ${property.description ?? ""}${choices ? ` One of ${choices.join(", ")}.` : ""} |`;
  });
}

function shownDefault(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const parts = Object.entries(value).map(
    ([key, inner]) => `${key} ${typeof inner === "object" ? `(${shownDefault(inner)})` : String(inner)}`,
  );
  return parts.length === 0 ? "on (unproven: advisory)" : parts.join(", ");
}
