// Hands: what a hostile model puts into each place of an answer's schema.
import type { Hand, Spot } from "./fill.ts";
import type { Place, Prey } from "./prey.ts";

/**
 * Names real places of the change and says orders about them, so that what it says has a chance to get through. The
 * other hands change a part of it.
 */
export function plausible(prey: Prey): Hand {
  const { random } = prey;
  return {
    text: (spot) => placed(prey, spot) ?? random.of(prey.orders),
    number: ({ name, thing }) => (/line|start|end/i.test(name) ? placeOf(prey, thing).line : 10),
    flag: () => random.next() < 0.5,
    choose: ({ name }, options) =>
      /side/i.test(name) && options.includes("head") ? "head" : options[random.below(options.length)],
    items: () => 1 + random.below(2),
  };
}

/** Says these words wherever a sentence is wanted; places stay real. */
export function saying(prey: Prey, words: (spot: Spot) => string): Hand {
  return { ...plausible(prey), text: (spot) => placed(prey, spot) ?? words(spot) };
}

/** Says these words in every string, places and ids too. */
export function sayingEverywhere(prey: Prey, words: (spot: Spot) => string): Hand {
  return { ...plausible(prey), text: words };
}

function placeOf({ places }: Prey, thing: number): Place {
  return places[thing % places.length] ?? places[0];
}

function placed(prey: Prey, { name, thing }: Spot): string | null {
  if (/path|file/i.test(name)) return placeOf(prey, thing).path;
  if (/quote|snippet|code/i.test(name)) return placeOf(prey, thing).quote;
  if (/^id$|Id$/.test(name)) return prey.random.of(prey.ids);
  return null;
}

/** Everything is fine, whatever the words for it are. */
export const good = /clean|approve|achieved|verified|pass|^ok$|n\/a|none|false.?positive|info|^low$|success|yes/i;
/** Everything is as bad as can be. */
export const bad = /critical|blocker|high|real.?bug|failed|not.?achieved|findings|request.?changes|error/i;

export function preferring(hand: Hand, liked: RegExp): Hand {
  return {
    ...hand,
    choose: (spot, options) =>
      options.find((option) => typeof option === "string" && liked.test(option)) ?? hand.choose(spot, options),
  };
}

export function isAboutFindings({ name }: Spot): boolean {
  return /finding|issue|problem|bug|defect|vulnerabilit/i.test(name);
}
