// Loads a review for its pages: read, redacted, and divided into files. Cached, because reading a large draft takes
// longer than rendering a piece of it.
import { findingPlaces } from "../../../review/publishers/html/page-data.ts";
import { fileViews, type FileView } from "../../../review/publishers/html/files.ts";
import { shownFindings, type ShownFinding } from "../../../review/publishers/html/finding-card.ts";
import { siteRoom } from "../../../review/publishers/html/page-limits.ts";
import { redactedLines, type RedactedLines } from "../../../review/publishers/html/redacted-lines.ts";
import { redactQuotedSecrets } from "../../../review/redact-draft.ts";
import type { Draft } from "../../../review/draft.ts";
import type { Visit } from "../page.ts";
import type { Site } from "../site.ts";
import { aboutFor, reviewFor, type SeenReview } from "../visible.ts";

export interface LaidOut {
  /** As stored; edited and posted. */
  kept: Draft;
  /** Redacted; shown. */
  draft: Draft;
  all: readonly ShownFinding[];
  views: readonly FileView[];
  masks: RedactedLines;
  places: ReturnType<typeof findingPlaces>;
  /** Changes after each edit. */
  version: string;
}

export interface OpenReview extends LaidOut {
  seen: SeenReview;
}

/** A large review takes tens of megabytes. */
const mostKept = 4;

const keptBySite = new WeakMap<Site["store"], Map<string, LaidOut>>();

/** Access is checked each time; only the content is cached. */
export async function openReview(visit: Visit, id: string): Promise<OpenReview> {
  const about = await aboutFor(visit, id);
  const { store } = visit.site;
  const known = keptBySite.get(store) ?? new Map<string, LaidOut>();
  keptBySite.set(store, known);
  const { saved } = about;
  const key = saved === null ? id : `${id} ${saved.savedAt} ${saved.state} ${JSON.stringify(saved.facts)}`;
  let laid = known.get(key);
  if (laid === undefined) {
    const { draft } = await reviewFor(visit, id);
    laid = layOut(draft, saved?.state === "posted", String(saved?.savedAt ?? 0));
  }
  // Reinserted, so that it counts as the most recently used.
  known.delete(key);
  known.set(key, laid);
  for (const oldest of known.keys()) if (known.size > mostKept) known.delete(oldest);
  return { ...laid, seen: { ...about, draft: laid.kept } };
}

function layOut(kept: Draft, stands: boolean, version: string): LaidOut {
  const draft = redactQuotedSecrets(kept);
  const all = shownFindings(draft, stands);
  const views = fileViews(draft, all, siteRoom);
  return { kept, draft, all, views, masks: redactedLines(draft), places: findingPlaces(views), version };
}

/** The address of a piece of a file. It names the version, and pieces of another version are refused. */
export function pieceAddress(id: string, { version }: Pick<LaidOut, "version">, split: boolean) {
  return (file: number, piece: number): string =>
    `/reviews/${id}/files/${file}?piece=${piece}&v=${version}${split ? "&diff=split" : ""}`;
}
