// Builds the editor's prompt: the findings with their quoted code, never more of the change.
import { cutClaim, plainName, type Fence } from "../arbitrate/prompt.ts";
import { snippetOf } from "../arbitrate/snippet.ts";
import type { Prompt } from "../asking/asking.ts";
import type { JudgedFinding } from "../finding.ts";
import type { GateFacts } from "../gate.ts";
import { doubtOf, doubtText } from "../gates/claim-gate.ts";

export interface EditorPromptFacts {
  fence: Fence;
  text: GateFacts["text"];
  /** Of this run: text of the change cannot name the ids, which begin with it. */
  nonce: string;
  budget: number;
  countTokens(text: string): number;
}

export interface EditorPrompt {
  prompt: Prompt;
  /** Findings by the ids that they have in the prompt. */
  asked: ReadonlyMap<string, string>;
}

/** `instructions` is `reviewers/editor.md`. As many of the findings, in their order, as the budget has room for. */
export function editorPrompt(
  findings: readonly JudgedFinding[],
  instructions: string,
  facts: EditorPromptFacts,
): EditorPrompt {
  const asked = new Map<string, string>();
  const parts: string[] = [];
  let left = facts.budget - facts.countTokens(instructions);
  for (const [index, one] of findings.entries()) {
    const id = `${facts.nonce}-${index + 1}`;
    const part = findingText(id, one, facts);
    if ((left -= facts.countTokens(part)) < 0) break;
    asked.set(id, one.finding.id);
    parts.push(part);
  }
  return { prompt: { instructions, shared: "", own: parts.join("\n") }, asked };
}

function findingText(id: string, one: JudgedFinding, { fence, text }: EditorPromptFacts): string {
  const { at, title, explanation, kind, category, sources, proof } = one.finding;
  const snippet = snippetOf(one.finding, text);
  const claim = `${at.path}:${at.start}${at.side === "base" ? " at base" : ""}\n${title}\n${explanation}`;
  const doubt = doubtOf(one);
  return [
    `## Finding ${id}\n\n`,
    `${one.severity}, confidence ${one.confidence} of 10, ${category}, ${plainName(kind)}; `,
    `${proof === "proven" ? "proven by" : "reported by"} ${sources.map(plainName).join(", ")}\n\n`,
    fence("the place and the claim", cutClaim(claim)),
    snippet === null ? "" : `\n${fence("the code at that place", snippet)}`,
    doubt === null ? "" : `\n${fence("what speaks against it, as a program read the code", doubtText(doubt))}`,
  ].join("");
}
