// Follows a value to those who can choose it: `env`, `matrix` and `inputs` pass on what others were given.
import { authorOf, type Author } from "./authors.ts";
import { expressionsIn, fences, type Flow } from "./expressions.ts";
import type { Job, Step, Text, Value, Workflow } from "./read.ts";

export interface Place {
  workflow: Workflow;
  job: Job;
  step: Step;
}

/** The worst of several. */
function worst(authors: readonly Author[]): Author {
  return authors.includes("outsider") ? "outsider" : authors.includes("insider") ? "insider" : "nobody";
}

export function authorOfFlow(flow: Pick<Flow, "path">, place: Place): Author {
  const [root, name = ""] = flow.path.split(".");
  if (root === "env") return ofEnv(name, place);
  if (root === "matrix") return ofMatrix(name, place.job);
  if (root === "inputs") return ofInput(name, place.workflow);
  if (root === "github" && flow.path.startsWith("github.event.inputs."))
    return ofInput(flow.path.split(".")[3] ?? "", place.workflow);
  return authorOf(flow.path);
}

/** Who can choose a text: all expressions in it, one level deep, so that values that pass each other on end. */
export function authorOfText(text: Text): Author {
  return worst(expressionsIn(text).flatMap(({ flows }) => flows.map(({ path }) => authorOf(path))));
}

/** The nearest `env` that has the name decides; one that no `env` has was set while running. */
function ofEnv(name: string, { workflow, job, step }: Place): Author {
  for (const env of [step.env, job.env, workflow.env]) {
    if (env?.text) return "insider";
    const value = env?.entries.find(({ key }) => key.toLowerCase() === name)?.value;
    if (value) return value.text ? notBelow(authorOfText(value.text), value.text) : "insider";
  }
  return "insider";
}

/** Made of expressions, none of which anybody chooses (a run's number): still not fixed in the file. */
function notBelow(author: Author, text: Text): Author {
  return author === "nobody" && !fences(text.raw).next().done && hasUnknown(text) ? "insider" : author;
}

function hasUnknown(text: Text): boolean {
  return expressionsIn(text).some(({ flows }) => flows.length === 0);
}

function ofMatrix(name: string, job: Job): Author {
  const matrix = job.at.get("strategy")?.get("matrix");
  if (!matrix) return "nobody";
  if (matrix.text) return "insider";
  const values = [matrix.get(name), ...(matrix.get("include")?.items ?? []).map((one) => one.get(name))];
  const open = [matrix.get("include"), ...values].some((value) => value !== null && isFilledIn(value));
  return open ? "insider" : "nobody";
}

function isFilledIn(value: Value): boolean {
  if (value.text) return value.text.raw.includes("${{");
  return (
    value.items.some((item) => item.text?.raw.includes("${{")) ||
    value.entries.some((entry) => entry.value.text?.raw.includes("${{"))
  );
}

const narrow = new Set(["boolean", "number", "choice"]);

function ofInput(name: string, workflow: Workflow): Author {
  const declared = ["workflow_dispatch", "workflow_call"].flatMap((event) => {
    const inputs = workflow.events.get(event)?.value.get("inputs");
    const input = inputs?.entries.find(({ key }) => key.toLowerCase() === name)?.value;
    return input ? [input] : [];
  });
  const isNarrow = declared.length > 0 && declared.every((one) => narrow.has(one.get("type")?.text?.value ?? "string"));
  return isNarrow ? "nobody" : "insider";
}
