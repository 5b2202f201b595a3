// Parses the output of `--raw -p -z`: the raw rows first, then the patch.
import { pathText } from "../../path-text.ts";
import type { RawRow } from "../../change/git.ts";

/** The options of every diff, so that one parser reads the whole change and its commits. */
export const diffOptions = [
  "-r",
  "-M",
  "-l1000",
  "-p",
  "--raw",
  "-z",
  "--full-index",
  "--no-abbrev",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--src-prefix=a/",
  "--dst-prefix=b/",
] as const;

export interface RawDiff {
  rows: RawRow[];
  patch: Uint8Array;
}

/** `--raw -z` prints its rows first, each starting with a colon, then an empty one, then the patch. */
export function splitRaw(output: Buffer): RawDiff {
  const rows: RawRow[] = [];
  let at = 0;
  const field = () => {
    const end = output.indexOf(0, at);
    const bytes = output.subarray(at, end);
    at = end + 1;
    return bytes;
  };
  while (output[at] === 0x3a) {
    const [oldMode = "", newMode = "", oldOid = "", newOid = "", status = ""] = field()
      .toString("latin1")
      .slice(1)
      .split(" ");
    const first = pathText(field());
    const second = /^[RC]/.test(status) ? pathText(field()) : first;
    rows.push({ oldMode, newMode, oldOid, newOid, status, oldPath: first, newPath: second });
  }
  return { rows, patch: output.subarray(output[at] === 0 ? at + 1 : at) };
}
