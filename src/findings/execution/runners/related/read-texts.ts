// Reads the texts of many files of a project, up to a limit.
import type { Project } from "../../runner.ts";

/** Limit of files read. */
const maxTextsRead = 1_500;
/** Enough text to contain the imports. */
const mostText = 400_000;
const atOnce = 32;

export async function readTexts(
  project: Project,
  paths: readonly string[],
  look: (path: string, text: string) => void,
): Promise<void> {
  const wanted = paths.slice(0, maxTextsRead);
  for (let at = 0; at < wanted.length; at += atOnce)
    await Promise.all(
      wanted.slice(at, at + atOnce).map(async (path) => {
        const text = await project.read(path);
        if (text !== null) look(path, text.slice(0, mostText));
      }),
    );
}
