// Traces `env`, `matrix` and `inputs` values to whoever can choose them.
import { contextAuthor, type Author } from "./context-author.ts";
import { expressionsIn, expressionFences, type Flow } from "./expressions.ts";
import type { WorkflowJob, WorkflowStep, YamlText, YamlValue, Workflow } from "./workflow.ts";

export interface StepContext {
  workflow: Workflow;
  job: WorkflowJob;
  step: WorkflowStep;
}

function leastTrusted(authors: readonly Author[]): Author {
  return authors.includes("outsider") ? "outsider" : authors.includes("insider") ? "insider" : "nobody";
}

export function authorOfFlow(flow: Pick<Flow, "path">, place: StepContext): Author {
  const [root, name = ""] = flow.path.split(".");
  if (root === "env") return envAuthor(name, place);
  if (root === "matrix") return matrixAuthor(name, place.job);
  if (root === "inputs") return inputAuthor(name, place.workflow);
  if (root === "github" && flow.path.startsWith("github.event.inputs."))
    return inputAuthor(flow.path.split(".")[3] ?? "", place.workflow);
  return contextAuthor(flow.path);
}

/** Combines all expressions in the text, one level deep, so that values that refer to each other terminate. */
export function authorOfText(text: YamlText): Author {
  return leastTrusted(expressionsIn(text).flatMap(({ flows }) => flows.map(({ path }) => contextAuthor(path))));
}

/** The nearest `env` that defines the name wins; a name without one is set at run time. */
function envAuthor(name: string, { workflow, job, step }: StepContext): Author {
  for (const env of [step.env, job.env, workflow.env]) {
    if (env?.text) return "insider";
    const value = env?.entries.find(({ key }) => key.toLowerCase() === name)?.value;
    if (value) return value.text ? atLeastInsider(authorOfText(value.text), value.text) : "insider";
  }
  return "insider";
}

/** Expressions that nobody chooses (a run's number) still make the text variable. */
function atLeastInsider(author: Author, text: YamlText): Author {
  return author === "nobody" && !expressionFences(text.raw).next().done && hasUnknown(text) ? "insider" : author;
}

function hasUnknown(text: YamlText): boolean {
  return expressionsIn(text).some(({ flows }) => flows.length === 0);
}

function matrixAuthor(name: string, job: WorkflowJob): Author {
  const matrix = job.node.get("strategy")?.get("matrix");
  if (!matrix) return "nobody";
  if (matrix.text) return "insider";
  const values = [matrix.get(name), ...(matrix.get("include")?.items ?? []).map((one) => one.get(name))];
  const open = [matrix.get("include"), ...values].some((value) => value !== null && isFilledIn(value));
  return open ? "insider" : "nobody";
}

function isFilledIn(value: YamlValue): boolean {
  if (value.text) return value.text.raw.includes("${{");
  return (
    value.items.some((item) => item.text?.raw.includes("${{")) ||
    value.entries.some((entry) => entry.value.text?.raw.includes("${{"))
  );
}

const narrowTypes = new Set(["boolean", "number", "choice"]);

function inputAuthor(name: string, workflow: Workflow): Author {
  const declared = ["workflow_dispatch", "workflow_call"].flatMap((event) => {
    const inputs = workflow.events.get(event)?.value.get("inputs");
    const input = inputs?.entries.find(({ key }) => key.toLowerCase() === name)?.value;
    return input ? [input] : [];
  });
  const isNarrow =
    declared.length > 0 && declared.every((one) => narrowTypes.has(one.get("type")?.text?.value ?? "string"));
  return isNarrow ? "nobody" : "insider";
}
