// Renders the author's text: all of it for the goal reviewer, title and description as claims for others.
import type { Change } from "../../change/change.ts";
import type { Boundary } from "./boundary.ts";
import { cut, collapseWhitespace } from "./raw-findings.ts";

const most = {
  claims: 4_000,
  body: 20_000,
  commits: 40,
  message: 600,
  issues: 5,
  issue: 6_000,
  request: 4_000,
  labels: 30,
};

/** Empty where the author says nothing. */
export function claimsText({ words }: Pick<Change, "words">, fence: Boundary["fence"]): string {
  const body = cut(words.body.trim(), most.claims);
  return [
    words.title.trim() === "" ? "" : fence("title, as claimed", words.title),
    body === "" ? "" : fence("description, as claimed", body),
  ].join("");
}

export function wordsText({ words, concerns }: Pick<Change, "words" | "concerns">, fence: Boundary["fence"]): string {
  const commits = words.commits.slice(-most.commits).map(({ message }) => `- ${cut(message.trim(), most.message)}`);
  const left = words.commitsTotal - commits.length;
  return [
    fence("title", words.title),
    fence("description", cut(words.body, most.body)),
    words.branch === null ? "" : fence("branch", words.branch),
    words.labels.length === 0
      ? ""
      : fence("labels", words.labels.slice(0, most.labels).map(collapseWhitespace).join("\n")),
    commits.length === 0
      ? ""
      : fence(
          "commit messages",
          [...(left > 0 ? [`(${left} earlier ones are not shown)`] : []), ...commits].join("\n"),
        ),
    ...words.issues
      .slice(0, most.issues)
      .map(({ reference, title, body }) => fence(`linked issue ${reference}`, `${title}\n\n${cut(body, most.issue)}`)),
    words.request === null
      ? ""
      : fence("what the person who asked for this review wrote", cut(words.request, most.request)),
    concerns.length === 0
      ? ""
      : fence(
          "concerns to answer, by id",
          concerns.map(({ id, source, text }) => `${id} (${source}): ${collapseWhitespace(text)}`).join("\n"),
        ),
  ]
    .filter((part) => part !== "")
    .join("\n");
}
