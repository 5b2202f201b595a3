// As much XML 1.0 as a report needs, with nothing in it that a parser must refuse.
import { plain } from "../../words/text.ts";

export interface Xml {
  name: string;
  attributes: Readonly<Record<string, string | number>>;
  children?: readonly Xml[];
  text?: string;
}

export function element(xml: Xml, indent = ""): string {
  const attributes = Object.entries(xml.attributes).map(([name, value]) => ` ${name}="${attribute(String(value))}"`);
  const start = `${indent}<${xml.name}${attributes.join("")}`;
  if (xml.text !== undefined) return `${start}>${escaped(xml.text)}</${xml.name}>`;
  if (!xml.children || xml.children.length === 0) return `${start}/>`;
  return [`${start}>`, ...xml.children.map((child) => element(child, `${indent}  `)), `${indent}</${xml.name}>`].join(
    "\n",
  );
}

/** Half a surrogate pair, and two characters that XML forbids by name; `plain` shows the other forbidden ones. */
const forbidden = /[\ud800-\udfff\ufffe\uffff]/gu;

/** What XML cannot hold is shown by its number. */
function escaped(text: string): string {
  return plain(text)
    .replaceAll(forbidden, (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase()}>`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A line's end as itself would be read as a blank. */
function attribute(text: string): string {
  return escaped(text).replaceAll("\n", "&#10;");
}
