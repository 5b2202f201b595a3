// Locates code in files that contain more than code: scripts of components and pages, imports of MDX.

export interface ScriptBlock {
  text: string;
  /** Its offset in the file. */
  offset: number;
  jsx: boolean;
  /** Whether other files can import its exports. A Svelte component's own script exports properties instead. */
  exports: boolean;
}

const plain = /\.[cm]?[jt]sx?$/i;
const component = /\.(?:vue|svelte|astro|html?)$/i;

/** Whether the scanner can read a file of this name. */
export function holdsScript(path: string): boolean {
  return plain.test(path) || component.test(path) || /\.mdx?$/i.test(path);
}

/** A file that is a component and becomes the default export of its module. */
export function isComponent(path: string): boolean {
  return /\.(?:vue|svelte|astro)$/i.test(path);
}

export function scriptsIn(path: string, text: string): ScriptBlock[] {
  if (plain.test(path)) return [{ text, offset: 0, jsx: !/\.[cm]?ts$/i.test(path), exports: true }];
  if (/\.mdx?$/i.test(path)) return importParagraphs(text);
  if (!component.test(path)) return [];
  return scriptBlocks(text, path);
}

/** The scripts of a component or page: Astro front matter and script elements. */
export function scriptBlocks(text: string, path = ".astro"): ScriptBlock[] {
  return [...frontMatter(path, text), ...scriptElements(path, text)];
}

function frontMatter(path: string, text: string): ScriptBlock[] {
  if (!/\.astro$/i.test(path) || !text.startsWith("---")) return [];
  const end = text.indexOf("\n---", 3);
  return end < 0 ? [] : [{ text: text.slice(3, end), offset: 3, jsx: false, exports: true }];
}

function scriptElements(path: string, text: string): ScriptBlock[] {
  const scripts: ScriptBlock[] = [];
  const opening = /<script\b/gi;
  const closing = /<\/script\s*>/gi;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const tagEnd = text.indexOf(">", opening.lastIndex);
    if (tagEnd < 0) break;
    const tag = text.slice(match.index, tagEnd);
    closing.lastIndex = tagEnd;
    const end = closing.exec(text)?.index ?? text.length;
    scripts.push({
      text: text.slice(tagEnd + 1, end),
      offset: tagEnd + 1,
      jsx: /\blang\s*=\s*["']?[jt]sx/i.test(tag),
      exports: !/\.svelte$/i.test(path) || /\bmodule\b/.test(tag),
    });
    opening.lastIndex = end;
  }
  return scripts;
}

/** MDX keeps its imports and exports in separate paragraphs. */
function importParagraphs(text: string): ScriptBlock[] {
  const scripts: ScriptBlock[] = [];
  for (const match of text.matchAll(/^(?:import|export)\s/gm)) {
    const last = scripts.at(-1);
    if (last && match.index < last.offset + last.text.length) continue;
    const end = text.indexOf("\n\n", match.index);
    const until = end < 0 ? text.length : end;
    scripts.push({ text: text.slice(match.index, until), offset: match.index, jsx: true, exports: false });
  }
  return scripts;
}
