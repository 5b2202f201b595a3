// Defines the texts of the frame around the dashboard's pages.
import { oneLine, shorten } from "../text.ts";

export const sections = [
  { id: "reviews", title: "Reviews" },
  { id: "threads", title: "Threads" },
  { id: "lessons", title: "Lessons" },
  { id: "units", title: "Checks" },
  { id: "figures", title: "Metrics" },
  { id: "jobs", title: "Jobs" },
  { id: "settings", title: "Settings" },
] as const;

export const frameWords = {
  skip: "Skip to the page",
  places: "Places",
  playground: "Playground",
  signOut: (name: string) => `Sign out ${shorten(oneLine(name), 40)}`,
  footer: (version: string) => `Crosscheck ${version}`,
} as const;
