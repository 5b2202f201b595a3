// Finds base images that a Dockerfile no longer pins.
import type { DependencyProblem } from "./dependency-problem.ts";

interface Image {
  name: string;
  tag: string | null;
  line: number;
  text: string;
}

const fromInstruction =
  /^\s*FROM\s+(?:--\S+\s+)*([\w.:/-]+?)(?::([\w.-]+))?(?:@(sha256:[0-9a-f]+))?(?:\s+AS\s+(\S+))?\s*$/i;

function parseImages(text: string): Image[] {
  return text.split(/\r?\n/).flatMap((line, index): Image[] => {
    const match = fromInstruction.exec(line);
    if (!match) return [];
    return [{ name: match[1] ?? "", tag: match[3] ?? match[2] ?? null, line: index + 1, text: line }];
  });
}

/** An image that was pinned and is now the newest version. Images that were never pinned are not reported. */
export function findUnpinnedImages(before: string, after: string): DependencyProblem[] {
  const isPinned = ({ tag }: Image) => tag !== null && tag !== "latest";
  const pinned = new Map(
    parseImages(before)
      .filter(isPinned)
      .map((image) => [image.name, image]),
  );
  const still = new Set(
    parseImages(after)
      .filter(isPinned)
      .map(({ name }) => name),
  );
  return parseImages(after).flatMap((image) => {
    const old = pinned.get(image.name);
    // Several stages from one image are one decision.
    pinned.delete(image.name);
    if (isPinned(image) || old === undefined || still.has(image.name)) return [];
    return [
      {
        kind: "unpinned-image",
        line: image.line,
        text: image.text,
        title: `The base image ${image.name} is no longer pinned`,
        explanation:
          `It was ${old.name}:${old.tag ?? ""}; now every build uses the newest image, so a build can break or ` +
          "change without a commit. Name a version.",
      },
    ];
  });
}
