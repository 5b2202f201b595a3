// Holds the sentences of a rule-based probe. A probe is a document that programs read as well.
import type { EntryPoint } from "./entry-points.ts";

type Named = Pick<EntryPoint, "kind" | "name">;

const entrySentences: Record<EntryPoint["kind"], (name: string) => string> = {
  route: (name) => `A client calls ${name}`,
  command: (name) => `A person runs the command ${name}`,
  event: (name) => `The event ${name} arrives`,
  job: (name) => `The job ${name} starts`,
  component: (name) => `A person opens what ${name} shows`,
  main: (name) => `A person starts ${name}`,
  library: (name) => `A program that uses this package reaches ${name}`,
};

export const entryStep = ({ kind, name }: Named) => entrySentences[kind](name);

const entryInstructions: Record<EntryPoint["kind"], (name: string) => string> = {
  route: (name) => `Call ${name} on a running instance with the input of the bug or feature, and look at the answer`,
  command: (name) =>
    `Run the command ${name} with the input of the bug or feature, and look at what it prints and writes`,
  event: (name) => `Send the event ${name} to a running instance, and look at what follows`,
  job: (name) => `Start the job ${name} once by hand, and look at what it did`,
  component: (name) =>
    `Open what ${name} shows in a running application, do what the change is about, and look at the result`,
  main: (name) => `Start ${name} with the input of the bug or feature, and look at what it does`,
  library: (name) => `Use ${name} from a small program of your own, with the input of the bug or feature`,
};

export const entryProbe = ({ kind, name }: Named, externals: readonly string[]) =>
  `${entryInstructions[kind](name)}${externals.length === 0 ? "" : `; with ${externals.join(", ")} as in production, not replaced`}`;

export const entryCost = (externals: readonly string[]) =>
  externals.length === 0 ? "about 10 minutes" : `about 30 minutes, and access to ${externals.join(", ")}`;

export const callStep = (caller: string, callee: string) => `${caller} calls ${callee}`;
export const changedStep = (name: string) => `${name}, which this change alters, runs`;
export const externalStep = (caller: string, system: string) => `${caller} uses ${system}`;

export const ciStep = "The workflow runs with the next event that it waits for";
export const ciChangedStep = (path: string) => `What this change alters in ${path} takes effect`;
export const ciProbe = "Let the workflow run on a branch, and read its log to the end";

export const directProbe = (name: string, system: string) =>
  `Call ${name} from a console or script against a real ${bare(system)} that is not production, and keep what it answers`;
export const directCost = "about 15 minutes";

export const boxProbe = (text: string) => `Do what the open box asks for: ${text}`;
export const boxCost = "as the author planned it";

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
      ? "Tests ran through the changed function; nobody ran the way from the entry point to it as a whole."
      : `Tests ran through the changed function; what ${externals.join(", ")} really does was not seen.`,
  notRun: (tests: readonly string[]) =>
    `${some(tests)} would run through the changed function, and did not run or did not pass here.`,
  none: "No test was found that runs through the changed function.",
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
    failure_mode: `the code is right in itself, and still fails or does something else once ${bare(system)} answers`,
  }),
  untested: (name: string): Residual => ({
    rule: "no-test-ran",
    assumption: `${name} does what the change intends`,
    probability: "medium",
    failure_mode: "the change is wrong or has no effect, and no test that ran would show it",
  }),
  notNamed: (name: string): Residual => ({
    rule: "name-not-in-tests",
    assumption: `the tests that ran really go through ${name}`,
    probability: "medium",
    failure_mode: "they import the file, do not say the name, and may pass without running the changed lines",
  }),
  step: (text: string): Residual => ({
    rule: "step-without-test",
    assumption: `"${text}" leads to the next step as the names say`,
    probability: "low",
    failure_mode: "a condition, a flag or a configuration keeps the changed code from being reached",
  }),
  byName: (): Residual => ({
    rule: "traced-by-name",
    assumption: "the way from the entry point to the break-point is the one that names and imports show",
    probability: "low",
    failure_mode: "it was traced, not executed: dynamic calls, configuration and feature flags can lead elsewhere",
  }),
  notTraced: (path: string): Residual => ({
    rule: "not-traced",
    assumption: `what reaches ${path}, and what it reaches, is as the author thinks`,
    probability: "medium",
    failure_mode: "its language could not be traced, so neither callers nor systems outside are on this chain",
  }),
  cut: (): Residual => ({
    rule: "more-callers",
    assumption: "the other callers, which were not followed, need nothing else of the changed code",
    probability: "medium",
    failure_mode: "another way in breaks, and is not on this chain",
  }),
  noEntry: (name: string): Residual => ({
    rule: "no-entry-point",
    assumption: `${name} is reached at all when the application runs`,
    probability: "medium",
    failure_mode: "no entry point was found that leads to it, so the change may have no effect",
  }),
  box: (text: string): Residual => ({
    rule: "box-open",
    assumption: `what the author meant to try by hand works: ${text}`,
    probability: "medium",
    failure_mode: "the box is not ticked: nobody says that it was seen to work",
  }),
};

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export const notes = {
  nothing: "No break-point: the change alters no code and nothing of CI.",
  internal: "No probe: no entry point leads to what the change alters, and it reaches no system outside.",
  noSecretsKnown: "No model was asked: what the checks hide is not known here.",
  modelFailed: (message: string) =>
    `The model that was to refine the probe did not answer: ${message}. What the rules traced stands.`,
};
