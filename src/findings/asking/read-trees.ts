// Reads files that a model requests, only if the tree lists them.
import type { Code, Side } from "../../change/change.ts";
import { quotedFile, type QuotedFile } from "../quote.ts";

export type ReadFile = (path: string, side: Side) => Promise<QuotedFile | null>;

/** Each file is read and split once. */
export function readerOf(code: Pick<Code, Side>): ReadFile {
  const listed = new Map<Side, Promise<ReadonlySet<string>>>();
  const files = new Map<string, Promise<QuotedFile | null>>();
  const paths = (side: Side) => {
    const known = listed.get(side) ?? code[side].paths().then((all) => new Set(all));
    listed.set(side, known);
    return known;
  };
  const load = async (path: string, side: Side) => {
    if (!(await paths(side)).has(path)) return null;
    const bytes = await code[side].read(path);
    return bytes === null ? null : quotedFile(bytes);
  };
  return (path, side) => {
    const key = `${side}:${path}`;
    const reading = files.get(key) ?? load(path, side);
    files.set(key, reading);
    return reading;
  };
}
