// Registers every output format of a draft, one line each.
import { githubPublisher } from "./github.ts";
import { htmlPublisher } from "./html.ts";
import { jsonPublisher } from "./json.ts";
import { junit } from "./junit.ts";
import { markdownPublisher } from "./markdown.ts";
import { redactQuotedSecrets } from "../redact-draft.ts";
import type { Publisher } from "./publisher.ts";
import { rdjson } from "./rdjson.ts";
import { sarif } from "./sarif.ts";
import { terminal } from "./terminal.ts";

export const publishers: readonly Publisher[] = [
  terminal,
  markdownPublisher,
  githubPublisher,
  htmlPublisher,
  jsonPublisher,
  sarif,
  rdjson,
  junit,
].map(withSafeDraft);

/** For every format, the secrets that findings redact are removed first. */
function withSafeDraft(publisher: Publisher): Publisher {
  return { ...publisher, render: (draft, options) => publisher.render(redactQuotedSecrets(draft), options) };
}
