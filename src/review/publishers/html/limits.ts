// How much of a review is in the page's tree at once. The rest is in the page as data, and is laid out when asked for.

/** What differs between a file that holds everything and a page that can ask for more. */
export interface PageRoom {
  /** Findings in the list, and files in the page, before "show more". */
  findings: number;
  files: number;
  /** Rows that are there when the page opens. */
  openWeight: number;
  /** More than anybody reads: git shows the rest, and the page says so. */
  rowsInAll: number;
  /** Unfolded files are laid out as they come into view. */
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

/** Every title and every path is in it, for the browser's own search; code comes when it is wanted. */
export const siteRoom: PageRoom = {
  findings: Number.MAX_SAFE_INTEGER,
  files: Number.MAX_SAFE_INTEGER,
  openWeight: 600,
  rowsInAll: Number.MAX_SAFE_INTEGER,
  fetches: true,
};

/** Rows that are laid out in one go. A finding's card is as much work as several lines of code. */
export const pieceWeight = 300;
export const cardWeight = 8;

/** Up to how many files are unfolded when the page opens. */
export const openFiles = 40;

export const rowsPerFile = 5000;
export const maxHtmlLine = 2000;
export const quotedLines = 12;
export const tableRows = 200;
