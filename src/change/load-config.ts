// Parses and validates a config file. Collects every fault with its line and column.
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from "yaml";
import type { z } from "zod";
import { UserError } from "../errors.ts";
import type { RepositoryConfig, UserConfig } from "./config.ts";
import { repositoryConfigSchema, userConfigSchema, userOnlyKeys } from "./config-schema.ts";
import { nearestWord } from "./edit-distance.ts";

export interface ConfigFault {
  line: number;
  column: number;
  message: string;
}

export type LoadResult<T> = { value: T; faults: [] } | { value: null; faults: [ConfigFault, ...ConfigFault[]] };

/** Larger files are not configuration. */
const longestConfig = 100_000;

export function loadRepositoryConfig(text: string, knownChecks: readonly string[]): LoadResult<RepositoryConfig> {
  return load(text, repositoryConfigSchema, (document, at) => unknownChecks(document, at, knownChecks));
}

export function loadUserConfig(text: string): LoadResult<UserConfig> {
  return load(text, userConfigSchema, () => []);
}

export class BrokenConfig extends UserError {
  readonly faults: readonly ConfigFault[];

  constructor(message: string, remedy: string, faults: readonly ConfigFault[]) {
    super(message, remedy);
    this.faults = faults;
  }
}

export function configError(displayPath: string, faults: readonly ConfigFault[], remedy: string): BrokenConfig {
  const lines = faults.map(({ line, column, message }) => `${displayPath}:${line}:${column}: ${message}`);
  return new BrokenConfig(lines.join("\n"), remedy, faults);
}

/** The line of every key and list entry, as `tiers.lite.lines` or `trust[0]`; empty for invalid YAML. */
export function keyLines(text: string): Map<string, number> {
  const lineByKey = new Map<string, number>();
  if (text.length > longestConfig) return lineByKey;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error" });
  const note = (name: string, node: unknown, inner: unknown) => {
    const range = (node as { range?: [number, number, number] | null } | null)?.range;
    if (range) lineByKey.set(name, position(lines, range[0]).line);
    walk(inner, name);
  };
  const walk = (node: unknown, name: string): void => {
    if (isMap(node))
      for (const { key, value } of node.items)
        if (isScalar(key)) note(`${name === "" ? "" : `${name}.`}${String(key.value)}`, key, value);
    if (isSeq(node)) for (const [index, item] of node.items.entries()) note(`${name}[${index}]`, item, item);
  };
  if (document.errors.length === 0) walk(document.contents, "");
  return lineByKey;
}

type Locate = (path: readonly PropertyKey[], key?: string) => { line: number; column: number };

function load<T>(
  text: string,
  schema: z.ZodType<T>,
  more: (document: Document, at: Locate) => ConfigFault[],
): LoadResult<T> {
  if (text.length > longestConfig)
    return singleFault(1, 1, `is ${text.length} characters long; ${longestConfig} is the most`);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    logLevel: "error",
  });
  const syntax = document.errors.map((error) => ({ ...position(lines, error.pos[0]), message: error.message }));
  if (syntax.length > 0) return { value: null, faults: syntax as [ConfigFault] };
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 50 }) ?? {};
  } catch (error) {
    return singleFault(1, 1, `cannot be expanded: ${(error as Error).message}`);
  }
  const at: Locate = (path, key) => locate(document, lines, path, key);
  const parsed = schema.safeParse(data);
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => describeIssue(issue, schema, at))),
    ...more(document, at),
  ];
  if (faults.length > 0) return { value: null, faults: faults as [ConfigFault] };
  return { value: parsed.data as T, faults: [] };
}

function singleFault(line: number, column: number, message: string): { value: null; faults: [ConfigFault] } {
  return { value: null, faults: [{ line, column, message }] };
}

function position(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

/** The position of a value or key in the text; that of the enclosing value if it is missing. */
function locate(
  document: Document,
  lines: LineCounter,
  path: readonly PropertyKey[],
  key?: string,
): { line: number; column: number } {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (key !== undefined && isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    if (isScalar(pair?.key) && pair.key.range) return position(lines, pair.key.range[0]);
  }
  const range = (node as { range?: [number, number, number] } | null | undefined)?.range;
  if (range) return position(lines, range[0]);
  return path.length === 0 ? { line: 1, column: 1 } : locate(document, lines, path.slice(0, -1));
}

function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType, at: Locate): ConfigFault[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ ...at(issue.path, key), message: unknownKey(key, issue.path, schema) }));
  if (issue.code === "invalid_union")
    return closestUnionMember(issue).flatMap((inner) =>
      describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, schema, at),
    );
  if (issue.code === "invalid_value") {
    const allowed = issue.values.map(String);
    return [{ ...at(issue.path), message: `${pathName(issue.path)} must be one of ${allowed.join(", ")}` }];
  }
  return [{ ...at(issue.path), message: `${pathName(issue.path)}: ${issue.message}` }];
}

/** The union member whose errors are all inside the value; otherwise the first, which is the simplest. */
function closestUnionMember({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] {
  const inside = (issue: z.core.$ZodIssue) => issue.path.length > 0 || issue.code === "unrecognized_keys";
  return errors.find((form) => form.every(inside)) ?? errors[0] ?? [];
}

const longestName = 40;

function unknownKey(key: string, path: readonly PropertyKey[], schema: z.ZodType): string {
  if (path.length === 0 && (userOnlyKeys as readonly string[]).includes(key) && schema !== userConfigSchema)
    return `"${key}" may not be set by a repository; it belongs in your own config`;
  const close = nearestWord(key, keysAt(schema, path), 2);
  // A name this long is probably a value in the wrong place, possibly a secret.
  const name = key.length > longestName ? `${key.slice(0, 8)}…` : key;
  return `unknown key "${name}"${close === null ? "" : `; did you mean "${close}"?`}`;
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let here: unknown = schema;
  for (const step of path) {
    const shape = shapeOf(here);
    const { element, valueType } = unwrap(here) as { element?: unknown; valueType?: unknown };
    here = shape?.[String(step)] ?? element ?? valueType;
    if (here === undefined) return [];
  }
  return Object.keys(shapeOf(here) ?? {});
}

function unwrap(schema: unknown): object {
  const inner = schema as { unwrap?: () => unknown; element?: unknown; shape?: unknown };
  return inner.shape === undefined && inner.element === undefined && typeof inner.unwrap === "function"
    ? unwrap(inner.unwrap())
    : inner;
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  const { shape, options } = unwrap(schema) as { shape?: Record<string, unknown>; options?: readonly unknown[] };
  return shape ?? options?.map(shapeOf).find((one) => one !== undefined);
}

function pathName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "the file" : path.map(String).join(".");
}

function unknownChecks(document: Document, at: Locate, known: readonly string[]): ConfigFault[] {
  const checks = document.get("checks", true);
  if (!isMap(checks)) return [];
  return checks.items.flatMap((item) => {
    const id = isScalar(item.key) ? String(item.key.value) : "";
    if (known.includes(id)) return [];
    const close = nearestWord(id, known, 3);
    return [
      {
        ...at(["checks"], id),
        message: `there is no check "${id}"${close === null ? "" : `; did you mean "${close}"?`}`,
      },
    ];
  });
}
