// A draft as a server keeps it: without the secrets that stand in the change, in its words or in what was said of it. A
// database is copied, backed up and read by others than those who may read the repository.
import { hiddenIn } from "../findings/hide-secrets.ts";
import type { Draft } from "./draft.ts";
import { eachText, safeDraft } from "./safe-draft.ts";

/** Names of files stay: by them the draft is posted, and everything in it is found. */
export function coveredDraft(draft: Draft): Draft {
  const safe = safeDraft(draft);
  const texts: string[] = [];
  eachText(safe, (text) => {
    texts.push(text);
    return text;
  });
  const paths = safe.change.files.flatMap(({ oldPath, newPath }) => [oldPath ?? "", newPath ?? ""]);
  const values = hiddenIn(texts.join("\n")).filter((value) => !paths.some((path) => path.includes(value)));
  if (values.length === 0) return safe;
  // Longest first: one may be a part of another.
  const alternatives = values.toSorted((a, b) => b.length - a.length).map((value) => value.replaceAll(/\W/g, "\\$&"));
  const any = new RegExp(alternatives.join("|"), "g");
  return eachText(safe, (text) => text.replaceAll(any, "…"));
}
