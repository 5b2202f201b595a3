// Texts of the dashboard's error pages.
export const troubleWords = {
  notHere: {
    title: "There is nothing here",
    says: "It may have been deleted, the address may be wrong, or it is not for you to see.",
  },
  notTheirs: {
    title: "That is not yours to do",
    says: "It takes the right to write to the repository. Ask somebody who maintains it.",
  },
  tooLarge: {
    title: "That was too much",
    says: "More was sent than any form here holds. Shorten it, and send it again.",
  },
  failed: {
    title: "This page could not be made",
    says: "It was our fault, and it is in the log. Load it again in a moment.",
  },
  refused: "That did not work",
  back: "Back to the reviews",
} as const;

export const needsToken =
  "Open the address that the terminal shows, with its token: this page is for the person who started it.";
