// Handles the confirmation gate on the dashboard: each edit makes a new draft, and posting goes through
// `DashboardActions`.
import { startOfText } from "../../secrets/cut-text.ts";
import { UserError } from "../../errors.ts";
import type { Draft, Edit } from "../../review/draft.ts";
import { editDraft } from "../../review/edit-draft.ts";
import { summaryFactsOfDraft } from "../../review/summary-facts.ts";
import { html } from "../../review/publishers/html/template.ts";
import { gatePageWords as words } from "../../review/words/pages/gate-page-texts.ts";
import { isDisputed } from "../cli/confirmation-gate.ts";
import { NotHere, type Page, type Visit } from "./page.ts";
import { gatePanel } from "./parts/gate-panel.ts";
import { reviewFor, steering, type SeenReview } from "./visible.ts";

/** Renders only the panel, for a page that waits for the draft to be posted. */
export const gatePart: Page = {
  method: "get",
  path: "/reviews/:id/gate",
  async run(visit) {
    const seen = await reviewFor(visit, visit.param("id"));
    return { is: "part", body: gatePanel(visit, seen) ?? html`` };
  },
};

export const gateEdit: Page = {
  method: "post",
  path: "/reviews/:id/edit",
  async run(visit) {
    const seen = await waiting(visit);
    await replace(visit, seen, editDraft(seen.draft, editOf(visit)));
    return { is: "to", path: `/reviews/${seen.draft.id}#gate` };
  },
};

export const gatePost: Page = {
  method: "post",
  path: "/reviews/:id/post",
  async run(visit) {
    const { site, visitor } = visit;
    const seen = await waiting(visit);
    const { id } = seen.draft;
    const choice = visit.field("choice");
    if (choice === "cancel") {
      await site.store.drafts.setState(id, "cancelled");
      return { is: "to", path: `/reviews/${id}` };
    }
    if (choice !== "code" && choice !== "all") throw new NotHere();
    if (!site.doing.post) throw new UserError(words.notOffered, words.byHand(id));
    const settled = await withoutDisputed(visit, seen);
    const wish = await site.doing.post(settled, choice, visitor.name);
    if (wish.is === "moved") throw new UserError(words.moved(wish.to), words.movedHint);
    return { is: "to", path: wish.is === "waits" ? `/reviews/${id}?posting=1` : `/reviews/${id}` };
  },
};

/** The draft as the person saw it, if it is still pending. */
async function waiting(visit: Visit): Promise<SeenReview & { saved: NonNullable<SeenReview["saved"]>; text: string }> {
  const seen = await reviewFor(visit, visit.param("id"));
  await steering(visit, seen.repository);
  const kept = await visit.site.store.drafts.load(seen.draft.id);
  if (!seen.saved || kept?.state !== "waiting") throw new UserError(words.noLonger, words.again);
  if (String(seen.draft.edits.length) !== visit.field("edits")) throw new UserError(words.quicker, words.again);
  return { ...seen, saved: seen.saved, text: kept.draft };
}

async function replace(visit: Visit, { text, saved }: { text: string; saved: SeenReview["saved"] }, draft: Draft) {
  const facts = summaryFactsOfDraft(draft, saved?.facts?.tookMs ?? null);
  // Monotonic, whatever the clock: pages detect a new version by it.
  const savedAt = Math.max(visit.site.now(), (saved?.savedAt ?? 0) + 1);
  const now = { draft: JSON.stringify(draft), facts, savedAt };
  if (!(await visit.site.store.drafts.edit(draft.id, text, now))) throw new UserError(words.quicker, words.again);
}

/** A disputed finding is posted only if a person confirms it. */
async function withoutDisputed(visit: Visit, seen: Awaited<ReturnType<typeof waiting>>): Promise<Draft> {
  let { draft } = seen;
  for (const { finding } of seen.draft.judged.filter(isDisputed)) {
    const choice = visit.field(`disputed-${finding.id}`);
    if (choice !== "keep" && choice !== "leave-out") throw new UserError(words.disputedFirst, words.disputedHint);
    if (choice === "leave-out") draft = editDraft(draft, { edit: "move", finding: finding.id, to: "advisory" });
  }
  if (draft !== seen.draft) await replace(visit, seen, draft);
  return draft;
}

function editOf(visit: Visit): Edit {
  const { field, visitor } = visit;
  const finding = field("finding");
  const by = visitor.name;
  switch (field("edit")) {
    case "remove":
      return { edit: "remove", finding };
    case "move":
      return { edit: "move", finding, to: field("to") === "posted" ? "posted" : "advisory" };
    case "reword":
      return {
        edit: "reword",
        finding,
        title: startOfText(field("title"), 500),
        explanation: startOfText(field("explanation"), 20_000),
      };
    case "acknowledge":
      return { edit: "acknowledge", rule: field("rule") as Extract<Edit, { edit: "acknowledge" }>["rule"], by };
    case "event": {
      const event = (["APPROVE", "COMMENT", "REQUEST_CHANGES"] as const).find((one) => one === field("event"));
      if (event) return { edit: "event", event, by };
    }
  }
  throw new NotHere();
}
