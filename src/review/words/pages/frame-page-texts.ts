// Defines the texts of the frame around the dashboard's pages.
import { oneLine, shorten } from "../text.ts";

export const sections = [
  { id: "overview", title: "Overview", icon: "home" },
  { id: "reviews", title: "Reviews", icon: "file" },
  { id: "threads", title: "Threads", icon: "thread" },
  { id: "lessons", title: "Lessons", icon: "lesson" },
  { id: "units", title: "Checks", icon: "check" },
  { id: "figures", title: "Metrics", icon: "graph" },
  { id: "jobs", title: "Jobs", icon: "stack" },
  { id: "settings", title: "Settings", icon: "settings" },
] as const;

export const frameWords = {
  skip: "Skip to the page",
  places: "Places",
  playground: "Playground",
  signOut: (name: string) => `Sign out ${shorten(oneLine(name), 40)}`,
  footer: (version: string) => `Crosscheck ${version}`,
} as const;
