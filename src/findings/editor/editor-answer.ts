// Reads the editor's answer: verdicts on findings and groups of one cause, by id. The answer is untrusted: what is not
// about an id that was asked changes nothing.
import * as z from "zod";
import { plainReason } from "../arbitrate/answer.ts";
import type { EditorAdvice } from "./edit-findings.ts";
import { editorVerdicts, type EditorOpinion } from "./select-inline.ts";

export const editorAnswerSchema = z.object({
  findings: z.array(
    z.object({
      id: z.string().describe("as in the heading"),
      verdict: z.enum(editorVerdicts),
      reason: z.string().describe("in one sentence"),
    }),
  ),
  causes: z.array(z.array(z.string())).describe("ids of findings that have one cause, the defect first"),
});

export type EditorAnswer = z.infer<typeof editorAnswerSchema>;

/**
 * `asked` maps the ids of the prompt to findings. The first answer to an id counts, "noise" only with a reason, and an
 * answer to fewer than half of them changes nothing.
 */
export function readEditorAnswer({ findings, causes }: EditorAnswer, asked: ReadonlyMap<string, string>): EditorAdvice {
  const verdicts = new Map<string, EditorOpinion>();
  const answered = new Set<string>();
  for (const { id, verdict, reason: said } of findings) {
    const finding = asked.get(id.trim());
    if (finding === undefined || answered.has(finding)) continue;
    answered.add(finding);
    const reason = plainReason(said);
    if (verdict !== "noise" || reason !== "") verdicts.set(finding, { verdict, reason });
  }
  if (verdicts.size * 2 < asked.size) return {};
  return { verdicts, groups: groupsOf(causes, asked) };
}

/** Each finding is in the first group that names it. */
function groupsOf(causes: EditorAnswer["causes"], asked: ReadonlyMap<string, string>): string[][] {
  const grouped = new Set<string>();
  return causes
    .map((ids) =>
      ids.flatMap((id) => {
        const finding = asked.get(id.trim());
        if (finding === undefined || grouped.has(finding)) return [];
        grouped.add(finding);
        return [finding];
      }),
    )
    .filter((group) => group.length > 1);
}
