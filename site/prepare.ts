// Copies the pages from the repository for Starlight: the first heading becomes the title, links between pages become
// addresses, and links to other files of the repository become plain text.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { sections, slugOf } from "./pages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const to = fileURLToPath(new URL("src/content/docs", import.meta.url));
const pages = sections.flatMap(([, paths]) => paths);

rmSync(to, { recursive: true, force: true });
for (const path of pages) {
  const text = readFileSync(join(root, path), "utf8").replace(/^<!--.*?-->\n/, "");
  const [, title, body] = /^# (.+)\n([^]*)$/.exec(text.trimStart()) ?? [];
  if (title === undefined) throw new Error(`${path} does not begin with a heading`);
  write(`${slugOf(path)}.md`, `---\ntitle: ${JSON.stringify(title)}\n---\n${linked(body ?? "", path)}`);
}
write(
  "index.md",
  `---\ntitle: Crosscheck\ntableOfContents: false\n---\n${linked(introduction(), "README.md")}\n\nNext: [the tutorial](/start/), five minutes with real output.\n`,
);

function introduction(): string {
  const [, text] =
    /^# Crosscheck\n([^]*?)\nTo run it from a clone/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
  if (text === undefined) throw new Error("README.md does not begin as expected");
  return text;
}

function write(name: string, text: string): void {
  const file = join(to, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Blocks of code are left as they are. */
function linked(text: string, from: string): string {
  return text
    .split(/(^```[^]*?^```$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (...one: string[]) => link(one, from)),
    )
    .join("");
}

function link([whole = "", image, text = "", target = ""]: readonly string[], from: string): string {
  if (/^(?:https?:|mailto:|#)/.test(target)) return whole;
  const [path = "", hash] = target.split("#");
  const file = posix.normalize(posix.join(posix.dirname(from), path));
  if (image) {
    const name = posix.basename(file);
    mkdirSync(join(to, dirname(slugOf(from))), { recursive: true });
    copyFileSync(join(root, file), join(to, dirname(slugOf(from)), name));
    return `![${text}](./${name})`;
  }
  if (pages.includes(file)) return `[${text}](/${slugOf(file)}/${hash ? `#${hash}` : ""})`;
  return text;
}
