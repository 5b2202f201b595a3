// Parses payload files and reports all errors at once, each with its position, before anything is done.
import type * as z from "zod";
import { UserError } from "../errors.ts";
import { oneLine, shorten } from "../review/words/text.ts";
import { codeflowPayloadSchema, fromCodeflowPayload } from "./codeflow-payload.ts";
import { fixPayloadSchema, triagePayloadSchema } from "./payload-schema.ts";
import type { GivenFixPayload, TriagePayload } from "./thread-payloads.ts";
import { lineAndColumn, readJson, type ReadJson } from "./triage/read-json.ts";

export interface PayloadSource {
  /** The file name for messages. */
  shown?: string;
  /** The expected pull request; absent if only the payload names it. */
  prNumber?: number;
}

/** Larger than a payload of a thousand threads with long texts. */
const longestPayload = 4_000_000;
/** Nobody reads more; the rest is counted. */
const mostFaults = 50;
const mostIds = 20;

/** A triage payload covers every selected thread and no other. */
export function readTriagePayload(
  text: string,
  selectedIds: readonly string[],
  source: PayloadSource = {},
): TriagePayload {
  const { json, report } = openPayload(text, source, "triage payload");
  const data = checkPayload(json, triagePayloadSchema, report);
  const ids = idsIn(json.value);
  reportDuplicates(ids, report);
  const selected = new Set(selectedIds);
  reportUnknown(ids, (id) => selected.has(id), "is not among the selected threads", removeRemedy, report);
  const named = new Set(ids.map(({ id }) => id));
  const left = [...selected].filter((id) => !named.has(id));
  if (left.length > 0 && hasThreads(json.value))
    report.say(
      ["threads"],
      `leaves out ${left.length === 1 ? "the selected thread" : `${left.length} selected threads`} ${idList(left)}`,
      "Add an entry for each thread that is left out (needs_human is always allowed), or select fewer threads.",
    );
  samePull(json, source, report);
  return report.end(data);
}

/** `knownIds`: ids of the stored scan; null: nothing to compare with. */
export function readFixPayload(
  text: string,
  knownIds: readonly string[] | null,
  source: PayloadSource = {},
): GivenFixPayload {
  const { json, report } = openPayload(text, source, "fix payload");
  const data = isCodeflow(json.value)
    ? fromCodeflow(checkPayload(json, codeflowPayloadSchema, report))
    : checkPayload(json, fixPayloadSchema, report);
  const ids = idsIn(json.value);
  reportDuplicates(ids, report);
  const known = knownIds && new Set(knownIds);
  reportUnknown(
    ids,
    (id) => known?.has(id) ?? true,
    "is not in the stored scan of this pull request",
    rescanRemedy,
    report,
  );
  samePull(json, source, report);
  return report.end(data);
}

/** pi-codeflow calls the threads `items`. */
function isCodeflow(value: unknown): boolean {
  return own(value, "items") !== undefined && own(value, "threads") === undefined;
}

function fromCodeflow(data: Parameters<typeof fromCodeflowPayload>[0] | null): GivenFixPayload | null {
  return data && fromCodeflowPayload(data);
}

const removeRemedy =
  "Take out the entries of threads that are not selected, or select them with --all or --include-outdated.";
const rescanRemedy = "Run `crosscheck comments` again to store the threads as they are now, or take these entries out.";

class Faults {
  readonly text: string;
  readonly json: ReadJson;
  readonly name: string;
  readonly shown: string;
  readonly found: { at: number; message: string }[] = [];
  readonly remedies = new Set<string>();

  constructor(text: string, json: ReadJson, name: string, shown: string) {
    this.text = text;
    this.json = json;
    this.name = name;
    this.shown = shown;
  }

  say(path: readonly PropertyKey[], message: string, remedy: string): void {
    this.sayAt(this.json.offset(path), `${pathText(path)} ${message}`, remedy);
  }

  sayAt(at: number, message: string, remedy: string): void {
    this.found.push({ at, message: shorten(oneLine(message), 600) });
    this.remedies.add(remedy);
  }

  end<T>(data: T | null): T {
    if (this.found.length === 0 && data !== null) return data;
    const lines = this.found
      .toSorted((a, b) => a.at - b.at)
      .slice(0, mostFaults)
      .map(({ at, message }) => {
        const { line, column } = lineAndColumn(this.text, at);
        return `${this.shown}:${line}:${column}: ${message}`;
      });
    const more = this.found.length > mostFaults ? [`and ${this.found.length - mostFaults} more`] : [];
    throw new UserError([...lines, ...more].join("\n"), [...this.remedies].join("\n"));
  }
}

function openPayload(text: string, { shown }: PayloadSource, name: string): { json: ReadJson; report: Faults } {
  const file = shorten(oneLine(shown ?? name), 300);
  if (text.length > longestPayload)
    throw new UserError(
      `${file}:1:1: is ${text.length} characters long; ${longestPayload} is the most that a ${name} may have`,
      "Split it, or shorten what it says.",
    );
  const json = readJson(text);
  const report = new Faults(text, json, name, file);
  for (const { at, message } of json.faults) report.sayAt(at, message, "Fix the JSON there.");
  // Unreadable values are not checked further.
  if (json.value === undefined) report.end(null);
  return { json, report };
}

function checkPayload<T>(json: ReadJson, schema: z.ZodType<T>, report: Faults): T | null {
  const read = schema.safeParse(json.value);
  if (read.success) return read.data;
  for (const issue of read.error.issues)
    for (const { path, message, remedy } of issueFaults(issue, json.value))
      report.say(path, message, remedy ?? remedyOf(report.name));
  return null;
}

/** A payload from `comments --fix-plan` has blanks that its user must fill in. */
const fillIn = "Fill in what is empty, or take the entry of that thread out until it can be filled in.";

function issueFaults(
  issue: z.core.$ZodIssue,
  whole: unknown,
): { path: PropertyKey[]; message: string; remedy?: string }[] {
  if (issue.code !== "unrecognized_keys") {
    const value = issue.path.reduce<unknown>((at, key) => own(at, key), whole);
    if (value === "") return [{ path: issue.path, message: "is empty", remedy: fillIn }];
    return [{ path: issue.path, message: value === undefined ? "is missing" : issueMessage(issue.message) }];
  }
  const keys = issue.keys.slice(0, mostFaults);
  return keys.map((key) => ({ path: [...issue.path, key], message: "is not a key that is known here" }));
}

/** zod's own messages say "Invalid input"; ours begin with a verb. */
function issueMessage(message: string): string {
  return /^[A-Z]/.test(message) ? `is not right: ${message[0]!.toLowerCase()}${message.slice(1)}` : message;
}

function remedyOf(name: string): string {
  const schema = name === "triage payload" ? "review-comment-triage" : "review-comment-fix";
  return `schemas/${schema}.schema.json says what a ${name} looks like.`;
}

interface IdAt {
  id: string;
  path: readonly [list: string, index: number];
}

/** From the raw value, so that ids are checked even if their entries have other errors. */
function idsIn(value: unknown): IdAt[] {
  return threadsIn(value).flatMap((thread, index) => {
    const id = own(thread, "threadId");
    return typeof id === "string" ? [{ id, path: [listIn(value), index] as const }] : [];
  });
}

function hasThreads(value: unknown): boolean {
  return Array.isArray(own(value, "threads"));
}

function threadsIn(value: unknown): unknown[] {
  const threads = own(value, listIn(value));
  return Array.isArray(threads) ? threads : [];
}

function listIn(value: unknown): "items" | "threads" {
  return isCodeflow(value) ? "items" : "threads";
}

function own(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

function reportDuplicates(ids: readonly IdAt[], report: Faults): void {
  for (const [id, [first, ...again]] of Map.groupBy(ids, (one) => one.id))
    for (const { path } of again)
      report.say(
        [...path, "threadId"],
        `names the thread ${idList([id])} again: ${pathText(first!.path)} has it already`,
        "Keep one entry for each thread.",
      );
}

function reportUnknown(
  ids: readonly IdAt[],
  isKnown: (id: string) => boolean,
  message: string,
  remedy: string,
  report: Faults,
): void {
  for (const { id, path } of ids)
    if (!isKnown(id)) report.say([...path, "threadId"], `${idList([id])} ${message}`, remedy);
}

function samePull({ value }: ReadJson, { prNumber }: PayloadSource, report: Faults): void {
  const given = own(value, "prNumber");
  if (prNumber !== undefined && typeof given === "number" && given !== prNumber)
    report.say(
      ["prNumber"],
      `is ${given}, but pull request ${prNumber} is meant`,
      "Use the payload that was made for this pull request, or name the other one with --pr.",
    );
}

function idList(ids: readonly string[]): string {
  const shown = ids.slice(0, mostIds).map((id) => shorten(oneLine(id), 80));
  const more = ids.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return text === "" ? "the payload" : shorten(oneLine(text.replace(/^\./, "")), 200);
}
