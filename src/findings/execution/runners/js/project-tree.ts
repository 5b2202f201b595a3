// Adapts a project to the tree that the import scanner and resolver read.
import type { Tree } from "../../../../change/change.ts";
import { oncePer } from "../../../../change/symbols/once-per.ts";
import type { Project } from "../../runner.ts";

/** Cached per project. */
export const projectTree = oncePer((project: Project): Tree => {
  const encoder = new TextEncoder();
  return {
    paths: async () => project.paths,
    read: async (path) => {
      const text = await project.read(path);
      return text === null ? null : encoder.encode(text);
    },
  };
});
