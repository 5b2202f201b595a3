// What pages can do on a server, as the App.
import { postDraftKind, type PostDraftData } from "../jobs/post-draft.ts";
import type { Doing } from "../pages/doing.ts";
import { placeOf } from "../../review/post-once.ts";
import type { PagesOptions } from "./pages.ts";

export function serverDoing({ store }: PagesOptions): Doing {
  return {
    async post(draft, choice, by) {
      const data: PostDraftData = { draft: draft.id, choice, by };
      const { from } = draft.change;
      const key = from.kind === "pull" ? placeOf(from) : draft.id;
      await store.jobs.add({ kind: postDraftKind, key, data });
      return { is: "waits" };
    },
  };
}
