// Tests whether a path is inside a folder.
/** Whether a relative path stays in its folder. */
export function isInside(path: string): boolean {
  let depth = 0;
  for (const part of path.split("/")) {
    if (part === "..") depth -= 1;
    else if (part !== "." && part !== "") depth += 1;
    if (depth < 0) return false;
  }
  return true;
}
