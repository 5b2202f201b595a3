// Determines where each effective config value comes from. The values are those of `effectiveConfig`; a property test
// compares the two.
import { effectiveConfig, type Config, type ConfigParts, type RepositoryConfig } from "./config.ts";
import type { Intent, Profile } from "./intent.ts";

export type ConfigOrigin =
  | { from: "default" }
  | { from: "preset"; profile: Profile }
  /** The line in the file; null if unknown. */
  | { from: "repository"; line: number | null }
  | { from: "user"; line: number | null }
  | { from: "tag"; tag: string; sha: string | null }
  | { from: "command-line"; flag: "--profile" };

export interface ConfigRow {
  /** For example `tiers.lite.lines` or `trust[0]`; each list entry has a row, and so has an empty list. */
  key: string;
  value: unknown;
  origin: ConfigOrigin;
}

export interface OriginParts extends Omit<ConfigParts, "intent"> {
  intent?: Pick<Intent, "profile" | "focus" | "ignore" | "wip" | "tags">;
  /** The line of each key, from `keyLines`. */
  repositoryLines?: ReadonlyMap<string, number>;
  userLines?: ReadonlyMap<string, number>;
}

export function configOrigins(parts: OriginParts): ConfigRow[] {
  const config = effectiveConfig(parts);
  const simple = ["autoApprove", "reviewDrafts", "publish", "checkRun", "mode", "language"] as const;
  return [
    { key: "profile", value: config.profile, origin: profileOrigin(parts) },
    { key: "maxComments", value: config.maxComments, origin: maxCommentsOrigin(parts, config) },
    { key: "minSeverity", value: config.minSeverity, origin: presetOrigin("minSeverity", parts, config) },
    ...areaRows("focusAreas", parts.repository?.focusAreas, parts, config),
    ...areaRows("ignoredAreas", parts.repository?.ignoredAreas, parts, config),
    ...listRows("suppressions", config.suppressions, parts.repository?.suppressions, (key) => inFile(key, parts)),
    ...checkRows(parts, config),
    ...tierRows(parts, config),
    ...simple.map((key) => ({
      key,
      value: config[key],
      origin: simpleOrigin(key, parts),
    })),
    ...listRows("authorTags", config.authorTags, parts.repository?.authorTags, (key) =>
      parts.repository?.authorTags === undefined ? byDefault : inFile(key, parts),
    ),
    ...groupRows("reviewComments", parts, config),
    ...groupRows("review", parts, config),
    ...groupRows("mention", parts, config),
    ...groupRows("execution", parts, config),
    ...groupRows("lessons", parts, config),
    ...groupRows("noiseBudget", parts, config),
    ...(["trust", "personalRules", "evals"] as const).flatMap((name) =>
      listRows(name, parts.user?.[name] ?? [], parts.user?.[name], (key) => ({
        from: "user",
        line: lineOf(key, parts.userLines),
      })),
    ),
  ];
}

const byDefault: ConfigOrigin = { from: "default" };

function simpleOrigin(key: keyof RepositoryConfig, parts: OriginParts): ConfigOrigin {
  if (parts.repository?.[key] !== undefined) return inFile(key, parts);
  const isUsers = key === "autoApprove" && parts.user?.autoApprove !== undefined;
  return isUsers ? { from: "user", line: lineOf(key, parts.userLines) } : byDefault;
}

function profileOrigin(parts: OriginParts): ConfigOrigin {
  if (parts.profile !== undefined) return { from: "command-line", flag: "--profile" };
  if (parts.intent?.profile) return tagOrigin([`${parts.intent.profile}-review`], parts);
  return parts.repository?.profile === undefined ? byDefault : inFile("profile", parts);
}

function presetOrigin(key: "maxComments" | "minSeverity", parts: OriginParts, { profile }: Config): ConfigOrigin {
  return parts.repository?.[key] === undefined ? { from: "preset", profile } : inFile(key, parts);
}

/** [WIP] lowers the number; if it is low enough already, the origin is whatever set it. */
function maxCommentsOrigin(parts: OriginParts, config: Config): ConfigOrigin {
  const { intent, ...others } = parts;
  const otherwise = effectiveConfig({ ...others, ...(intent && { intent: { ...intent, wip: false } }) });
  return config.maxComments < otherwise.maxComments
    ? tagOrigin(["wip", "draft"], parts)
    : presetOrigin("maxComments", parts, config);
}

const areaTags = { focusAreas: "security-review", ignoredAreas: "style-ok" };

/** The file's areas come first, then those that tags add. */
function areaRows(
  name: "focusAreas" | "ignoredAreas",
  inRepository: readonly string[] | undefined,
  parts: OriginParts,
  config: Config,
): ConfigRow[] {
  const origin = (_key: string, area: unknown): ConfigOrigin => {
    const index = inRepository?.indexOf(String(area)) ?? -1;
    return index < 0 ? tagOrigin([areaTags[name]], parts) : inFile(`${name}[${index}]`, parts);
  };
  if (config[name].length > 0) return listRows(name, config[name], config[name], origin);
  return listRows(name, config[name], inRepository, (key) => inFile(key, parts));
}

function listRows(
  name: string,
  values: readonly unknown[],
  set: readonly unknown[] | undefined,
  origin: (key: string, value: unknown) => ConfigOrigin,
): ConfigRow[] {
  if (values.length === 0)
    return [{ key: name, value: [], origin: set === undefined ? byDefault : origin(name, undefined) }];
  return values.map((value, index) => {
    const key = `${name}[${index}]`;
    return { key, value, origin: origin(key, value) };
  });
}

function checkRows(parts: OriginParts, { checks }: Config): ConfigRow[] {
  const rows = Object.entries(checks).map(([id, value]) => {
    const key = `checks.${id}`;
    return { key, value, origin: inFile(key, parts) };
  });
  if (rows.length > 0) return rows;
  const origin = parts.repository?.checks === undefined ? byDefault : inFile("checks", parts);
  return [{ key: "checks", value: {}, origin }];
}

function tierRows({ repository, ...parts }: OriginParts, { tiers }: Config): ConfigRow[] {
  return (["lite", "full"] as const).flatMap((tier) => {
    const set: Record<string, number | undefined> = repository?.tiers?.[tier] ?? {};
    return Object.entries(tiers[tier]).map(([name, value]) => {
      const key = `tiers.${tier}.${name}`;
      return { key, value, origin: set[name] === undefined ? byDefault : inFile(key, parts) };
    });
  });
}

function groupRows(
  group: "reviewComments" | "review" | "mention" | "execution" | "lessons" | "noiseBudget",
  { repository, ...parts }: OriginParts,
  config: Config,
): ConfigRow[] {
  const set: Record<string, unknown> = repository?.[group] ?? {};
  return Object.entries(config[group]).flatMap(([name, value]: [string, unknown]) => {
    const key = `${group}.${name}`;
    const configured = set[name];
    const origin = (at: string) => (configured === undefined ? byDefault : inFile(at, parts));
    if (Array.isArray(value)) return listRows(key, value, configured as unknown[] | undefined, origin);
    if (typeof value === "object" && value !== null) return partRows(key, value, configured, parts);
    return [{ key, value, origin: configured === undefined ? byDefault : inFile(key, parts) }];
  });
}

/** Rows of a nested group. */
function partRows(
  group: string,
  values: object,
  configured: unknown,
  parts: Pick<OriginParts, "repositoryLines">,
): ConfigRow[] {
  const set = (configured ?? {}) as Record<string, unknown>;
  return Object.entries(values).map(([name, value]: [string, unknown]) => {
    const key = `${group}.${name}`;
    return { key, value, origin: set[name] === undefined ? byDefault : inFile(key, parts) };
  });
}

function inFile(key: string, { repositoryLines }: Pick<OriginParts, "repositoryLines">): ConfigOrigin {
  return { from: "repository", line: lineOf(key, repositoryLines) };
}

/** Falls back to the enclosing key if the key itself has no line, as behind an alias. */
function lineOf(key: string, lines: ReadonlyMap<string, number> | undefined): number | null {
  for (let at = key; at !== ""; at = at.slice(0, Math.max(at.lastIndexOf("."), at.lastIndexOf("["), 0))) {
    const line = lines?.get(at);
    if (line !== undefined) return line;
  }
  return null;
}

/** The first of these tags that takes effect. */
function tagOrigin(names: readonly string[], { intent }: OriginParts): ConfigOrigin {
  const effective = intent?.tags.find(({ tag, ignored }) => names.includes(tag) && ignored === null);
  return { from: "tag", tag: effective?.tag ?? names[0]!, sha: effective?.sha ?? null };
}
