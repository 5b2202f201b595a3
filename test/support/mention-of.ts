// A mention in a review comment, as tests of mentions and of the replies to them need it.
import type { Mention } from "../../src/threads/mention.ts";

export function mentionOf(edit: Partial<Mention> = {}): Mention {
  return {
    surface: "review-comment",
    host: "github.com",
    owner: "acme",
    repo: "shop",
    number: 7,
    comment: 12,
    node: "PRRC_12",
    author: "ada",
    authorType: "User",
    association: "MEMBER",
    called: "handle",
    text: "why?",
    inReplyTo: 11,
    path: "a.ts",
    line: 3,
    hunk: "@@ -1 +1 @@",
    at: "2026-01-05T12:00:00Z",
    url: "https://github.com/acme/shop/pull/7#discussion_r12",
    ...edit,
  };
}
