// Reads the title and description of a pull request from the message of the commit that merged it.

export interface MergedText {
  title: string;
  body: string;
}

/** The subjects of GitHub, homu and GitLab; the text follows a blank line. */
const usual = /^(?:Merge pull request #\d+ from \S+|Auto merge of #\d+ - \S.*|Merge branch '.+' into '.+')$/;
/** bors repeats the number in front of the title, and names reviewers and author behind it. */
const bors = /^Merge #\d+$/;
const borsTitle = /^\d+: (.+?)(?: r=\S+)?(?: a=\S+)?$/;
const gitlabReference = /^See merge request \S+$/m;

/** Null where the message says nothing of its own. */
export function readMergeMessage(message: string): MergedText | null {
  const [subject = "", ...rest] = message.split(/\r?\n/);
  const [first = "", ...below] = rest.join("\n").replace(gitlabReference, "").trim().split("\n");
  const body = below.join("\n").trim();
  if (bors.test(subject)) {
    const title = borsTitle.exec(first)?.[1];
    return title === undefined ? null : { title, body };
  }
  // Git lists conflicts and commits there.
  if (!usual.test(subject) || first === "" || /^(?:#|\*|Conflicts:)/.test(first)) return null;
  return { title: first.trim(), body };
}
