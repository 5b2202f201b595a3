import { expect, test } from "vitest";
import { gofmt } from "./gofmt.ts";
import { projectFrom } from "../../../../test/support/linter-samples.ts";

test("gofmt is used in every module but the vendored", async () => {
  const found = await gofmt.detect(projectFrom({ "a/go.mod": "", "a/sub/go.mod": "", "vendor/b/go.mod": "" }));
  expect(found.map(({ cwd }) => cwd)).toEqual(["a"]);
  expect(gofmt.command(found[0]!, ["a/x.go"])).toMatchObject({ words: ["gofmt", "-w", "./x.go"], reports: ["x.go"] });
});
