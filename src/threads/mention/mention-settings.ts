// Reads a repository's conversation settings from its base branch. Parsed separately: errors elsewhere in the file are
// reported by the review and must not enable or disable conversations.
import { parseDocument } from "yaml";
import { effectiveConfig, usualMention, type Config } from "../../change/config.ts";
import { mentionSettingsSchema, repositoryConfigSchema } from "../../change/config-schema.ts";
import type { ReviewCommentsSettings } from "../thread-payloads.ts";
import { settingsOf } from "../thread-settings.ts";

const longest = 100_000;

export function mentionSettingsIn(text: string | null): Config["mention"] {
  const read = mentionSettingsSchema.safeParse(partOf(text, "mention"));
  return read.success ? effectiveConfig({ repository: { mention: read.data } }).mention : usualMention;
}

/** The language in which models answer. */
export function languageIn(text: string | null): Config["language"] {
  const language = partOf(text, "language");
  return effectiveConfig({ repository: typeof language === "string" ? { language } : {} }).language;
}

/** How threads may be resolved, from the same file. */
export function threadSettingsIn(text: string | null): ReviewCommentsSettings {
  const read = repositoryConfigSchema.safeParse({ reviewComments: partOf(text, "reviewComments") });
  return settingsOf(read.success ? (read.data as Parameters<typeof settingsOf>[0]) : {});
}

function partOf(text: string | null, name: string): unknown {
  if (text === null || text.length > longest) return {};
  const document = parseDocument(text, { prettyErrors: false, logLevel: "error" });
  if (document.errors.length > 0) return {};
  try {
    const whole = document.toJS({ maxAliasCount: 50 }) as unknown;
    return typeof whole === "object" && whole !== null && name in whole ? (whole as Record<string, unknown>)[name] : {};
  } catch {
    return {};
  }
}
