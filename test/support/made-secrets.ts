// Makes up secrets from seeds, so that the repository holds none and every run has the same ones.

export type Draw = (length: number, alphabet: string) => string;

const digits = "0123456789";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const alphabets = {
  hex: `${digits}abcdef`,
  digits,
  small: `abcdefghijklmnopqrstuvwxyz${digits}`,
  large: `ABCDEFGHIJKLMNOPQRSTUVWXYZ${digits}`,
  base32: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  letters,
  // Ordered as in GitHub's checksum alphabet.
  word: `${digits}${letters}`,
  base64: `${letters}${digits}+/`,
  django: `abcdefghijklmnopqrstuvwxyz${digits}!@#$%^&*(-_=+)`,
  typed: `${letters}${digits}!@%^*-_+?`,
};

/** mulberry32: the same tokens on every run. */
export function drawing(seed: number): Draw {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (length, alphabet) =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(next() * alphabet.length))).join("");
}
