// Bodies of deliveries as they lie in the database: those that were committed together are packed together. They are much
// alike, so that little is left of them, and to write that little takes less than to write them as they came.
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Where a body lies among the others, in bytes. */
export interface PackPart {
  start: number;
  length: number;
}

export interface Packed {
  bytes: Buffer;
  /** In the order in which they were given. */
  parts: readonly PackPart[];
}

/** Bodies are put side by side here, always in the same place: a new one each time would be most of the garbage there is. */
let table = Buffer.alloc(0);
/** As large as a full group; what is larger has a table of its own. */
const largestTable = 8 * 1024 * 1024;

export function packed(bodies: readonly (string | Buffer)[]): Packed {
  const buffers = bodies.map((body) => (typeof body === "string" ? Buffer.from(body) : body));
  const parts: PackPart[] = [];
  let end = 0;
  for (const { length } of buffers) {
    parts.push({ start: end, length });
    end += length;
  }
  const side = tableFor(end);
  for (const [index, buffer] of buffers.entries()) buffer.copy(side, parts[index]!.start);
  return { bytes: zstdCompressSync(side.subarray(0, end), { params }), parts };
}

function tableFor(length: number): Buffer {
  if (length > largestTable) return Buffer.allocUnsafe(length);
  if (table.length < length) table = Buffer.allocUnsafeSlow(Math.min(largestTable, length * 2));
  return table;
}

/** One after the other, so that they are not all in memory at once. What is no UTF-8 is no JSON, and nothing comes of it. */
export function unpacked(bytes: Uint8Array): (part: PackPart) => string {
  const whole = zstdDecompressSync(bytes);
  return ({ start, length }) => whole.toString("utf8", start, start + length);
}
