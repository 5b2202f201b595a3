import fc from "fast-check";
import { expect, test } from "vitest";
import { isBuiltOnLinux } from "./build-constraints.ts";
import { cases } from "../../../../../test/support/cases.ts";

cases<[string, string, boolean]>("%s with %j is built: %j", isBuiltOnLinux, [
  ["a/b.go", "package a", true],
  ["a/b_darwin.go", "package a", false],
  ["a/b_windows_amd64_test.go", "package a", false],
  ["a/windows.go", "package a", true],
  ["a/b_linux_test.go", "package a", true],
  ["a/b.go", "// word\n\n//go:build acceptance\n\npackage a", false],
  ["a/b.go", "//go:build !acceptance\n\npackage a", true],
  ["a/b.go", "//go:build (linux && !cgo) || darwin\npackage a", false],
  ["a/b.go", "//go:build integration || unix && go1.18\npackage a", true],
  ["a/b.go", "package a\n\n//go:build never", true],
]);

test("any constraint is parsed", () => {
  const tokens = fc.array(fc.constantFrom("!", "(", ")", "&&", "||", "linux", "x", " "), { maxLength: 60 });
  fc.assert(
    fc.property(tokens, (all) => {
      expect(() => isBuiltOnLinux("a.go", `//go:build ${all.join("")}\npackage a`)).not.toThrow();
    }),
  );
});
