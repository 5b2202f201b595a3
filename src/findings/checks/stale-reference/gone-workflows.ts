// Finds workflows that wait for a renamed workflow by its old name.
import { readText } from "../../changed-text.ts";
import { parse } from "yaml";
import type { Quote, Tree } from "../../../change/change.ts";
import type { SearchContext, ReferenceSearch, StaleReference } from "./reference-search.ts";

const workflowPath = /^\.github\/workflows\/[^/]+\.ya?ml$/;

export async function searchGoneWorkflows({ change, code }: SearchContext): Promise<ReferenceSearch | null> {
  const gone: { name: string; quote: Quote }[] = [];
  const after = new Set<string>();
  for (const { oldPath, newPath } of change.files) {
    const [before, now] = [await readWorkflowName(code.base, oldPath), await readWorkflowName(code.head, newPath)];
    if (now) after.add(now.name);
    if (before && before.name !== now?.name)
      gone.push({
        name: before.name,
        quote: { path: oldPath!, side: "base", start: before.line, end: before.line, text: before.text },
      });
  }
  const missing = gone.filter(({ name }) => !after.has(name));
  if (missing.length === 0) return null;
  return {
    names: missing.map(({ name }) => name),
    async findStale(uses) {
      return missing.flatMap(({ name, quote }) => {
        const at = (uses.get(name)?.at ?? []).filter(({ path }) => workflowPath.test(path));
        if (at.some(({ text }) => isWorkflowName(text, name))) return [];
        return at
          .filter(({ text }) => waitsFor(text, name))
          .map((use): StaleReference => ({
            ...use,
            kind: "workflow-name",
            name,
            and: [quote],
            title: `No workflow is called \`${name}\` any more, and this one waits for it`,
            explanation: `This change renames or deletes the workflow of \`${quote.path}\`. \`workflow_run\` matches by name, so this workflow is never started again.`,
          }));
      });
    },
  };
}

async function readWorkflowName(
  tree: Tree,
  path: string | null,
): Promise<{ name: string; line: number; text: string } | null> {
  if (path === null || !workflowPath.test(path)) return null;
  const lines = (await readText(tree, path))?.split("\n") ?? [];
  const line = lines.findIndex((text) => /^name:\s*\S/.test(text));
  const name = line < 0 ? null : parseScalar(lines[line]!.slice("name:".length));
  return name ? { name, line: line + 1, text: lines[line]!.replace(/\r$/, "") } : null;
}

function parseScalar(text: string): string | null {
  try {
    const value: unknown = parse(text);
    return typeof value === "string" && value.length > 1 ? value : null;
  } catch {
    // Invalid YAML defines no name.
    return null;
  }
}

function isWorkflowName(text: string, name: string): boolean {
  return text.startsWith("name:") && parseScalar(text.slice("name:".length)) === name;
}

/** A list entry that is the whole name: `workflows: [CI]`, `- CI`. */
function waitsFor(text: string, name: string): boolean {
  const [, list] = /^\s*workflows:\s*(\[.*\])\s*$/.exec(text) ?? [];
  if (list !== undefined)
    return list
      .slice(1, -1)
      .split(",")
      .some((item) => parseScalar(item) === name);
  const item = /^\s*-\s+(.+)$/.exec(text)?.[1];
  return item !== undefined && parseScalar(item) === name && !item.includes(":");
}
