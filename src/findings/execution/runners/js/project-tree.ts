// Adapts a project to the tree that the import scanner and resolver read.
import type { Tree } from "../../../../change/change.ts";
import { oncePer } from "../../../../change/symbols/once-per.ts";
import type { Project } from "../../runner.ts";

/** One for one project, so that what is read of it is kept. */
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
