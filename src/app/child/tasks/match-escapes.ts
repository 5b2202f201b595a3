// Task: finds out which units reviewed the files that were fixed later, and whether they reported the problem.
import * as z from "zod";
import { parseDraft } from "../../../review/parse-draft.ts";
import { escapesOf } from "../../threads/lessons/escaped.ts";
import { trustedInput, type ChildTask } from "../child-task.ts";
import { escapeSchema, unitName, type EscapeTrace } from "./trace-escapes.ts";

export interface MatchEscapesInput {
  traced: readonly EscapeTrace[];
  /** The review of each pull request named in `traced`, as JSON. */
  drafts: readonly { place: string; json: string }[];
}

const output = z.array(escapeSchema.extend({ unit: unitName, said: z.boolean() })).max(100_000);

export const matchEscapesTask: ChildTask<MatchEscapesInput, z.infer<typeof output>> = {
  id: "match-escapes",
  input: trustedInput(),
  output,
  timeLimitMs: 3_600_000,
  async run({ traced, drafts }) {
    const byPlace = new Map(drafts.map(({ place, json }) => [place, parseDraft(json)]));
    return traced.flatMap((one) => {
      const draft = byPlace.get(one.place);
      return draft ? [...escapesOf(one, draft)] : [];
    });
  },
  accept(matched, { traced }) {
    const key = ({ place, mendedBy, path }: EscapeTrace) => JSON.stringify([place, mendedBy, path]);
    const asked = new Set(traced.map(key));
    if (!matched.every((one) => asked.has(key(one))))
      throw new Error("the child process reports an escape that nobody asked for");
    return matched;
  },
};
