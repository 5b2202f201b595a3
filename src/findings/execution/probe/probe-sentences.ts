// Texts of a probe that is derived by rules, without a model. Programs read them as well.
import type { EntryPoint } from "./entry-points.ts";

type Named = Pick<EntryPoint, "kind" | "name">;

const entrySentences: Record<EntryPoint["kind"], (name: string) => string> = {
  route: (name) => `A client calls ${name}`,
  command: (name) => `A user runs the command ${name}`,
  event: (name) => `The event ${name} arrives`,
  job: (name) => `The job ${name} starts`,
  component: (name) => `A user opens ${name}`,
  main: (name) => `A user starts ${name}`,
  library: (name) => `A program that uses this package calls ${name}`,
};

export const entryStep = ({ kind, name }: Named) => entrySentences[kind](name);

const entryInstructions: Record<EntryPoint["kind"], (name: string) => string> = {
  route: (name) => `Call ${name} on a running instance with the input of the bug or feature, and check the response`,
  command: (name) =>
    `Run the command ${name} with the input of the bug or feature, and check what it prints and writes`,
  event: (name) => `Send the event ${name} to a running instance, and check what happens`,
  job: (name) => `Start the job ${name} once by hand, and check the result`,
  component: (name) => `Open ${name} in the running application, use the changed feature, and check the result`,
  main: (name) => `Start ${name} with the input of the bug or feature, and check what it does`,
  library: (name) => `Use ${name} from a small program, with the input of the bug or feature`,
};

export const entryProbe = ({ kind, name }: Named, externals: readonly string[]) =>
  `${entryInstructions[kind](name)}${externals.length === 0 ? "" : `; use the real ${externals.map(bare).join(", ")}, not a mock`}`;

export const entryCost = (externals: readonly string[]) =>
  externals.length === 0 ? "about 10 minutes" : `about 30 minutes, and access to ${externals.join(", ")}`;

export const callStep = (caller: string, callee: string) => `${caller} calls ${callee}`;
export const changedStep = (name: string) => `The changed code in ${name} runs`;
export const externalStep = (caller: string, system: string) => `${caller} uses ${system}`;

export const ciStep = "The workflow runs on its next trigger";
export const ciChangedStep = (path: string) => `The change to ${path} takes effect`;
export const ciProbe = "Run the workflow on a branch, and read the whole log";

export const directProbe = (name: string, system: string) =>
  `Call ${name} from a console or script against a real ${bare(system)} that is not production, and save the response`;
export const directCost = "about 15 minutes";

export const boxProbe = (text: string) => `Do the unchecked item of the description: ${text}`;
export const boxCost = "as planned by the author";

export const testProbe = (tests: readonly string[]) => `Run ${some(tests)}`;
export const testCost = "minutes";
export const noTestProbe = (name: string) =>
  `Write a test that calls ${name} with the input of the bug or feature, and run it`;
export const noTestCost = "about 30 minutes";

function some(tests: readonly string[]): string {
  const shown = tests.slice(0, 4).join(", ");
  return tests.length > 4 ? `${shown} and ${tests.length - 4} more` : shown;
}

/** Without the article. */
function bare(system: string): string {
  return system.replace(/^(?:an?|the) /, "");
}

export const gap = {
  covered: (externals: readonly string[]) =>
    externals.length === 0
      ? "Tests cover the changed function, but not the whole path from the entry point to it."
      : `Tests cover the changed function, but not the real behaviour of ${externals.join(", ")}.`,
  notRun: (tests: readonly string[]) =>
    `${some(tests)} would cover the changed function, but did not run or did not pass here.`,
  none: "No test was found that covers the changed function.",
};

export interface Residual {
  /** Stable id of the kind of uncertainty. */
  rule: string;
  assumption: string;
  probability: "low" | "medium" | "high";
  failure_mode: string;
}

export const residual = {
  external: (system: string, at: string, isChanged: boolean): Residual => ({
    rule: `external-${bare(system)}`,
    assumption: `${capital(system)} behaves as the code at ${at} expects`,
    probability: isChanged ? "high" : "medium",
    failure_mode: `the code is correct, but fails or misbehaves with the real ${bare(system)}`,
  }),
  untested: (name: string): Residual => ({
    rule: "no-test-ran",
    assumption: `${name} does what the change intends`,
    probability: "medium",
    failure_mode: "the change is wrong or has no effect, and no test that ran would show it",
  }),
  notNamed: (name: string): Residual => ({
    rule: "name-not-in-tests",
    assumption: `the tests that ran call ${name}`,
    probability: "medium",
    failure_mode:
      "they import the file but do not mention the name, so they may pass without running the changed lines",
  }),
  step: (text: string): Residual => ({
    rule: "step-without-test",
    assumption: `"${text}" leads to the next step, as the names suggest`,
    probability: "low",
    failure_mode: "a condition, a flag or a configuration keeps the changed code from being reached",
  }),
  byName: (): Residual => ({
    rule: "traced-by-name",
    assumption: "names and imports show the actual path from the entry point to the break-point",
    probability: "low",
    failure_mode: "the path was traced, not executed: dynamic calls, configuration or feature flags can change it",
  }),
  notTraced: (path: string): Residual => ({
    rule: "not-traced",
    assumption: `the callers and dependencies of ${path} are what the author expects`,
    probability: "medium",
    failure_mode: "its language cannot be traced, so callers and external systems are missing from this chain",
  }),
  cut: (): Residual => ({
    rule: "more-callers",
    assumption: "the callers that were not traced do not depend on the old behaviour",
    probability: "medium",
    failure_mode: "another caller breaks that is not on this chain",
  }),
  noEntry: (name: string): Residual => ({
    rule: "no-entry-point",
    assumption: `${name} is reachable when the application runs`,
    probability: "medium",
    failure_mode: "no entry point was found that leads to it, so the change may have no effect",
  }),
  box: (text: string): Residual => ({
    rule: "box-open",
    assumption: `the author's manual check succeeds: ${text}`,
    probability: "medium",
    failure_mode: "the box is unchecked, so nobody has confirmed that it works",
  }),
};

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export const notes = {
  nothing: "No break-point: the change touches neither code nor CI.",
  internal: "No probe: no entry point leads to the changed code, and it calls no external system.",
  noSecretsKnown: "No model was asked, because the values that checks redacted are not known here.",
  modelFailed: (message: string) => `The model did not refine the probe: ${message}. The probe from rules is used.`,
};
