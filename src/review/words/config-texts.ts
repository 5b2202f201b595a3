// Defines the texts of the effective configuration with the origin of each value, for a terminal and for programs.
import type { Omission } from "../../change/change.ts";
import { configPath, type Suppression } from "../../change/config.ts";
import type { ConfigRow, ConfigOrigin } from "../../change/config-origins.ts";
import { painter, type Paint } from "../publishers/paint.ts";
import { lengthOf, pad, wrap } from "../publishers/wrap.ts";
import { omissionText } from "./reasons.ts";
import { list, oneLine } from "./text.ts";

export interface ShownConfig {
  /** The target of the review and the reason for it. */
  shown: string;
  why: string | null;
  base: string;
  /** Whether the base branch has a file, and whether it is used. */
  repositoryFile: "used" | "none" | "left-out";
  /** Path of the user's own file, and whether it exists. */
  userFile: { path: string | null; exists: boolean };
  rows: readonly ConfigRow[];
  /** Why the file in the change itself is not used; empty if it has none. */
  notUsed: readonly Omission[];
  /** Keys that only the user's own file may set: those of this version, and those reserved for later ones. */
  userOnly: { now: readonly string[]; later: readonly string[] };
}

interface Screen {
  colour: boolean;
  width: number;
}

export function configText(config: ShownConfig, { colour, width }: Screen): string {
  const paint = painter(colour);
  const room = Math.max(40, Math.min(width, 120));
  const notes = config.notUsed.map((cut) => `Not used: ${omissionText(cut)}.`);
  return `${[
    ...headLines(config, paint, room),
    "",
    ...rowLines(config, paint, room),
    "",
    ...[...notes, userOnlyLine(config)].flatMap((note) => wrap(note, room)),
  ].join("\n")}\n`;
}

function headLines(config: ShownConfig, paint: Paint, room: number): string[] {
  const why = config.why === null ? "" : ` (${oneLine(config.why)})`;
  const labelled = (label: string, text: string) =>
    wrap(text, room - 14).map((line, index) => `  ${paint(pad(index === 0 ? label : "", 12), "dim")}${line}`);
  return [
    ...wrap(`Configuration for ${oneLine(config.shown)}${why}`, room).map((line) => paint(line, "bold")),
    ...labelled("Repository", repositoryLine(config)),
    ...labelled("Yours", userLine(config)),
  ];
}

function repositoryLine({ repositoryFile, base }: ShownConfig): string {
  return {
    used: `${configPath} at ${short(base)}, the base`,
    none: `no ${configPath} at ${short(base)}, the base; \`crosscheck init\` writes one`,
    "left-out": `${configPath} at ${short(base)} is left out with --no-config`,
  }[repositoryFile];
}

function userLine({ userFile: { path, exists } }: ShownConfig): string {
  if (path === null) return "no file: neither HOME nor XDG_CONFIG_HOME is set";
  return exists ? oneLine(path) : `no file at ${oneLine(path)}`;
}

/** Longer keys get their own line. */
const widestKey = 26;
/** Longer values get their own lines, with the origin below. */
const valueColumn = 12;

export interface ConfigValueRow {
  key: string;
  value: string;
  origin: string;
  /** Set explicitly, not a default. */
  set: boolean;
}

/** The values as text, for a terminal or a page. */
export function configValueRows({ rows, userFile }: Pick<ShownConfig, "rows" | "userFile">): ConfigValueRow[] {
  return withOtherChecks(rows).map(({ key, value, origin }) => ({
    key: oneLine(key),
    value: valueText(key, value),
    origin: shortOrigin(origin, userFile.path),
    set: origin.from !== "default" && origin.from !== "preset",
  }));
}

function rowLines(config: ShownConfig, paint: Paint, room: number): string[] {
  const shown = configValueRows(config);
  const keys = Math.max(10, ...shown.map((row) => lengthOf(row.key)).filter((length) => length <= widestKey)) + 2;
  const left = " ".repeat(keys + 2);
  return shown.flatMap(({ key, value, origin, set }) => {
    const fits = lengthOf(value) <= valueColumn - 2;
    const values = fits ? [pad(value, valueColumn)] : wrap(value, Math.max(20, room - keys - 2));
    const painted = values.map((line) => (set ? paint(line, "bold") : line));
    const from = paint(origin, set ? "cyan" : "dim");
    const [first, ...rest] = fits ? [`${painted[0]}${from}`] : [...painted, `${" ".repeat(valueColumn)}${from}`];
    const below = rest.map((line) => `${left}${line}`);
    return lengthOf(key) > keys - 2
      ? [`  ${key}`, `${left}${first}`, ...below]
      : [`  ${pad(key, keys)}${first}`, ...below];
  });
}

/** The heading names the commit and the folder. */
function shortOrigin(origin: ConfigOrigin, userPath: string | null): string {
  const at = "line" in origin && origin.line !== null ? `:${origin.line}` : "";
  if (origin.from === "repository") return `${configPath}${at}`;
  if (origin.from === "user") return `your ${oneLine(userPath?.split(/[/\\]/).at(-1) ?? "file")}${at}`;
  return originText(origin, { base: "", userFile: { path: userPath, exists: true } });
}

/** The configuration lists only the checks that were set. */
function withOtherChecks(rows: readonly ConfigRow[]): ConfigRow[] {
  const last = rows.findLastIndex((row) => row.key.startsWith("checks."));
  if (last < 0) return [...rows];
  return rows.toSpliced(last + 1, 0, { key: "other checks", value: checksByDefault, origin: { from: "default" } });
}

const checksByDefault = "on (unproven: advisory)";

function valueText(key: string, value: unknown): string {
  if (key.startsWith("suppressions[")) return suppressionText(value as Suppression);
  if (key.startsWith("checks.")) return checkValueText(value as { mode: string; paths?: readonly string[] });
  if (key === "checks") return checksByDefault;
  if (Array.isArray(value)) return "none";
  return oneLine(hidePassword(String(value)));
}

function suppressionText({ check, path, pattern, reason, expires }: Suppression): string {
  const what = [
    ...(check === undefined ? [] : [`check ${check}`]),
    ...(path === undefined ? [] : [`path ${path}`]),
    ...(pattern === undefined ? [] : [`text "${pattern}"`]),
  ];
  return oneLine(`${what.join(", ")}: ${reason}${expires === undefined ? "" : ` (until ${expires})`}`);
}

function checkValueText({ mode, paths }: { mode: string; paths?: readonly string[] }): string {
  return oneLine(paths === undefined ? mode : `${mode}, in ${list(paths)}`);
}

/** A remote URL can contain a password, and people paste this output into issues. */
function hidePassword(text: string): string {
  return text.replace(/^([a-z+]+:\/\/[^/@:]*):[^/@]*@/i, "$1:…@");
}

function originText(origin: ConfigOrigin, { base, userFile }: Pick<ShownConfig, "base" | "userFile">): string {
  const at = (line: number | null) => (line === null ? "" : `:${line}`);
  switch (origin.from) {
    case "default":
      return "default";
    case "preset":
      return `preset of the profile ${origin.profile}`;
    case "repository":
      return `${configPath}${at(origin.line)} at ${short(base)}`;
    case "user":
      return oneLine(`${userFile.path ?? "your own file"}${at(origin.line)}`);
    case "tag":
      return oneLine(
        `tag [${origin.tag}] in ${origin.sha === null ? "the title" : `the commit ${origin.sha.slice(0, 7)}`}`,
      );
    case "command-line":
      return `${origin.flag} on the command line`;
  }
}

function userOnlyLine({ userOnly: { now, later }, userFile: { path } }: ShownConfig): string {
  const where = path === null ? "your own file" : `your own file (${oneLine(path)})`;
  return `Only ${where} may set ${list(now)}; ${list(later)} are reserved for it and have no effect in this version. A repository's file that sets one of them is rejected.`;
}

function short(commit: string): string {
  return commit.slice(0, 12);
}

/** The same for programs. */
export function configJson(config: ShownConfig) {
  return {
    version: 1,
    change: { shown: config.shown, why: config.why, base: config.base },
    repositoryFile: { path: configPath, commit: config.base, is: config.repositoryFile },
    userFile: config.userFile,
    values: config.rows.map(({ key, value, origin }) => ({
      key,
      value: typeof value === "string" ? hidePassword(value) : value,
      origin: { ...origin, says: originText(origin, config) },
    })),
    notUsed: config.notUsed.map((cut) => ({ ...cut, says: omissionText(cut) })),
    userOnlyKeys: [...config.userOnly.now, ...config.userOnly.later],
  };
}
