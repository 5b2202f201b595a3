// Texts for tests of every page: what honest people would write, or what a test puts in its place.

/** What is written where an honest person would write that; the same for the same. */
export type Tell = (honest: string) => string;

/** Whose eyes it is for: of all who may see a repository, or only of those who may steer it. */
export type Eyes = "readers" | "writers";

/** One for each of many things of a kind. */
export type Telling = (index: number, eyes: Eyes) => Tell;

export const honestly: Telling = () => (honest) => honest;

/** Each thing begins with another of the texts and goes on through them, so that together they say all of them everywhere. */
export function saying(texts: readonly string[]): Telling {
  return (index) => {
    const told = new Map<string, string>();
    let next = index;
    return (honest) => {
      const known = told.get(honest) ?? texts[next++ % texts.length]!;
      told.set(honest, known);
      return known;
    };
  };
}

/** The same value with every text told, but for those at places that are ours: names of kinds and states, ids, hashes. */
export function retold<T>(value: T, tell: Tell, isOurs: (place: string) => boolean, place = ""): T {
  if (isOurs(place)) return value;
  if (typeof value === "string") return (value === "" ? value : tell(value)) as T;
  if (Array.isArray(value)) return value.map((one) => retold(one, tell, isOurs, place)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, retold(inner, tell, isOurs, `${place}.${key}`)]),
  ) as T;
}
