// Tests the word index, in memory and on disk.
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { IndexOfWords } from "./index-of-words.ts";
import { decodeSegment, encodeSegment, filesWith, idsOf, makeSegment, mergeSegments } from "./index-segment.ts";
import { IndexStore } from "./index-store.ts";
import { numbersOf, WordNumbers } from "./index-words.ts";
import { indexOfWord } from "./match.ts";

const cleanup: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanup.splice(0).toReversed()) undo();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "crosscheck-test-"));
  cleanup.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const idOf = (index: number) => index.toString(16).padStart(40, "0");
const words = (...numbers: number[]) => Uint32Array.from(numbers);
const listing = (...ids: string[]) => ({
  paths: ids.map((id) => `${id}.ts`),
  oids: ids,
  isFile: new Uint8Array(ids.length).fill(1),
});

describe("words", () => {
  test("every word of a name is found in every file that contains the name", () => {
    const numbers = new WordNumbers();
    const pieces = [
      "a",
      "Bc",
      "(",
      "`",
      "_",
      "7",
      "-",
      ".",
      "/",
      "'",
      '"',
      "@",
      "é",
      " ",
      "\n",
      "x".repeat(40),
      "./",
      "--",
    ];
    const text = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (before, name, after) => {
        fc.pre(name !== "" && !name.includes("\n"));
        const whole = `${before}${name}${after}`;
        fc.pre(indexOfWord(whole, name, 0) >= 0);
        const held = new Set(numbers.of(Buffer.from(whole)));
        for (const number of numbersOf(name)) expect(held.has(number)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['import "../lib/utils";', '/utils"', true],
    ["lib/utils.ts", '/utils"', false],
    ["utils + index", "/utils", false],
    ["import './index'", "'./index", true],
    ["import '../index'", "'./index", false],
    ["radio + group", "radio-group", false],
    ["the radio-group", "radio-group", true],
    ["flag", "--flag", false],
    ["from '.'", "'.'", true],
    ["import x from 'y'", "import(`", false],
    ["await import(`./${x}.ts`)", "import(`", true],
    ["a.b('x', '.js')", "'.'", false],
  ])("%s may contain %s: %s", (text, name, can) => {
    const held = new Set(new WordNumbers().of(Buffer.from(text)));
    expect(numbersOf(name).length).toBeGreaterThan(0);
    expect(numbersOf(name).every((number) => held.has(number))).toBe(can);
  });

  test("each word is listed once", () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `word${index % 20_000}`).join(" ");
    const numbers = new WordNumbers();
    for (const _ of [1, 2]) expect(new Set(numbers.of(Buffer.from(text))).size).toBe(20_000);
    expect(numbers.of(Buffer.from("one two one"))).toHaveLength(2);
  });

  test("a file with too many words is not indexed", () => {
    const text = Array.from({ length: 510_000 }, (_, index) => `w${index}`).join(" ");
    expect(new WordNumbers().of(Buffer.from(text))).toBeNull();
  });
});

describe("a segment", () => {
  const entries = [
    { id: idOf(1), words: words(5, 9, 4_294_967_295) },
    { id: idOf(2), words: "binary" as const },
    { id: idOf(3), words: words(9, 0) },
    { id: idOf(4), words: "large" as const },
  ];

  test("lists the files of each word, in memory and from disk, single and merged", () => {
    const newSegment = makeSegment(entries);
    const again = decodeSegment(encodeSegment(newSegment))!;
    const merged = mergeSegments([makeSegment(entries.slice(0, 1)), makeSegment(entries.slice(1)), newSegment]);
    for (const segment of [newSegment, again, merged]) {
      expect(idsOf(segment)).toEqual([1, 2, 3, 4].map(idOf));
      expect([...segment.kinds]).toEqual([0, 1, 0, 2]);
      expect([0, 5, 9, 4_294_967_295, 6].map((word) => [...filesWith(segment, word)])).toEqual([
        [2],
        [0],
        [0, 2],
        [0],
        [],
      ]);
    }
  });

  test("is rejected if a byte differs or its end is missing", () => {
    const bytes = encodeSegment(makeSegment(entries));
    const damaged = (at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
    const places = [...bytes.keys()];
    expect(places.filter((at) => decodeSegment(damaged(at)) !== null)).toEqual([]);
    expect(places.filter((at) => decodeSegment(bytes.subarray(0, at)) !== null)).toEqual([]);
    expect(decodeSegment(bytes)).not.toBeNull();
  });
});

describe("the store", () => {
  test("keeps segments separate for each repository", () => {
    const cache = folder();
    new IndexStore(cache, "/one").write(makeSegment([{ id: idOf(1), words: words(1) }]));
    expect(new IndexStore(cache, "/one").load()).toHaveLength(1);
    expect(new IndexStore(cache, "/two").load()).toHaveLength(0);
    expect([new IndexStore(cache, "/one").isEmpty, new IndexStore(cache, "/two").isEmpty]).toEqual([false, true]);
  });

  test("removes the oldest segments of any repository over the limit, and files of dead processes", () => {
    const cache = folder();
    const segment = makeSegment([{ id: idOf(1), words: Uint32Array.from({ length: 1000 }, (_, index) => index) }]);
    const size = encodeSegment(segment).length;
    for (const [index, repository] of ["/a", "/b", "/c"].entries()) {
      new IndexStore(cache, repository, size * 2).write(segment);
      for (const file of filesIn(cache))
        utimesSync(file, 1000 + index, statSync(file).mtimeMs < 1e9 ? 1000 : 1000 + index);
    }
    writeFileSync(`${filesIn(cache)[0]}.new`, "half");
    utimesSync(`${filesIn(cache).find((file) => file.endsWith(".new"))}`, 1000, 1000);
    new IndexStore(cache, "/d", size * 2).write(segment);
    expect(filesIn(cache)).toHaveLength(2);
    expect(new IndexStore(cache, "/d").load()).toHaveLength(1);
    expect(new IndexStore(cache, "/a").load()).toHaveLength(0);
  });

  test("that is not writable does not fail the search", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    const store = new IndexStore(file, "/one");
    expect(store.write(makeSegment([{ id: idOf(1), words: words(1) }]))).toBeNull();
    expect(store.load()).toEqual([]);
  });
});

function filesIn(cache: string): string[] {
  return readdirSync(cache, { recursive: true, encoding: "utf8" })
    .map((name) => join(cache, name))
    .filter((path) => statSync(path).isFile());
}

describe("the index", () => {
  const [alpha, beta] = [numbersOf("alpha")[0]!, numbersOf("beta")[0]!];

  test("lists the entries that contain every word of a name", () => {
    const index = new IndexOfWords(null);
    index.add(idOf(1), words(...numbersOf("alpha.beta")));
    index.add(idOf(2), words(alpha));
    index.add(idOf(3), "large");
    index.add(idOf(4), "binary");
    const { held, large } = index.candidates(listing(idOf(9), idOf(2), idOf(1), idOf(3), idOf(4)), [
      "alpha",
      "alpha.beta",
    ]);
    expect(held).toEqual([
      { entry: 1, names: ["alpha"] },
      { entry: 2, names: ["alpha", "alpha.beta"] },
    ]);
    expect(large).toEqual([3]);
  });

  test("saved in many small steps has few segments and the same content", () => {
    const cache = folder();
    const index = new IndexOfWords(new IndexStore(cache, "/r"));
    for (let step = 1; step <= 100; step++) {
      index.add(idOf(step), words(step % 2 === 0 ? alpha : beta));
      index.save();
    }
    expect(filesIn(cache).length).toBeLessThan(20);
    const again = new IndexOfWords(new IndexStore(cache, "/r"));
    again.load();
    for (const one of [index, again])
      expect(one.candidates(listing(idOf(2), idOf(3), idOf(100)), ["alpha"]).held.map(({ entry }) => entry)).toEqual([
        0, 2,
      ]);
    index.clear();
    expect([filesIn(cache), index.size]).toEqual([[], 0]);
  });
});
