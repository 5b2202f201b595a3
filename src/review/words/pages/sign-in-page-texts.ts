// Defines the texts of the sign-in page.
export const signInWords = {
  title: "Sign in",
  why: "Reviews are shown to those who can read the repository on GitHub, drafts to those who can write to it. GitHub is only asked who you are, and whether you have access to a repository that uses this server.",
  go: "Sign in with GitHub",
  notBegun: "This sign-in was not started in this browser, or it took too long",
  again: "Sign in again.",
  noAccess: "You have access to no repository that uses this server",
  askForAccess: "Ask someone who administers the repository for access on GitHub, then sign in again.",
} as const;
