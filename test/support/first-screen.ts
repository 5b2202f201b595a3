// Checks that a person sees the gravest finding and the verdict without scrolling for them.
import { reachesAuthor, severityRank, type JudgedFinding } from "../../src/findings/finding.ts";
import type { Draft } from "../../src/review/draft.ts";
import { publishers } from "../../src/review/publishers/index.ts";
import { lengthOf } from "../../src/review/publishers/wrap.ts";
import { findingLocation } from "../../src/review/words/finding-lines.ts";
import { oneLine } from "../../src/review/words/text.ts";

const [columns, rows] = [80, 24];

function screenOf(draft: Draft): string[] {
  const terminal = publishers.find(({ id }) => id === "terminal")!;
  return terminal.render(draft, { colour: false, width: columns, version: "0", explains: true }).trimEnd().split("\n");
}

/** The gravest findings that are shown. */
export function worstOf({ judged }: Draft): JudgedFinding[] {
  const posted = judged.filter(reachesAuthor);
  const shown = posted.length > 0 ? posted : judged.filter(({ outcome }) => outcome === "advisory");
  const gravest = Math.min(...shown.map(({ severity }) => severityRank(severity)));
  return shown.filter(({ severity }) => severityRank(severity) === gravest);
}

/** Where its title and its place are; -1 where either is missing. */
function rowOf(one: JudgedFinding, lines: readonly string[]): number {
  const title = oneLine(one.finding.title).slice(0, 50);
  return lines.findIndex(
    (_, at) =>
      lines
        .slice(at, at + 3)
        .map((line) => line.trim())
        .join(" ")
        .includes(title) && lines.slice(at, at + 5).some((line) => line.includes(findingLocation(one).slice(-60))),
  );
}

/** What is wrong with the screen; empty where nothing is. */
export function screenFaults(draft: Draft): string[] {
  const lines = screenOf(draft);
  const worst = worstOf(draft);
  const verdict = lines.findIndex((line) =>
    /^(?:Block|Needs changes|Undecided|Approve|No findings|Only advisory)/.test(line),
  );
  return [
    ...(worst.length === 0 && lines.length > 4 ? [`a quiet review of ${lines.length} lines`] : []),
    ...(worst.length > 0 && !worst.some((one) => rowOf(one, lines.slice(0, rows)) !== -1)
      ? ["the gravest finding is not on the first screen"]
      : []),
    ...(verdict === -1 || lines.length - verdict > 7 ? ["the verdict does not stand at the end"] : []),
    ...lines.filter((line) => lengthOf(line) > columns).map((line) => `too wide: ${line}`),
  ];
}
