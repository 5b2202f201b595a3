// An address of every page with something on it. A page that is added to the dashboard has to be added here, or the tests of
// every page fail.
import type { Page } from "../../../src/app/dashboard/page.ts";
import { pages } from "../../../src/app/dashboard/index.ts";
import type { Item } from "./whole-shop.ts";
import { shop } from "./whole-shop.ts";

export interface Addressed extends Item {
  /** Which of the two reviews is meant. */
  review: string;
  /** Of a job that was given up. */
  job: string;
}

interface PageCase {
  at(item: Addressed): string;
  /** What a browser gets: a page, a part of one, a file to save, or the way to another page. */
  is: "page" | "part" | "file" | "way";
  /** Of a post: a form that is taken from somebody who may send it. */
  form?(item: Addressed): Record<string, string>;
}

const query = new URLSearchParams({ repository: shop }).toString();
const board = ({ pull }: Item) => `/pulls/${shop}/${pull}/threads`;

const cases: Record<string, PageCase> = {
  "get /overview": { is: "page", at: () => "/overview" },
  "get /reviews": { is: "page", at: () => "/reviews" },
  "get /reviews/:id": { is: "page", at: ({ review }) => `/reviews/${review}` },
  ...Object.fromEntries(
    ["about", "process", "costs", "timeline"].map((tab): [string, PageCase] => [
      `get /reviews/:id/${tab}`,
      { is: "page", at: ({ review }) => `/reviews/${review}/${tab}` },
    ]),
  ),
  "get /reviews/:id/prompt": { is: "file", at: ({ review }) => `/reviews/${review}/prompt` },
  "get /reviews/:id/report.html": { is: "file", at: ({ review }) => `/reviews/${review}/report.html` },
  "get /reviews/:id/files/:index": { is: "page", at: ({ review }) => `/reviews/${review}/files/0` },
  "get /reviews/:id/search": { is: "page", at: ({ review }) => `/reviews/${review}/search?q=e` },
  "get /reviews/:id/gate": { is: "part", at: ({ review }) => `/reviews/${review}/gate` },
  "post /reviews/:id/edit": {
    is: "way",
    at: ({ review }) => `/reviews/${review}/edit`,
    form: () => ({ edit: "event", event: "COMMENT", edits: "0" }),
  },
  "post /reviews/:id/post": {
    is: "way",
    at: ({ review }) => `/reviews/${review}/post`,
    form: () => ({ choice: "cancel", edits: "0" }),
  },
  "get /pulls/:host/:owner/:repo/:number": { is: "way", at: ({ pull }) => `/pulls/${shop}/${pull}` },
  "get /pulls/:host/:owner/:repo/:number/threads": { is: "page", at: board },
  "post /pulls/:host/:owner/:repo/:number/threads": { is: "way", at: board, form: () => ({}) },
  "get /threads": { is: "page", at: () => "/threads" },
  "get /lessons": { is: "page", at: () => `/lessons?${query}` },
  "post /lessons": {
    is: "way",
    at: () => "/lessons",
    form: ({ lesson }) => ({ repository: shop, do: "remove", id: lesson, at: "1000" }),
  },
  "get /units": { is: "page", at: () => `/units?${query}` },
  "post /units": { is: "way", at: () => "/units", form: ({ unit }) => ({ repository: shop, unit }) },
  "get /figures": { is: "page", at: () => `/figures?weeks=4` },
  "get /figures.csv": { is: "file", at: () => "/figures.csv?weeks=4" },
  "get /figures/queue": { is: "part", at: () => "/figures/queue" },
  "get /jobs": { is: "page", at: () => "/jobs" },
  "post /jobs/:id/retry": { is: "way", at: ({ job }) => `/jobs/${job}/retry`, form: () => ({}) },
  "post /jobs/:id/cancel": { is: "way", at: ({ job }) => `/jobs/${job}/cancel`, form: () => ({}) },
  "get /settings": { is: "page", at: () => `/settings?${query}` },
};

export interface EveryPage extends PageCase {
  /** As in `get /reviews/:id`. */
  name: string;
  page: Page;
}

/** The playground's pages are there only for it, and have tests of their own. */
export function everyPage(): EveryPage[] {
  return pages
    .filter(({ path }) => !path.startsWith("/playground"))
    .map((page) => {
      const name = `${page.method} ${page.path}`;
      const found = cases[name];
      if (found === undefined) throw new Error(`test/support/browser/every-page.ts has no case for ${name}`);
      return { name, page, ...found };
    });
}
