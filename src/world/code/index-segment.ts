// Implements an immutable part of the index, which maps each word to the files that contain it.
import { crc32 } from "node:zlib";

/** What is known about a file: its words, that it is binary, or that it is too large. */
export type FileWords = Uint32Array | "binary" | "large";

export interface IndexSegment {
  /** The ids of the files, one after the other, as bytes. */
  ids: Uint8Array;
  idLength: number;
  /** For each file: 0 text, 1 binary, 2 large. */
  kinds: Uint8Array;
  /** Every word's number once, in order. */
  words: Uint32Array;
  /** The start of each word's files in `files`, plus one final entry. */
  starts: Uint32Array;
  /** The files of each word, concatenated. */
  files: Uint32Array;
}

const kindOf = (words: FileWords) => (words === "binary" ? 1 : words === "large" ? 2 : 0);

/** A word and a file packed into one number, so that sorting is numeric; at most 2^20 files. */
const shift = 2 ** 20;

export function makeSegment(entries: readonly { id: string; words: FileWords }[]): IndexSegment {
  const idLength = (entries[0]?.id.length ?? 40) / 2;
  const total = entries.reduce((sum, { words }) => sum + (typeof words === "string" ? 0 : words.length), 0);
  const pairs = new Float64Array(total);
  let at = 0;
  for (const [file, { words }] of entries.entries())
    if (typeof words !== "string") for (const word of words) pairs[at++] = word * shift + file;
  return {
    ids: Buffer.from(entries.map(({ id }) => id).join(""), "hex"),
    idLength,
    kinds: Uint8Array.from(entries, ({ words }) => kindOf(words)),
    ...fromPairs(pairs.toSorted()),
  };
}

function fromPairs(pairs: Float64Array): Pick<IndexSegment, "words" | "starts" | "files"> {
  const files = new Uint32Array(pairs.length);
  const words = new Uint32Array(pairs.length);
  const starts = new Uint32Array(pairs.length + 1);
  let count = 0;
  for (let at = 0; at < pairs.length; at++) {
    const pair = pairs[at]!;
    const word = Math.floor(pair / shift);
    files[at] = pair - word * shift;
    if (count > 0 && words[count - 1] === word) continue;
    starts[count] = at;
    words[count++] = word;
  }
  starts[count] = pairs.length;
  return { files, words: words.slice(0, count), starts: starts.slice(0, count + 1) };
}

/** Merges several segments. */
export function mergeSegments(segments: readonly IndexSegment[]): IndexSegment {
  const entries = segments.flatMap((segment) => {
    const words = wordsByFile(segment);
    return idsOf(segment).map((id, file) => ({
      id,
      words:
        segment.kinds[file] === 1 ? ("binary" as const) : segment.kinds[file] === 2 ? ("large" as const) : words[file]!,
    }));
  });
  return makeSegment([...new Map(entries.map((entry) => [entry.id, entry])).values()]);
}

function wordsByFile({ kinds, words, starts, files }: IndexSegment): Uint32Array[] {
  const counts = new Uint32Array(kinds.length);
  for (const file of files) counts[file]!++;
  const byFile = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (const [index, word] of words.entries())
    for (let at = starts[index]!; at < starts[index + 1]!; at++) byFile[files[at]!]![counts[files[at]!]!++] = word;
  return byFile;
}

export function idsOf({ ids, idLength, kinds }: IndexSegment): string[] {
  const hex = Buffer.from(ids.buffer, ids.byteOffset, ids.length).toString("hex");
  return Array.from(kinds, (_, file) => hex.slice(file * idLength * 2, (file + 1) * idLength * 2));
}

/** The files that contain the word with this number. */
export function filesWith({ words, starts, files }: IndexSegment, word: number): Uint32Array {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return words[low] === word ? files.subarray(starts[low], starts[low + 1]) : files.subarray(0, 0);
}

const magic = 0x31_69_63_63; // "cci1" in this machine's byte order; a file in another byte order is not recognised.
const headerNumbers = 6;

/** A header (magic, checksum of the rest, length of an id, counts), then each list; the numbers first, so that they are aligned. */
export function encodeSegment(segment: IndexSegment): Uint8Array {
  const { ids, idLength, kinds, words, starts, files } = segment;
  const size = 4 * (headerNumbers + words.length + starts.length + files.length) + kinds.length + ids.length;
  const bytes = new Uint8Array(size);
  const numbers = new Uint32Array(bytes.buffer, 0, headerNumbers);
  numbers.set([magic, 0, idLength, kinds.length, words.length, files.length]);
  let at = headerNumbers * 4;
  for (const list of [words, starts, files, kinds, ids]) {
    bytes.set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength), at);
    at += list.byteLength;
  }
  numbers[1] = crc32(bytes.subarray(8));
  return bytes;
}

/** Null if the bytes are not a segment: truncated, damaged, or of another version. */
export function decodeSegment(read: Uint8Array): IndexSegment | null {
  if (read.length < headerNumbers * 4) return null;
  // Small files are read into a shared buffer at any offset, but numbers need alignment.
  const bytes = read.byteOffset % 4 === 0 ? read : new Uint8Array(read);
  const [mark, sum, idLength = 0, count = 0, wordCount = 0, fileCount = 0] = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset,
    headerNumbers,
  );
  const size = 4 * (headerNumbers + wordCount * 2 + 1 + fileCount) + count * (1 + idLength);
  if (mark !== magic || bytes.length !== size || crc32(bytes.subarray(8)) !== sum) return null;
  let at = bytes.byteOffset + headerNumbers * 4;
  const numbers = (length: number) => {
    const list = new Uint32Array(bytes.buffer, at, length);
    at += length * 4;
    return list;
  };
  const [words, starts, files] = [numbers(wordCount), numbers(wordCount + 1), numbers(fileCount)];
  const kinds = new Uint8Array(bytes.buffer, at, count);
  return { idLength, words, starts, files, kinds, ids: new Uint8Array(bytes.buffer, at + count, count * idLength) };
}
