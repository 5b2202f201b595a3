// Places that are none.
import { plausible } from "./hand.ts";
import { filled, type EvilKind } from "./kind.ts";
import type { Hand, Spot } from "./fill.ts";

export const hostilePaths = [
  "../../etc/passwd",
  "../../../../../../root/.ssh/id_rsa",
  ".git/config",
  ".git/hooks/post-checkout",
  "/etc/shadow",
  "C:\\Windows\\System32\\config\\SAM",
  "file:///etc/passwd",
  "~/.npmrc",
  "src/\u0000index.ts",
  "src/index.ts\nsrc/other.ts",
  "--upload-pack=touch /tmp/owned",
  ":(exclude)src",
  "HEAD:src/index.ts",
  "a/".repeat(2500),
  "x".repeat(5000),
  "",
  ".",
  "__proto__",
  "con.txt ",
] as const;

export const hostileNumbers = [
  -1,
  0,
  -2_147_483_648,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  1e308,
  -0,
  0.5,
  1e-7,
] as const;

const isPath = ({ name }: Spot) => /path|file|glob|dir/i.test(name);

export const namesPathsOutside: EvilKind = (prey) => {
  const usual = plausible(prey);
  const hand: Hand = { ...usual, text: (spot) => (isPath(spot) ? prey.random.of(hostilePaths) : usual.text(spot)) };
  return filled(prey, hand);
};

export const namesLinesThatCannotBe: EvilKind = (prey) =>
  filled(prey, { ...plausible(prey), number: () => prey.random.of(hostileNumbers) });

/** Real paths, and quotes of lines that stand nowhere in them. */
export const inventsQuotes: EvilKind = (prey) => {
  const usual = plausible(prey);
  return filled(prey, {
    ...usual,
    text: (spot) => (/quote|snippet|code/i.test(spot.name) ? "system(userInput); // never there" : usual.text(spot)),
  });
};
