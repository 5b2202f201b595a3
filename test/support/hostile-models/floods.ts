// Too much of it.
import { bad, isAboutFindings, plausible, preferring, sayingEverywhere } from "./hand.ts";
import { filled, type EvilKind } from "./kind.ts";

export const floodsWithCriticalFindings: EvilKind = (prey) =>
  filled(prey, {
    ...preferring(plausible(prey), bad),
    items: (spot) => (isAboutFindings(spot) ? 500 : 3),
    number: (spot) => (/confidence/i.test(spot.name) ? 10 : plausible(prey).number(spot)),
  });

export const saysOneThingForever: EvilKind = (prey) => {
  const long = `${prey.random.of(prey.orders)} `.repeat(20_000).slice(0, 200_000);
  return filled(prey, { ...sayingEverywhere(prey, () => long), items: () => 1 });
};

export const nestsDeeply: EvilKind = ({ random }) => {
  const depth = 2000 + random.below(8000);
  const [open, close] = random.of([
    ["[", "]"],
    ['{"a":', "}"],
  ] as const);
  return { is: "text", text: `${open.repeat(depth)}1${close.repeat(depth)}` };
};
