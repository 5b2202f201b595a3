// Parses a workflow or composite action into events, permissions, jobs and steps with line numbers.
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { once } from "../../../once.ts";

/** One scalar: its value and its source text; offsets refer to the source. */
export interface YamlText {
  value: string;
  raw: string;
  line: number;
  /** Whether it is a block scalar (`|` or `>`), whose first source line holds only the indicator. */
  block: boolean;
  lineAt(rawOffset: number): number;
}

export interface YamlEntry {
  key: string;
  line: number;
  value: YamlValue;
}

/** A node with aliases resolved. */
export interface YamlValue {
  line: number;
  text: YamlText | null;
  entries: readonly YamlEntry[];
  items: readonly YamlValue[];
  get(key: string): YamlValue | null;
  type: "text" | "map" | "list" | "nothing";
}

export interface WorkflowStep {
  line: number;
  node: YamlValue;
  uses: YamlText | null;
  run: YamlText | null;
  with: YamlValue | null;
  env: YamlValue | null;
  if: YamlText | null;
}

export interface WorkflowJob {
  id: string;
  line: number;
  node: YamlValue;
  if: YamlText | null;
  /** The reusable workflow that the job calls. */
  uses: YamlText | null;
  permissions: YamlEntry | null;
  env: YamlValue | null;
  steps: readonly WorkflowStep[];
}

export interface Workflow {
  path: string;
  kind: "workflow" | "action";
  text: string;
  lines: readonly string[];
  node: YamlValue;
  /** Trigger events with their settings; empty for an action. */
  events: ReadonlyMap<string, YamlEntry>;
  permissions: YamlEntry | null;
  env: YamlValue | null;
  jobs: readonly WorkflowJob[];
}

const mostSteps = 1000;

/** Returns null if the file cannot be parsed or is neither a workflow nor an action with steps. */
export function readWorkflow(path: string, text: string): Workflow | null {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  if (document.errors.length > 0) return null;
  const valueOf = createReader(
    text,
    (offset) => lines.linePos(offset).line,
    (node) => (isAlias(node) ? node.resolve(document) : node),
  );
  const root = valueOf(document.contents);
  const common = { path, text, lines: text.split("\n"), node: root };
  const jobs = root.get("jobs");
  if (jobs?.type === "map") {
    return {
      ...common,
      kind: "workflow",
      events: parseEvents(root),
      permissions: findEntry(root, "permissions"),
      env: root.get("env"),
      jobs: jobs.entries.flatMap((entry) => (entry.value.type === "map" ? parseJob(entry) : [])),
    };
  }
  const runs = root.get("runs");
  if (runs?.get("steps")?.type !== "list") return null;
  const only = { ...parseJob({ key: "", line: runs.line, value: runs }), if: null, permissions: null };
  return { ...common, kind: "action", events: new Map(), permissions: null, env: null, jobs: [only] };
}

function parseEvents(root: YamlValue): Map<string, YamlEntry> {
  // YAML 1.1 parsers read the bare key `on` as `true`, so people quote it; this library does not.
  const on = findEntry(root, "on");
  if (!on) return new Map();
  const named = [...(on.value.text ? [on.value] : []), ...on.value.items].flatMap((value) =>
    value.text ? { key: value.text.value, line: value.line, value } : [],
  );
  return new Map([...named, ...on.value.entries].map((entry) => [entry.key, entry]));
}

function parseJob({ key, line, value }: YamlEntry): WorkflowJob {
  return {
    id: key,
    line,
    node: value,
    if: getText(value, "if"),
    uses: getText(value, "uses"),
    permissions: findEntry(value, "permissions"),
    env: value.get("env"),
    steps: (value.get("steps")?.items ?? []).slice(0, mostSteps).map(parseStep),
  };
}

function parseStep(at: YamlValue): WorkflowStep {
  return {
    line: at.line,
    node: at,
    uses: getText(at, "uses"),
    run: getText(at, "run"),
    with: at.get("with"),
    env: at.get("env"),
    if: getText(at, "if"),
  };
}

export function findEntry(value: YamlValue, key: string): YamlEntry | null {
  return value.entries.find((entry) => entry.key === key) ?? null;
}

function getText(value: YamlValue | null, key: string): YamlText | null {
  return value?.get(key)?.text ?? null;
}

/** Yields every scalar below a value with its key; an aliased node is yielded once. */
export function* textsIn(
  value: YamlValue,
  key = "",
  left = { nodes: 20_000 },
): Generator<{ key: string; text: YamlText }> {
  if (left.nodes-- <= 0) return;
  if (value.text) yield { key, text: value.text };
  for (const item of value.items) yield* textsIn(item, key, left);
  for (const entry of value.entries) yield* textsIn(entry.value, entry.key, left);
}

function createReader(text: string, lineAt: (offset: number) => number, follow: (node: unknown) => unknown) {
  const known = new Map<unknown, YamlValue>();
  const valueOf = (unresolved: unknown): YamlValue => {
    const node = follow(unresolved);
    const before = known.get(node);
    if (before) return before;
    const value = isScalar(node) || isMap(node) || isSeq(node) ? readNode(node) : nothing;
    known.set(node, value);
    return value;
  };
  const readNode = (node: { range?: [number, number, number] | null }): YamlValue => {
    const [start, end] = node.range ?? [0, 0];
    const line = lineAt(start);
    const entries = once(() =>
      isMap(node)
        ? node.items.flatMap((pair) =>
            isScalar(pair.key)
              ? { key: String(pair.key.value), line: lineAt(pair.key.range?.[0] ?? start), value: valueOf(pair.value) }
              : [],
          )
        : [],
    );
    const items = once(() => (isSeq(node) ? node.items.map(valueOf) : []));
    return {
      line,
      type: isMap(node) ? "map" : isSeq(node) ? "list" : "text",
      text: isScalar(node) && node.value !== null ? scalar(node, text.slice(start, end), line, start) : null,
      get entries() {
        return entries();
      },
      get items() {
        return items();
      },
      get: (key) => entries().find((entry) => entry.key === key)?.value ?? null,
    };
  };
  const scalar = (node: { value: unknown; type?: string }, raw: string, line: number, start: number): YamlText => ({
    value: String(node.value),
    raw,
    line,
    block: node.type?.startsWith("BLOCK") === true,
    lineAt: (offset) => lineAt(start + offset),
  });
  return valueOf;
}

const nothing: YamlValue = { line: 1, type: "nothing", text: null, entries: [], items: [], get: () => null };
