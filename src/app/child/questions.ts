// What is asked apart: by the process that has the models, and once more, of what was answered there, by the one that
// started it. Both make of an answer what the other makes.
import { readFileSync } from "node:fs";
import { askArbiter, type Asked, type Contested } from "../../findings/arbitrate.ts";
import type { Asker } from "../../findings/asking/asking.ts";
import { boundary } from "../../findings/asking/boundary.ts";
import { redact } from "../../review/outgoing/redact.ts";
import { triageByModel, triageUnit, type ModelTriage, type OpenThread } from "../../threads/triage.ts";
import { promptText } from "../../world/models/prompt-texts.ts";
import type { AskApart } from "./messages.ts";

export interface AskingNeeds {
  asker: Asker;
  /** Stands in every fence. */
  run: string;
  stop: AbortSignal;
}

export function unitOf(what: AskApart["what"]): string {
  return what.is === "threads" ? triageUnit : "arbiter";
}

export async function askOf(what: AskApart["what"], needs: AskingNeeds): Promise<void> {
  if (what.is === "threads") await askAboutThreads(what.open, needs);
  else await askAboutDisputes(what.contested, needs);
}

export async function askAboutThreads(open: readonly OpenThread[], needs: AskingNeeds): Promise<ModelTriage> {
  const { asker, run, stop } = needs;
  // A secret in a comment or a line stays here.
  return await triageByModel(open, { asker, instructions: instructions(), nonce: run, stop, cover: redact });
}

export async function askAboutDisputes(contested: readonly Contested[], needs: AskingNeeds): Promise<Asked> {
  const { asker, run, stop } = needs;
  return await askArbiter(contested, { ...boundary(run), asker, text: promptText }, stop);
}

/** Beside the rules, and beside the reviewers' texts once it is packed. */
function instructions(): string {
  const folder = import.meta.url.endsWith(".ts") ? "../../threads/triage/" : "./reviewers/";
  return readFileSync(new URL(`${folder}${triageUnit}.md`, import.meta.url), "utf8");
}
