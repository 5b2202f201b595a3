// Scans a file of a tree in the language of its name.
import type { Tree } from "../../change/change.ts";
import { languageFor } from "./languages.ts";
import { scan, type Scanned } from "./scan.ts";

/** null where there is no such file, or its language has no table. */
export async function scanFile(tree: Tree, path: string): Promise<Scanned | null> {
  const language = languageFor(path);
  const bytes = language && (await tree.read(path));
  return language && bytes ? scan(new TextDecoder().decode(bytes), language) : null;
}
