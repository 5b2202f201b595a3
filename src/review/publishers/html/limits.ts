// How much of a review is in the page's tree at once. The rest is in the page as data, and is laid out when asked for.

/** Findings in the list, and files in the page, before "show more". */
export const listedFindings = 200;
export const listedFiles = 300;

/** Rows that are laid out in one go. A finding's card is as much work as several lines of code. */
export const pieceWeight = 300;
export const cardWeight = 8;

/** Rows that are there when the page opens, and up to how many files are unfolded without a finding in them. */
export const openWeight = 2000;
export const openFiles = 40;

/** More than anybody reads here: git shows the rest, and the page says so. */
export const rowsPerFile = 5000;
export const rowsInAll = 150_000;
export const longestLine = 2000;
export const quotedLines = 12;
export const tableRows = 200;
