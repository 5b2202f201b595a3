// Holds every request that reached a model to the boundary: what we say is ours to the letter, and
// nothing of the change stands outside the lines that carry the run's mark.
import { readdirSync, readFileSync } from "node:fs";
import { answerSchema } from "../../src/findings/asking/answer.ts";
import { editorAnswerSchema } from "../../src/findings/editor/editor-answer.ts";
import { instructions } from "../../src/findings/asking/prompt.ts";
import { laterReviewers, reviewers } from "../../src/findings/reviewers/index.ts";
import type { ScriptedRequest } from "../../src/standin/models/story.ts";
import { jsonSchemaOf } from "../../src/world/models/answer-schema.ts";
import { promptText } from "../../src/world/models/prompt-texts.ts";
import { authorsWords, type EvilChange } from "./evil-change.ts";
import { hiddenIn } from "./evil-hidden.ts";

/** A text taken apart at its marks. */
interface Parted {
  outside: string[];
  inside: string[];
  faults: string[];
}

/** Strictly: a mark has its own line, begins where none is open, and ends what has the same name. */
export function parted(text: string, nonce: string): Parted {
  const found: Parted = { outside: [], inside: [], faults: [] };
  const mark = new RegExp(`^<<<${nonce} (begin|end) (.*)>>>$`);
  let open: string | null = null;
  for (const line of text.split("\n")) {
    const [, what, label = ""] = mark.exec(line) ?? [];
    if (/<<<|>>>/.test(label)) found.faults.push(`its name looks like a mark: ${line}`);
    if (what === "begin" && open !== null) found.faults.push(`begins within another: ${line}`);
    if (what === "end" && open !== label) found.faults.push(`ends what is not open: ${line}`);
    if (what === undefined) (open === null ? found.outside : found.inside).push(line);
    // Its name may be a path of the change: it stands between the mark and the end of the mark's own line.
    else found.inside.push(label);
    if (what !== undefined) open = what === "begin" ? label : null;
  }
  if (open !== null) found.faults.push(`never ends: ${open}`);
  return found;
}

const folder = new URL("../../src/findings/reviewers/", import.meta.url);
const markdown = [folder, new URL("shared/", folder)].flatMap((one) =>
  readdirSync(one)
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => readFileSync(new URL(name, one), "utf8").split("\n")),
);
const ourLines: ReadonlySet<string> = new Set([
  ...markdown,
  "",
  "# The change",
  "The other side calls it sound:",
  "A program, which may be mistaken, found this against it:",
  "Nothing stands at that place.",
  "This is your last turn: call no tool any more, and give your answer now, in the form that was asked for.",
  "When you have looked up what you need, answer with one JSON value and nothing else. It must fit this JSON Schema:",
  JSON.stringify(jsonSchemaOf(answerSchema)),
  JSON.stringify(jsonSchemaOf(editorAnswerSchema)),
]);
/** Numbers, and words of closed lists. */
const ourForms = [
  /^- Files: \d+, \+\d+ -\d+\.(?: ?[A-Za-z ]+: \d+[;.])+$/,
  /^- (?:Look above all at|Not asked for, unless it is critical or about security|Look at this too): [a-z]+(?:-[a-z]+)*(?:, [a-z]+(?:-[a-z]+)*)*\.$/,
  /^- Write titles, explanations and notes in this language: [a-z-]{2,30}\.$/i,
  /^- You (?:own|contribute to): [a-z, -]+\.$/,
  /^Severity: (?:critical|high|medium|low|nit)$/,
  /^Flagged by: [\w:./-]+(?:, [\w:./-]+)*$/,
  /^(?:critical|high|medium|low|nit), confidence \d+ of 10, [a-z-]+, [\w:./?-]+; (?:proven|reported) by [\w:./?-]+(?:, [\w:./?-]+)*$/,
];
const complains = "Your answer was not accepted:";

function isOurs(line: string, nonce: string): boolean {
  if (ourLines.has(line) || ourForms.some((form) => form.test(line))) return true;
  return (
    line === `The mark of this review: ${nonce}` || new RegExp(`^## (?:Dispute|Finding) ${nonce}-\\d+$`).test(line)
  );
}

const laterIds = laterReviewers.map(({ id }) => id);
const ourInstructions = [instructions(promptText), ...laterIds.map(promptText)].map((text) => text.trim());

/** To the letter; a server that cannot be held to a schema is told it there. */
function isInstruction(system: string, nonce: string): boolean {
  const ours = ourInstructions.find((text) => system.startsWith(text));
  const rest = ours === undefined ? [system] : system.slice(ours.length).split("\n");
  return rest.every((line) => isOurs(line, nonce));
}

const blind: ReadonlySet<string> = new Set(reviewers.filter(({ sees }) => sees === "code").map(({ id }) => id));

const jobs = new Map(reviewers.map(({ id }) => [promptText(id).split("\n", 1)[0]!, id]));

/** Whose request it is, by what we say in it: what a model said before may repeat any heading. */
export function unitIn({ system, turns }: ScriptedRequest, nonce: string): string {
  const later = laterIds.find((id) => system.startsWith(promptText(id).trim()));
  if (later !== undefined) return later;
  const ours = turns.filter(({ role }) => role === "user").flatMap(({ text }) => parted(text, nonce).outside);
  return ours.map((line) => jobs.get(line)).find((id) => id !== undefined) ?? "nobody";
}

export interface Sent {
  given: EvilChange;
  /** Stands in every line of the attacker's text. */
  canary: string;
  nonce: string;
}

/** What is wrong with one request; nothing, one hopes. */
export function boundaryFaults(asked: ScriptedRequest, sent: Sent): string[] {
  const { nonce, canary, given } = sent;
  const unit = unitIn(asked, nonce);
  const faults = isInstruction(asked.system, nonce) ? [] : ["the instructions are not ours"];
  if (unit === "nobody") faults.push("nobody's job is in it");
  for (const { role, text } of asked.turns) {
    // A model's own words come back to it as its own: no vendor takes them otherwise.
    if (role === "assistant") continue;
    faults.push(...turnFaults(role, text, sent));
    if (blind.has(unit) && authorsWords.has(given.place) && lower(text).includes(canary))
      faults.push(`${unit} reads what the author says`);
  }
  return faults.map((fault) => `${unit}: ${fault}`);
}

function turnFaults(role: "user" | "tool", text: string, { nonce, canary }: Sent): string[] {
  const { outside, inside, faults } = parted(text, nonce);
  const complaint = role === "user" && text.startsWith(complains);
  const foreign = outside.filter((line) => !complaint && role === "user" && !isOurs(line, nonce));
  const marked = outside.some((line) => line.includes(nonce) && !isOurs(line, nonce));
  return [
    ...faults,
    ...foreign.slice(0, 3).map((line) => `not ours, in a ${role} turn: ${line.slice(0, 200)}`),
    ...(outside.some((line) => lower(line).includes(canary)) ? [`text of the change outside, in a ${role} turn`] : []),
    ...(marked || inside.some((line) => line.includes(nonce)) ? ["the mark stands where it should not"] : []),
    ...(role === "tool" ? toolFaults(outside, inside) : []),
    ...hiddenIn(text).map((name) => `raw ${name} in a ${role} turn`),
  ];
}

/** In our own words; Google's wire adds the name that the call had. */
const toolSentences =
  /^(?:The input of (?:read_lines|search|list|callers) has another form\.|There is no such (?:file|folder|tool)|That file (?:is binary|has \d+ lines)|Search for 2 to 200|It stands on no line|No line at head|Give one name|Nothing more can be looked up|\{(?:"name":"[\w.:-]{1,64}",)?"error":"There is no such tool)/;

function toolFaults(outside: readonly string[], inside: readonly string[]): string[] {
  const said = outside.filter((line) => line !== "");
  if (said.length === 0) return [];
  const ok = inside.length === 0 && said.length === 1 && toolSentences.test(said[0]!);
  return ok ? [] : [`a tool's result without a fence: ${said[0]!.slice(0, 200)}`];
}

function lower(text: string): string {
  return text.toLowerCase();
}
