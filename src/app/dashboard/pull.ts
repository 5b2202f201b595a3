// Redirects a pull request's address to its newest visible review; GitHub links lead here.
import { NotHere, pullRequestIn, type Page } from "./page.ts";
import { pullRequestKey, repositoryKey } from "../../pull-request.ts";

export const pullRequestPage: Page = {
  method: "get",
  path: "/pulls/:host/:owner/:repo/:number",
  async run(visit) {
    const pull = pullRequestIn(visit);
    const repository = repositoryKey(pull);
    const right = await visit.visitor.may(repository);
    if (right === "none") throw new NotHere();
    const [newest] = await visit.site.store.drafts.page({
      place: pullRequestKey(pull),
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
