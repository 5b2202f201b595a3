import { expect, test } from "vitest";
import { ruffFormat } from "./ruff-format.ts";
import { projectFrom } from "../../../../test/support/linter-samples.ts";

test("Ruff formats if the project configures it", async () => {
  const found = await ruffFormat.detect(
    projectFrom({
      "a/pyproject.toml": "[tool.ruff.format]\nquote-style = 'single'\n",
      "b/ruff.toml": "line-length = 100\n",
    }),
  );
  expect(found).toEqual([{ linter: "ruff-format", cwd: "a", config: null }]);
});
