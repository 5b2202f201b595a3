// Lists every supported test runner. Commands from the project's config replace all of them.
import type { Change } from "../../../change/change.ts";
import type { Runner } from "../runner.ts";
import { cargo } from "./cargo.ts";
import { configuredRunner } from "./configured.ts";
import { go } from "./go.ts";
import { gradle } from "./gradle.ts";
import { jest } from "./jest.ts";
import { maven } from "./maven.ts";
import { mocha } from "./mocha.ts";
import { nodeTest } from "./node-test.ts";
import { pytest } from "./pytest.ts";
import { vitest } from "./vitest.ts";

const runners: readonly Runner[] = [vitest, jest, nodeTest, mocha, pytest, go, cargo, maven, gradle];

export function runnersFor({ config: { execution } }: Pick<Change, "config">): readonly Runner[] {
  return execution.commands.length > 0 ? execution.commands.map(configuredRunner) : runners;
}
