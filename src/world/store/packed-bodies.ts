// Packs the bodies of deliveries that are committed together. They are similar, so they compress well, and writing the
// pack is cheaper than writing them as received.
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Offset and length of a body in the pack, in bytes. */
export interface PackPart {
  start: number;
  length: number;
}

export interface Packed {
  bytes: Buffer;
  /** In the given order. */
  parts: readonly PackPart[];
}

/** A reused buffer, because allocating one per pack would dominate garbage collection. */
let table = Buffer.alloc(0);
/** The size of a full group; larger packs get their own buffer. */
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

/** Yields one at a time to bound memory. A body that is not UTF-8 is not JSON and is ignored. */
export function unpacked(bytes: Uint8Array): (part: PackPart) => string {
  const whole = zstdDecompressSync(bytes);
  return ({ start, length }) => whole.toString("utf8", start, start + length);
}
