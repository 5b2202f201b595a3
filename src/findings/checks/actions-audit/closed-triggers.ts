// Removes `workflow_run` from a workflow's events when outsiders cannot start any workflow it follows.
import type { Tree } from "../../../change/change.ts";
import { readWorkflow, type Workflow } from "./workflow.ts";
import { isOpenToForks } from "./triggers.ts";

const mostFiles = 300;
const largest = 500_000;

/** Drops `workflow_run` if outsiders can start none of the workflows that it follows. */
export async function withoutClosedTriggers(workflow: Workflow, tree: Tree): Promise<Workflow> {
  const followed = workflow.events.get("workflow_run")?.value.get("workflows");
  const names = new Set([followed, ...(followed?.items ?? [])].flatMap((value) => value?.text?.value ?? []));
  if (names.size === 0) return workflow;
  const open = await opennessByName(tree, names);
  // A workflow that is not in the tree may come from a template or have another name.
  if ([...names].some((name) => open.get(name) !== false)) return workflow;
  return { ...workflow, events: new Map([...workflow.events].filter(([event]) => event !== "workflow_run")) };
}

/** Maps each workflow name to whether outsiders can start it. */
async function opennessByName(tree: Tree, names: ReadonlySet<string>): Promise<Map<string, boolean>> {
  const open = new Map<string, boolean>();
  const paths = (await tree.paths()).filter((path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path));
  for (const path of paths.slice(0, mostFiles)) {
    const bytes = await tree.read(path);
    const text = bytes && bytes.length <= largest ? new TextDecoder().decode(bytes) : "";
    // Search the text first: parsing every workflow takes seconds in a large repository.
    if (![...names].some((name) => text.includes(name)) && !names.has(path)) continue;
    const workflow = readWorkflow(path, text);
    const name = workflow?.node.get("name")?.text?.value ?? path;
    if (workflow && names.has(name)) open.set(name, open.get(name) === true || isOpenToForks(workflow));
  }
  return open;
}
