// Reads the two settings of `.crosscheck.yml` that decide whether anything is fetched, on their own, so that an error
// elsewhere in the file does not start a review that the repository turned off.
import { parseDocument } from "yaml";
import { usualReview, type Config } from "./config.ts";
import { reviewSchema } from "./config-schema.ts";

const longest = 100_000;

export function reviewSettingsIn(text: string | null): Config["review"] {
  if (text === null || text.length > longest) return usualReview;
  const document = parseDocument(text, { prettyErrors: false, logLevel: "error" });
  if (document.errors.length > 0) return usualReview;
  const read = reviewSchema.safeParse(partOf(document));
  return read.success ? ({ ...usualReview, ...read.data } as Config["review"]) : usualReview;
}

function partOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    const whole = document.toJS({ maxAliasCount: 50 }) as unknown;
    return typeof whole === "object" && whole !== null && "review" in whole ? whole.review : {};
  } catch {
    return {};
  }
}
