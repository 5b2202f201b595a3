// Loads the stored findings of a pull request with their texts from the drafts that posted them.
import { startOfText } from "../../../../secrets/cut-text.ts";
import * as z from "zod";
import type { FindingDetails } from "../../../../threads/words/conversation/finding-texts.ts";
import type { KnownFinding } from "../../../../threads/replies/known-finding.ts";
import type { KeptFinding } from "../../../../world/store/kept/outputs.ts";
import type { Store } from "../../../../world/store/store.ts";

/** Older drafts are not read; their findings are known by their comments only. */
const mostDrafts = 5;
const most = { findings: 500, title: 500, explanation: 5000 };

const draftPart = z.object({
  judged: z.array(
    z.object({
      severity: z.string(),
      confidence: z.number(),
      finding: z.object({
        identity: z.string(),
        title: z.string(),
        explanation: z.string(),
        category: z.string(),
        sources: z.array(z.string()),
      }),
    }),
  ),
});

const aboutPart = z.object({
  check: z.string(),
  kind: z.string(),
  path: z.string(),
  line: z.int(),
  quote: z.string(),
});

export async function knownFindings(
  place: string,
  { findings, drafts }: Pick<Store, "findings" | "drafts">,
): Promise<KnownFinding[]> {
  const [kept, saved] = await Promise.all([findings.of(place), drafts.list({ place })]);
  const details = new Map<string, FindingDetails>();
  for (const { draft } of saved.slice(0, mostDrafts)) addDetails(draft, details);
  return kept.slice(0, most.findings).map((finding) => knownFinding(finding, details));
}

export function knownFinding(
  { identity, state, about, comment }: KeptFinding,
  details: ReadonlyMap<string, FindingDetails>,
): KnownFinding {
  return { identity, state, comment, about: aboutOf(about), details: details.get(identity) ?? null };
}

function aboutOf(json: string | null): KnownFinding["about"] {
  const read = aboutPart.safeParse(parsed(json));
  return read.success ? read.data : null;
}

/** The newest draft with a finding provides its details. */
function addDetails(draft: string, details: Map<string, FindingDetails>): void {
  const read = draftPart.safeParse(parsed(draft));
  if (!read.success) return;
  for (const { severity, confidence, finding } of read.data.judged) {
    const { identity, title, explanation, category, sources } = finding;
    if (details.has(identity)) continue;
    details.set(identity, {
      title: startOfText(title, most.title),
      explanation: startOfText(explanation, most.explanation),
      severity,
      confidence,
      category,
      sources: sources.slice(0, 20),
    });
  }
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "null") as unknown;
  } catch {
    return null;
  }
}
