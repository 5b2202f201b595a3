// Changes of many files, straight from a diff's text: writing thousands of files for git would take longer than the test.
import type { Change } from "../../../src/change/change.ts";
import { parseDiff } from "../../../src/change/parse-diff.ts";
import { changeOf } from "../change-of.ts";

/** New files, each with its lines. */
export function largeChange(files: readonly { path: string; lines: number }[], title = "feat: a lot"): Change {
  const diff = files.map(({ path, lines }) =>
    [
      `diff --git a/${path} b/${path}`,
      "new file mode 100644",
      "--- /dev/null",
      `+++ b/${path}`,
      `@@ -0,0 +1,${lines} @@`,
      ...Array.from({ length: lines }, (_, index) => `+line(${index + 1});`),
      "",
    ].join("\n"),
  );
  return { ...changeOf({ title }), files: parseDiff(new TextEncoder().encode(diff.join(""))) };
}
