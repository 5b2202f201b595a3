// Every form in which a draft can be shown. One line each; nothing else to touch.
import { html } from "./html.ts";
import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";
import { safeDraft } from "../safe-draft.ts";
import type { Publisher } from "./publisher.ts";
import { rdjson } from "./rdjson.ts";
import { sarif } from "./sarif.ts";
import { terminal } from "./terminal.ts";

export const publishers: readonly Publisher[] = [terminal, markdown, html, json, sarif, rdjson, junit].map(
  withSafeDraft,
);

/** Whatever the form: no secret that a finding hides is shown. */
function withSafeDraft(publisher: Publisher): Publisher {
  return { ...publisher, render: (draft, options) => publisher.render(safeDraft(draft), options) };
}
