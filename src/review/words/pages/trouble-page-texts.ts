// Defines the texts of the dashboard's error pages.
export const troubleWords = {
  notHere: {
    title: "Not found",
    says: "It may have been deleted, the address may be wrong, or you may not have access.",
  },
  notTheirs: {
    title: "No permission",
    says: "This needs write access to the repository. Ask a maintainer.",
  },
  tooLarge: {
    title: "Too much data",
    says: "The form contains too much text. Shorten it, and send it again.",
  },
  failed: {
    title: "This page could not be shown",
    says: "This is an error in Crosscheck; it is in the log. Reload the page in a moment.",
  },
  refused: "That did not work",
  back: "Back to the reviews",
} as const;

export const needsToken =
  "Open the URL that the terminal shows, with its token: only the person who started it can see this page.";
