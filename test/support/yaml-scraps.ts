// Joins pieces of YAML at random: texts that are YAML now and then.
import fc from "fast-check";

const scraps = [": ", "\n", "  ", "- ", "[", "]", "{", "}", "&a ", "*a", "? ", "'", '"', "#", "|\n"];

export function yamlScraps(...others: readonly string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...scraps, ...others), { maxLength: 14 }).map((parts) => parts.join(""));
}
