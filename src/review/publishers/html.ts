// Renders the draft as one self-contained HTML page: the decision, the findings, and the diff with the findings under
// their lines.
import { reportPage } from "./html/report-page.ts";
import type { Publisher } from "./publisher.ts";

export const htmlPublisher: Publisher = {
  id: "html",
  title: "a page with the diff and the findings in it, for a browser",
  extension: "html",
  render: (draft, options) => reportPage(draft, options).toString(),
};
