// Limits how much of other people's text is kept, so that fifty thousand comments fit in memory. Ordinary pull requests
// are not affected.

/** Per comment, in characters; GitHub allows 65,536. */
export const maxKeptBody = 8000;
/** Per comment, once the budget of the scan is used up. */
export const shortBody = 200;
/** For all comments of a scan. */
const shareOfScan = 4_000_000;
/** Where whole bodies are wanted: GitHub's limit, of characters that may count twice here, and more for a scan. */
const wholeBody = 140_000;
const shareOfWholeScan = 32_000_000;
/** For the diff hunk above a thread. */
const longestHunk = 4000;

export type KeepText = (text: string, isFirst: boolean) => string;

/** The remaining budget, in characters. */
export interface Share {
  left: number;
  /** Per comment. */
  most: number;
}

export function shareOfOneScan(isWhole = false): Share {
  return isWhole ? { left: shareOfWholeScan, most: wholeBody } : { left: shareOfScan, most: maxKeptBody };
}

/**
 * For one scan: whole bodies until the budget is used up, then the start and end of each reply. First comments are
 * always whole.
 */
export function openKeeping(share: Share): KeepText {
  return (text, isFirst) => {
    const kept = bothEnds(text, share.left > 0 ? share.most : isFirst ? maxKeptBody : shortBody);
    share.left -= kept.length;
    return kept;
  };
}

/** The end of a bot's comment matters too: "addressed in commit" is written there. */
export function bothEnds(text: string, most = maxKeptBody): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 4);
  return copied(`${text.slice(0, most - end - 3)}\n…\n${text.slice(-end)}`);
}

/** The last whole lines: half a line would look like code that is no longer in the file. */
export function lastLines(hunk: string, most = longestHunk): string | null {
  if (hunk.length <= most) return hunk;
  const at = hunk.indexOf("\n", hunk.length - most - 1);
  return at === -1 ? null : copied(hunk.slice(at + 1));
}

/** Copies the substring, because a slice keeps the whole string in memory. */
function copied(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
