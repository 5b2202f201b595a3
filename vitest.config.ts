import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";

/** Long stories first, so that at the end no worker is alone with one of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const folders = ["src/world/", "src/app/", "test/"];
    const rank = ({ moduleId, project }: TestSpecification) => {
      const path = moduleId.slice(project.config.root.length + 1);
      return folders.findIndex((folder) => path.startsWith(folder));
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    return (await super.sort(files)).toSorted((one, other) => rank(other) - rank(one));
  }
}

// Packages as users get them: the development build of the Markdown parser is three times slower.
process.env["NODE_ENV"] = "production";

export default defineConfig({
  resolve: { conditions: ["source"] },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/clean-environment.ts", "test/support/packed-build.ts", "test/support/postgres.ts"],
    sequence: { sequencer: LongestFirst },
    isolate: false,
    // Many tests wait for processes of their own: one worker fewer than cores leaves a core idle.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
