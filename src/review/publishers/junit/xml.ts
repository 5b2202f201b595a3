// Writes as much XML 1.0 as a report needs, without characters that a parser must reject.
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

/** Lone surrogates and two characters that XML forbids by name; `plain` writes out the other forbidden ones. */
const forbidden = /[\ud800-\udfff\ufffe\uffff]/gu;

/** Characters that XML cannot hold are shown as numbers. */
function escaped(text: string): string {
  return plain(text)
    .replaceAll(forbidden, (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase()}>`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A literal line end in an attribute would be read as a blank. */
function attribute(text: string): string {
  return escaped(text).replaceAll("\n", "&#10;");
}
