// Texts of the settings page.
import { configPath } from "../../../change/config.ts";
import { count, oneLine, shorten } from "../text.ts";

export const settingsWords = {
  title: "Settings",
  repository: "Repository",
  show: "Show",
  config: "Configuration in force",
  columns: ["Setting", "Value", "From"],
  modelColumns: ["Name", "Model", "Used by"],
  onlySet: "Only what somebody has set",
  all: "Everything",
  filter: "Settings shown",
  nothingSet: "Nothing is set: every value is the usual one.",
  emptyValue: "empty",
  unknown: "The configuration is not known",
  broken: `${configPath} cannot be used as it is`,
  brokenSays:
    "Until it is mended, a server reviews by the usual values and says so. Each fault, with its line and column:",
  faultColumns: ["Line", "Column", "What is wrong"],
  failed: "The configuration could not be read",
  notOffered: "This dashboard cannot read a repository's configuration.",
  noRepository: "There are no reviews yet, and so no repository to show the configuration of.",
  noHost: "It is on no host that is known, such as GitHub.",
  server: "This server",
  machine: "This machine",
  version: "Version",
  data: "Data is kept in",
  role: "What this replica does",
  roles: {
    web: "takes webhooks and shows pages",
    worker: "works on jobs",
    all: "takes webhooks, shows pages, and works on jobs",
  },
  record: "Kept of model calls",
  records: { outcomes: "figures and answers", full: "every word sent and received" },
  limits: "Spending limits",
  limitNames: {
    perReview: "for one review",
    perRepositoryPerMonth: "for one repository in a month",
    perMonth: "for all in a month",
  },
  noLimits: "none are set",
  models: "Models",
  noModels: "No model is configured: reviews are made by checks alone.",
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
  return is === "none"
    ? `There is no ${configPath} ${where}: every value is the usual one.`
    : `${configPath} ${where}.`;
}

export const baseNote =
  "A review goes by the file at the base of its change; tags in a title or a commit can change a value for that review alone.";

export function shownCount(shown: number, all: number): string {
  return shown === all ? count(all, "setting") : `${shown} of ${count(all, "setting")}`;
}

export function limitText(amount: number): string {
  return `$${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export function faultText(message: string): string {
  return shorten(oneLine(message), 400);
}
