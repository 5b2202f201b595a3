// Searches one end of the change for the file and line of a scenario: first the file its result names, then other eval
// files.
import type { Project } from "../runner.ts";
import { scenarioLine, scenarioName } from "./scenario-line.ts";
import type { EvalMatcher } from "./eval-files.ts";
import type { Scenario } from "./scenarios.ts";

/** Limits for the files searched and the characters read. */
const mostFiles = 300;
const mostText = 2_000_000;

export interface EvalLocation {
  path: string;
  line: number;
}

export type FindScenario = (scenario: Pick<Scenario, "name" | "file">) => Promise<EvalLocation | null>;

/** Searches changed files first. */
export function scenarioFinder(project: Project, about: EvalMatcher, changed: readonly string[]): FindScenario {
  const known = new Set(project.paths);
  const others = project.paths.filter(about).slice(0, mostFiles);
  const texts = new Map<string, Promise<string | null>>();
  let left = mostText;
  const readSome = async (path: string) => {
    const text = left > 0 ? await project.read(path) : null;
    left -= text?.length ?? 0;
    return text;
  };
  const look = (path: string) => {
    const reading = texts.get(path) ?? readSome(path);
    texts.set(path, reading);
    return reading;
  };
  return async ({ name, file }) => {
    for (const path of new Set([...(file === null ? [] : [file]), ...changed.filter(about), ...others])) {
      const text = known.has(path) ? await look(path) : null;
      const line = text === null ? null : scenarioLine(scenarioName(name), text);
      if (line !== null) return { path, line };
    }
    return null;
  };
}
