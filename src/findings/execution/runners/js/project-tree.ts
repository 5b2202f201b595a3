// The files of a project as the import scanner and the resolver want them.
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
