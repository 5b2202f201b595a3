// Prints the result of `crosscheck fix-comments`, as text or JSON.
import { painter, type Paint, type Style } from "../../../review/publishers/paint.ts";
import { printJson } from "../../../review/publishers/for-programs/print-json.ts";
import { wrap } from "../../../review/publishers/wrap.ts";
import { plain } from "../../../review/words/text.ts";
import { detachedNote, dryRunNote, fixLine, stoppedNote, type FixLine } from "../../../threads/words/fix-texts.ts";
import type { Fixed } from "../fix-comments.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import type { FixedRow } from "./carry-out.ts";

type Screen = Pick<ProcessEnvironment, "print" | "tell" | "screen">;

/**
 * Exit code 0: something was done, or was done before; 1: everything was blocked; 2: GitHub refused something; 3:
 * something may not have arrived.
 */
export function showFixed(fixed: Fixed, how: { json: boolean; detached: boolean }, outside: Screen): number {
  if (how.json) outside.print(printJson(forPrograms(fixed)));
  else outside.print(forPeople(fixed, outside.screen));
  for (const note of notesOf(fixed, how.detached)) outside.tell(`${note}\n`);
  const troubles = fixed.rows.map(({ trouble }) => trouble);
  if (troubles.includes("unknown")) return 3;
  if (troubles.includes("refused")) return 2;
  return fixed.rows.length > 0 && fixed.rows.every(isBlocked) ? 1 : 0;
}

/** A part that nobody asked for does not count. */
function isBlocked({ reply, resolution }: FixedRow): boolean {
  const parts = [reply.is, resolution.is];
  return parts.includes("blocked") && parts.every((is) => is === "blocked" || is === "skipped");
}

function isPlanned({ reply, resolution }: FixedRow): boolean {
  return reply.is === "planned" || resolution.is === "planned";
}

function notesOf({ dryRun, rows }: Fixed, detached: boolean): string[] {
  return [
    ...(detached ? [detachedNote] : []),
    ...(dryRun ? [dryRunNote(rows.some(isPlanned))] : []),
    ...(rows.some(({ reply, resolution }) => reply.is === "not-tried" || resolution.is === "not-tried")
      ? [stoppedNote]
      : []),
  ];
}

function forPrograms({ pull, head, dryRun, rows, phase }: Fixed) {
  return {
    pull,
    head,
    dryRun,
    phase,
    threads: rows.map(({ row, reply, resolution }) => ({
      threadId: row.threadId,
      path: row.path,
      line: row.line,
      classification: row.classification,
      answers: row.answers,
      reply: { is: reply.is, why: reply.why, ...row.reply.ruling, text: row.replyText },
      resolution: { is: resolution.is, why: resolution.why, ...row.resolve.ruling },
    })),
  };
}

const styles: Partial<Record<FixLine["parts"][number]["is"], Style>> = {
  posted: "green",
  resolved: "green",
  blocked: "yellow",
  failed: "red",
  "not-tried": "red",
};

function forPeople({ rows, dryRun }: Fixed, { colour, width }: ProcessEnvironment["screen"]): string {
  const paint = painter(colour);
  const lines = rows.flatMap((one) => rowLines(one, dryRun, paint, width));
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function rowLines({ row, reply, resolution }: FixedRow, dryRun: boolean, paint: Paint, width: number): string[] {
  const line = fixLine(row, reply, resolution);
  const preview = dryRun && reply.is === "planned" && row.replyText !== null ? plain(row.replyText).split("\n") : [];
  return [
    `${paint(line.place, "bold")}  ${line.classification}  ${paint(line.threadId, "dim")}`,
    ...line.parts.flatMap(({ is, says }) => {
      const style = styles[is];
      return wrap(says, Math.max(20, width - 2)).map((part) => `  ${style === undefined ? part : paint(part, style)}`);
    }),
    ...preview.map((text) => paint(`  │ ${text}`, "dim")),
  ];
}
