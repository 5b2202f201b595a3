// Reads the settings of `.crosscheck.yml` that decide whether anything is fetched, on their own, so that an error
// elsewhere in the file does not start a review that the repository turned off.
import { parseDocument } from "yaml";
import { effectiveConfig, usualReview, type Config } from "./config.ts";
import { repositoryConfigSchema, reviewSchema } from "./config-schema.ts";

const longest = 100_000;

export function reviewSettingsIn(text: string | null): Config["review"] {
  const { review = {} } = fileIn(text);
  const read = reviewSchema.safeParse(review);
  return read.success ? ({ ...usualReview, ...read.data } as Config["review"]) : usualReview;
}

/** What authors may do with tags, and what the check run says of a pull request that is not reviewed. */
export type SkipSettings = Pick<Config, "authorTags" | "checkRun">;

/** With an error in `authorTags`, no tag has an effect. */
export function skipSettingsIn(text: string | null): SkipSettings {
  const { authorTags, checkRun } = fileIn(text);
  const tags = repositoryConfigSchema.safeParse({ authorTags });
  const run = repositoryConfigSchema.safeParse({ checkRun });
  return effectiveConfig({
    repository: {
      authorTags: tags.success ? tags.data.authorTags : [],
      checkRun: run.success ? run.data.checkRun : undefined,
    },
  });
}

function fileIn(text: string | null): Record<string, unknown> {
  if (text === null || text.length > longest) return {};
  const document = parseDocument(text, { prettyErrors: false, logLevel: "error" });
  if (document.errors.length > 0) return {};
  try {
    const whole = document.toJS({ maxAliasCount: 50 }) as unknown;
    return typeof whole === "object" && whole !== null ? { ...whole } : {};
  } catch {
    return {};
  }
}
