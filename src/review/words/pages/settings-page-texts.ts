// Defines the texts of the settings page.
import { configPath } from "../../../change/config.ts";
import { count, oneLine, shorten } from "../text.ts";

export const settingsWords = {
  title: "Settings",
  repository: "Repository",
  show: "Show",
  config: "Settings in effect",
  columns: ["Setting", "Value", "From"],
  modelColumns: ["Name", "Model", "Used by"],
  onlySet: "Only changed settings",
  all: "Everything",
  filter: "Settings shown",
  nothingSet: "Nothing is set: every value is the default.",
  emptyValue: "empty",
  unknown: "The configuration is unknown",
  broken: `${configPath} is not valid`,
  brokenSays:
    "Until it is fixed, a server reviews with the defaults and says so. Each error, with its line and column:",
  faultColumns: ["Line", "Column", "What is wrong"],
  failed: "The configuration could not be read",
  notOffered: "This dashboard cannot read a repository's configuration.",
  noRepository: "There are no reviews yet, so there is no repository to show.",
  noHost: "It is not on a known host such as GitHub.",
  server: "This server",
  machine: "This machine",
  version: "Version",
  data: "Data folder",
  role: "Role of this replica",
  roles: {
    web: "receives webhooks and serves pages",
    worker: "runs jobs",
    all: "receives webhooks, serves pages and runs jobs",
  },
  record: "Recorded for model calls",
  records: { outcomes: "figures and answers", full: "all text sent and received" },
  limits: "Spending limits",
  limitNames: {
    perReview: "for one review",
    perRepositoryPerMonth: "for one repository in a month",
    perMonth: "for all in a month",
  },
  noLimits: "none are set",
  models: "Models",
  noModels: "No model is configured: reviews use checks only.",
  anyReviewer: "all others",
  ownFault: "The configuration of this program itself cannot be used",
} as const;

export const notInstalled = "the App is not installed on this repository";

/** Where the file was read, and whether it exists. */
export function readFromLine(
  read: "default-branch" | "clone",
  is: "used" | "none" | "left-out",
  commit: string,
): string {
  const where =
    read === "default-branch"
      ? "on the default branch, as GitHub has it now"
      : `at ${commit.slice(0, 12)}, which is checked out in this folder`;
  return is === "none" ? `There is no ${configPath} ${where}: every value is the default.` : `${configPath} ${where}.`;
}

export const baseNote =
  "A review uses the config file of the base branch. Tags in the title or a commit message can change a value for that review only.";

export function shownCount(shown: number, all: number): string {
  return shown === all ? count(all, "setting") : `${shown} of ${count(all, "setting")}`;
}

export function limitText(amount: number): string {
  return `$${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export function faultText(message: string): string {
  return shorten(oneLine(message), 400);
}
