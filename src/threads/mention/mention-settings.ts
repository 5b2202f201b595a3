// Reads a repository's conversation settings from its base branch. Parsed separately: errors elsewhere in the file are
// reported by the review and must not enable or disable conversations.
import { parseDocument } from "yaml";
import type * as z from "zod";
import { effectiveConfig, usualMention, type Config } from "../../change/config.ts";
import { mentionSettingsSchema, repositoryConfigSchema } from "../../change/config-schema.ts";
import type { ReviewCommentsSettings } from "../thread-payloads.ts";
import { settingsOf } from "../thread-settings.ts";

const longest = 100_000;

export interface MentionSettings {
  settings: Config["mention"];
  /** Whom to answer cannot be read from the file, so only people with write access are answered. */
  onlyWriters: boolean;
}

/** A key with an error has its default value, without loss of the others. */
export function mentionSettingsIn(text: string | null): MentionSettings {
  const part = readPart(text, "mention");
  if (part === unreadable) return { settings: usualMention, onlyWriters: true };
  const given = mentionSettingsSchema.safeParse(part);
  if (given.success)
    return { settings: effectiveConfig({ repository: { mention: given.data } }).mention, onlyWriters: false };
  const valid = validKeys(part);
  const { conversation } = isRecord(part) ? part : {};
  const settings = { ...valid, ...(isRecord(conversation) && validKeys({ conversation: validLimits(conversation) })) };
  const isClosed = !isRecord(part) || ["enabled", "allowedUsers"].some((key) => key in part && !(key in valid));
  return { settings: effectiveConfig({ repository: { mention: settings } }).mention, onlyWriters: isClosed };
}

type GivenSettings = z.infer<typeof mentionSettingsSchema>;

function validKeys(part: unknown): GivenSettings {
  const read = isRecord(part)
    ? Object.entries(part).map(([key, value]) => mentionSettingsSchema.safeParse({ [key]: value }))
    : [];
  return Object.assign({}, ...read.map(({ success, data }) => (success ? data : {}))) as GivenSettings;
}

function validLimits(conversation: Record<string, unknown>): Record<string, unknown> {
  const isValid = ([key, value]: [string, unknown]) =>
    mentionSettingsSchema.safeParse({ conversation: { [key]: value } }).success;
  return Object.fromEntries(Object.entries(conversation).filter(isValid));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The language in which models answer. */
export function languageIn(text: string | null): Config["language"] {
  const language = partOf(text, "language");
  return effectiveConfig({ repository: typeof language === "string" ? { language } : {} }).language;
}

/** Whether reviews wait for a person before they are posted. */
export function waitsForConfirmation(text: string | null): boolean {
  return partOf(text, "publish") === "confirm";
}

/** How threads may be resolved, from the same file. */
export function threadSettingsIn(text: string | null): ReviewCommentsSettings {
  const read = repositoryConfigSchema.safeParse({ reviewComments: partOf(text, "reviewComments") });
  return settingsOf(read.success ? (read.data as Parameters<typeof settingsOf>[0]) : {});
}

function partOf(text: string | null, name: string): unknown {
  const part = readPart(text, name);
  return part === unreadable ? {} : part;
}

const unreadable = Symbol("unreadable");

function readPart(text: string | null, name: string): unknown {
  if (text === null || text.trim() === "") return {};
  if (text.length > longest) return unreadable;
  const document = parseDocument(text, { prettyErrors: false, logLevel: "error" });
  if (document.errors.length > 0) return unreadable;
  try {
    const whole = (document.toJS({ maxAliasCount: 50 }) as unknown) ?? {};
    if (!isRecord(whole)) return unreadable;
    return Object.hasOwn(whole, name) ? (whole[name] ?? {}) : {};
  } catch {
    return unreadable;
  }
}
