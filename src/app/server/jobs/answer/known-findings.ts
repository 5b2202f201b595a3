// Loads the stored findings of a pull request with their texts from the drafts that posted them.
import { startOfText } from "../../../../secrets/cut-text.ts";
import * as z from "zod";
import type { FindingDetails } from "../../../../threads/words/conversation/finding-texts.ts";
import { markedFinding, type findingOfThread, type KnownFinding } from "../../../../threads/replies/known-finding.ts";
import type { KeptFinding } from "../../../../world/store/kept/outputs.ts";
import type { Store } from "../../../../world/store/store.ts";

/** Older drafts are not read; their findings are known by their comments only. */
const mostDrafts = 5;
const most = { findings: 500, title: 500, explanation: 5000, quote: 2000 };

const draftPart = z.object({
  judged: z.array(
    z.object({
      severity: z.string(),
      confidence: z.number(),
      finding: z.object({
        identity: z.string(),
        kind: z.string(),
        at: z.object({ path: z.string(), start: z.int() }),
        evidence: z.tuple([z.object({ text: z.string(), masked: z.string().optional() })]).rest(z.unknown()),
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

/** A known finding as it is stored. */
export type StoredFinding = KnownFinding & { kept: KeptFinding };

export async function knownFindings(
  place: string,
  root: ThreadStart | null,
  self: string,
  { findings, drafts }: Pick<Store, "findings" | "drafts">,
): Promise<StoredFinding[]> {
  const [kept, saved] = await Promise.all([findings.of(place), drafts.list({ place })]);
  const drafted = new Map<string, DraftedFinding>();
  for (const { draft } of saved.slice(0, mostDrafts)) addDrafted(draft, drafted);
  const early = justPosted(place, root, self, kept, drafted);
  return [...early, ...kept.slice(0, most.findings)].map((finding) => ({
    identity: finding.identity,
    state: finding.state,
    comment: finding.comment,
    about: aboutOf(finding.about),
    details: drafted.get(finding.identity)?.details ?? null,
    kept: finding,
  }));
}

type ThreadStart = NonNullable<Parameters<typeof findingOfThread>[0]>;

/**
 * The finding of a thread that was posted seconds ago: its draft is stored before it is posted, its comment only
 * afterwards.
 */
function justPosted(
  place: string,
  root: ThreadStart | null,
  self: string,
  kept: readonly KeptFinding[],
  drafted: ReadonlyMap<string, DraftedFinding>,
): KeptFinding[] {
  const identity = markedFinding(root, self);
  const found = identity === undefined ? undefined : drafted.get(identity);
  if (identity === undefined || !found || kept.some((one) => one.identity === identity)) return [];
  const about = JSON.stringify(found.about);
  return [{ place, identity, state: "open", about, comment: root!.node, thread: null }];
}

interface DraftedFinding {
  details: FindingDetails;
  about: NonNullable<KnownFinding["about"]>;
}

function aboutOf(json: string | null): KnownFinding["about"] {
  const read = aboutPart.safeParse(parsed(json));
  return read.success ? read.data : null;
}

/** The newest draft with a finding provides its details. */
function addDrafted(draft: string, drafted: Map<string, DraftedFinding>): void {
  const read = draftPart.safeParse(parsed(draft));
  if (!read.success) return;
  for (const { severity, confidence, finding } of read.data.judged) {
    const { identity, title, explanation, category, sources, kind, at, evidence } = finding;
    if (drafted.has(identity)) continue;
    const details = {
      title: startOfText(title, most.title),
      explanation: startOfText(explanation, most.explanation),
      severity,
      confidence,
      category,
      sources: sources.slice(0, 20),
    };
    drafted.set(identity, {
      details,
      about: {
        check: (sources[0] ?? "").replace(/^PRESCAN:/, ""),
        kind,
        path: at.path,
        line: at.start,
        quote: startOfText(evidence[0].masked ?? evidence[0].text, most.quote),
      },
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
