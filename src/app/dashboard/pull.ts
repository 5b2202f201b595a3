// A pull request by its address: its newest review that the visitor may see. What links from GitHub lead to.
import { NotHere, type Page } from "./page.ts";

export const pullPage: Page = {
  method: "get",
  path: "/pulls/:host/:owner/:repo/:number",
  async run(visit) {
    const repository = `${visit.param("host")}/${visit.param("owner")}/${visit.param("repo")}`;
    const right = await visit.visitor.may(repository);
    if (right === "none") throw new NotHere();
    const [newest] = await visit.site.store.drafts.page({
      place: `${repository}#${visit.param("number")}`,
      repositories: [repository],
      limit: 1,
      ...(right === "see" && { state: "posted" }),
    });
    if (newest === undefined) throw new NotHere();
    const finding = visit.query("finding");
    const query = finding === null ? "" : `?${new URLSearchParams({ finding }).toString()}`;
    return { is: "to", path: `/reviews/${encodeURIComponent(newest.id)}${query}` };
  },
};
