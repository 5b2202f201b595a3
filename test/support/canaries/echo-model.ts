// A model that repeats every canary it was shown, in all encodings and in every field of its answer; and a vendor whose
// errors repeat the key that came with the request.
import { cleanLines, cleanPath, type Placed } from "./change.ts";
import { encodings, haystackOf } from "./encodings.ts";
import type { ScriptedRequest, ScriptedReply, ModelScript } from "../../../src/standin/models/story.ts";
import { unfriendlyLookups } from "./unfriendly.ts";
import { findingOf, nothingFound, unitOf } from "../with-models.ts";

export interface EchoModel {
  script: ModelScript;
  /** Everything that was shown to it. */
  prompts: string[];
  /** How often it had something to repeat. */
  repeated: number;
  /** How many files of secrets it asked for, whole. */
  lookedUp: number;
}

export function echoModel(placed: readonly Placed[], keyOf: (vendor: ScriptedRequest["vendor"]) => string): EchoModel {
  let failed = 0;
  const model: EchoModel = {
    prompts: [],
    repeated: 0,
    lookedUp: 0,
    script: (asked): ScriptedReply => {
      model.prompts.push(JSON.stringify(asked.body));
      const wanted = unfriendlyLookups.filter((path) => asked.turns.some(({ text }) => text.includes(path)));
      if (wanted.length > 0 && asked.tools.includes("read_lines") && asked.turns.every(({ role }) => role === "user")) {
        model.lookedUp += wanted.length;
        const calls = wanted.map((path) => ({ name: "read_lines", input: { path, side: "head", start: 1, end: 250 } }));
        return { is: "calls", calls };
      }
      const seen = seenIn(asked, placed);
      model.repeated += seen.length;
      // Every fifth request fails; the errors go through the encodings.
      if (asked.nth % 5 === 4) {
        const encoding = encodings[failed++ % encodings.length]!;
        return { is: "error", status: 400, message: `this key is not known: ${encoding.write(keyOf(asked.vendor))}` };
      }
      if (JSON.stringify(asked.schema ?? null).includes('"points"')) return { is: "json", value: pointsOf(seen) };
      if (unitOf(asked) === "arbiter") return { is: "refusal", text: seen.join(" ") };
      return { is: "json", value: answerOf(seen) };
    },
  };
  return model;
}

/** What was shown, as it was shown and in every other way. */
function seenIn({ system, turns }: ScriptedRequest, placed: readonly Placed[]): string[] {
  const shown = haystackOf([system, ...turns.map(({ text }) => text)]);
  return placed
    .filter(({ canary }) => encodings.some((encoding) => shown.has(canary, encoding)))
    .flatMap(({ canary }) => encodings.map(({ write }) => canary.pieces.map(write).join(" ")));
}

function pointsOf(seen: readonly string[]) {
  const points = Array.from({ length: 8 }, (_, at) => seen.filter((_one, index) => index % 8 === at));
  return { points: points.map((some) => ({ text: `You asked about ${some.join(" ")}`.slice(0, 6000), quote: null })) };
}

function answerOf(seen: readonly string[]) {
  const one = (at: number) => seen[at % Math.max(1, seen.length)] ?? "nothing";
  return {
    ...nothingFound,
    findings: cleanLines.map((quote, at) =>
      findingOf({
        path: cleanPath,
        line: at + 1,
        quote,
        kind: `wrong-condition-${at}`,
        title: `The last item is never charged ${one(at)}`,
        explanation: `With one item the loop ends: ${seen.filter((_, index) => index % cleanLines.length === at).join(" ")}`,
        fix: { startLine: at + 1, endLine: at + 1, text: `export const t = "${one(at + 7)}";` },
      }),
    ),
    notes: seen.slice(0, 30),
    goal: {
      what: [`It adds ${one(3)}`],
      why: one(11),
      goal: one(19),
      verdict: "partially" as const,
      evidence: [],
    },
  };
}
