// The two words of `.crosscheck.yml` that decide whether anything is fetched at all. Read on their own, before the rest of
// the file is looked at: what is wrong elsewhere in it is told by the review, and does not start one that nobody wants.
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
