import { availableParallelism } from "node:os";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

/** A project has workers of its own: starting a process takes longer the more its parent has loaded. */
const projects = [
  { name: "browser", include: ["test/browser/**/*.test.ts"] },
  { name: "stories", include: ["test/**/*.test.ts"], exclude: ["test/browser/**"] },
  { name: "app", include: ["src/app/**/*.test.ts"] },
  { name: "world", include: ["src/{standin,world}/**/*.test.ts"] },
  { name: "core", include: ["src/**/*.test.ts"], exclude: ["src/{app,standin,world}/**"] },
];

/** Long stories first, so that at the end no worker is alone with one of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => projects.findIndex(({ name }) => name === project.name);
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

// Packages as users get them: the development build of the Markdown parser is three times slower.
process.env["NODE_ENV"] = "production";

const projectOf = (files: (typeof projects)[number]): TestProjectConfiguration => ({
  test: {
    ...files,
    setupFiles: ["test/support/setup.ts"],
    isolate: false,
    // Node runs the source itself, as the program does. Workers load faster and are smaller, so forking them is cheaper.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Most tests wait for processes, timers or a browser: with a worker for each core, cores would be idle.
    maxWorkers: 3 * availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
});

export default defineConfig({
  test: {
    projects: projects.map(projectOf),
    globalSetup: ["test/support/clean-environment.ts", "test/support/packed-build.ts", "test/support/postgres.ts"],
    sequence: { sequencer: LongestFirst },
  },
});
