// Limits how much of a review is in the page's DOM at once. The rest is embedded as data and rendered on demand.

/** Limits that differ between a self-contained file and a page that can fetch more. */
export interface PageRoom {
  /** Findings in the list, and files in the page, before "show more". */
  findings: number;
  files: number;
  /** Rows rendered when the page opens. */
  openWeight: number;
  /** More than anyone reads: the page refers to git for the rest. */
  rowsInAll: number;
  /** Unfolded files are rendered as they scroll into view. */
  fetches: boolean;
}

export const listedFindings = 200;
export const rowsInAll = 150_000;

export const reportRoom: PageRoom = {
  findings: listedFindings,
  files: 300,
  openWeight: 2000,
  rowsInAll,
  fetches: false,
};

/** Contains every title and path, so that the browser's search finds them; code is fetched on demand. */
export const siteRoom: PageRoom = {
  findings: Number.MAX_SAFE_INTEGER,
  files: Number.MAX_SAFE_INTEGER,
  openWeight: 600,
  rowsInAll: Number.MAX_SAFE_INTEGER,
  fetches: true,
};

/** Rows rendered at once. A finding's card costs as much as several lines of code. */
export const pieceWeight = 300;
export const cardWeight = 8;

/** Maximum number of files unfolded when the page opens. */
export const openFiles = 40;

export const rowsPerFile = 5000;
export const maxHtmlLine = 2000;
export const quotedLines = 12;
export const tableRows = 200;
