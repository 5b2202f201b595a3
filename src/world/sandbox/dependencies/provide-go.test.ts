// Real Go, in real bubblewrap, where it is installed.
import { describe, expect, test } from "vitest";
import { hasProgram } from "../../../../test/support/has-program.ts";
import { skipWithoutSandbox } from "../../../../test/support/sandbox.ts";
import { provideDependencies } from "../dependencies.ts";
import { makeFolder } from "../../../../test/support/sandbox/made-folder.ts";
import { stagedAt, thisMachine, tryProvided } from "../../../../test/support/sandbox/try-provided.ts";

const hasGo = hasProgram("go");

const module = {
  "go.mod": "module example.com/a\n\ngo 1.19\n",
  "a_test.go":
    'package a\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif 1+1 != 2 {\n\t\tt.Fatal("no")\n\t}\n}\n',
};
/** A module as the cache has it. */
const far = {
  "mod/example.com/!far@v1.0.0/go.mod": "module example.com/Far\n",
  "mod/example.com/!far@v1.0.0/far.go": 'package far\n\nconst Name = "far"\n',
};
const requiresFar = `${module["go.mod"]}\nrequire example.com/Far v1.0.0\n`;

describe.skipIf(!hasGo || (await skipWithoutSandbox()))("Go", () => {
  test("tests a module", async () => {
    using made = makeFolder(module);
    const dependencies = await provideDependencies("go", "", stagedAt(made.path), thisMachine());
    if ("is" in dependencies) throw new Error(JSON.stringify(dependencies));
    const result = await tryProvided(dependencies, stagedAt(made.path), ["go", "test", "./..."]);
    expect(result).toEqual({ code: 0, output: expect.stringMatching(/^ok\s+example.com\/a/) });
  });

  test("tests a module with dependencies in its own repository", async () => {
    using made = makeFolder({
      "go.mod": requiresFar,
      "a_test.go": module["a_test.go"].replace(
        '"testing"',
        '(\n\t"testing"\n\tfar "example.com/Far"\n)\n\nvar _ = far.Name',
      ),
      "vendor/modules.txt": "# example.com/Far v1.0.0\n## explicit\nexample.com/Far\n",
      "vendor/example.com/Far/far.go": far["mod/example.com/!far@v1.0.0/far.go"],
    });
    const dependencies = await provideDependencies("go", "", stagedAt(made.path), thisMachine());
    if ("is" in dependencies) throw new Error(JSON.stringify(dependencies));
    const result = await tryProvided(dependencies, stagedAt(made.path), ["go", "test", "./..."]);
    expect(result).toEqual({ code: 0, output: expect.stringMatching(/^ok\s+example.com\/a/) });
  });
});

describe.skipIf(!hasGo)("modules that are not downloaded", () => {
  test.each<[string, string, boolean]>([
    ["are missing", requiresFar, false],
    ["are missing in a list", `${module["go.mod"]}\nrequire (\n\texample.com/Far v1.0.0\n)\n`, false],
    ["may be missing if they are indirect", requiresFar.replace("v1.0.0\n", "v1.0.0 // indirect\n"), true],
    ["may be missing if they are replaced", `${requiresFar}\nreplace example.com/Far => ./far\n`, true],
  ])("%s", async (_, mod, isProvided) => {
    using made = makeFolder({ ...module, "go.mod": mod });
    using empty = makeFolder();
    const env = { ...process.env, GOMODCACHE: empty.path };
    const result = await provideDependencies("go", "", stagedAt(made.path), thisMachine({ env }));
    const message = `example.com/!far@v1.0.0 is not in ${empty.path}. Run go mod download in your clone`;
    if (isProvided) expect(result).toHaveProperty("did.from", "machine");
    else expect(result).toEqual({ is: "not-run", why: "no-dependencies", ecosystem: "go", message });
  });

  test("downloaded modules are provided", async () => {
    using made = makeFolder({ ...module, "go.mod": requiresFar });
    using cache = makeFolder(far);
    const env = { ...process.env, GOMODCACHE: `${cache.path}/mod` };
    const result = await provideDependencies("go", "", stagedAt(made.path), thisMachine({ env }));
    expect(result).toMatchObject({
      readOnly: expect.arrayContaining([{ from: `${cache.path}/mod`, to: "/deps/go/mod" }]),
      env: { GOPROXY: "off", GOFLAGS: "-mod=readonly", GOTOOLCHAIN: "local" },
    });
  });
});

test("without Go, the missing program is named", async () => {
  using made = makeFolder(module);
  const result = await provideDependencies("go", "", stagedAt(made.path), thisMachine({ env: { PATH: "/nowhere" } }));
  expect(result).toEqual({ is: "not-run", why: "no-program", program: "go" });
});
