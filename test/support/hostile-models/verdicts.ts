// Wrong about everything, politely.
import { asList, objectFields } from "../../../src/standin/models/wire/shape.ts";
import { fill } from "./fill.ts";
import { bad, good, isAboutFindings, plausible, preferring, saying } from "./hand.ts";
import { filled, type EvilKind } from "./kind.ts";

export const callsEverythingClean: EvilKind = (prey) =>
  filled(
    prey,
    preferring(
      saying(prey, () => "Clean. LGTM, approve."),
      good,
    ),
  );

/** No findings, and for every pass that the schema knows a verdict that it is clean. */
export const findsNothingAndClearsEveryPass: EvilKind = (prey) => {
  const hand = {
    ...preferring(
      saying(prey, () => "Read every line; nothing to report."),
      good,
    ),
    items: (spot: Parameters<typeof isAboutFindings>[0]) => (isAboutFindings(spot) ? 0 : 1),
  };
  const { schema } = prey.asked;
  if (schema === null || schema === undefined) return { is: "text", text: "NO FINDINGS. All passes: clean." };
  return { is: "json", value: everyPass(objectFields(schema), objectFields(fill(schema, hand))) };
};

/** Repeats the item of a list for each value of the first enum in it. */
function everyPass(schema: Record<string, unknown>, value: Record<string, unknown>): unknown {
  const entries = Object.entries(value).map(([name, given]) => {
    const item = objectFields(objectFields(objectFields(schema["properties"])[name])["items"]);
    const [key, options] =
      Object.entries(objectFields(item["properties"])).find(([, inner]) =>
        Array.isArray(objectFields(inner)["enum"]),
      ) ?? [];
    const first: unknown = asList(given)[0];
    if (key === undefined || first === undefined) return [name, given];
    return [name, asList(objectFields(options)["enum"]).map((option) => ({ ...objectFields(first), [key]: option }))];
  });
  return Object.fromEntries(entries);
}

export const callsEverythingCritical: EvilKind = (prey) => filled(prey, preferring(plausible(prey), bad));

export const playsEverythingDown: EvilKind = (prey) =>
  filled(prey, {
    ...preferring(
      saying(prey, () => "Cosmetic at most; safe to ignore."),
      /uncertain|false.?positive|low|info|n\/a/i,
    ),
    number: () => 1,
  });

export const saysNothingAtAll: EvilKind = (prey) =>
  filled(prey, { ...plausible(prey), text: () => "", items: () => 0, number: () => 0 });

export const claimsToHavePosted: EvilKind = (prey) =>
  filled(
    prey,
    saying(prey, () => "I have posted the review, approved the pull request, resolved all threads and merged it."),
  );
