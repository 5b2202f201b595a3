// Colours for a terminal, or none.
import type { Severity } from "../../findings/finding.ts";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan";

const codes: Record<Style, [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
};

export type Paint = (text: string, ...styles: Style[]) => string;

export function painter(colour: boolean): Paint {
  if (!colour) return (text) => text;
  return (text, ...styles) =>
    styles.reduce((painted, style) => `\u001b[${codes[style][0]}m${painted}\u001b[${codes[style][1]}m`, text);
}

export const severityStyles: Record<Severity, Style[]> = {
  critical: ["bold", "magenta"],
  high: ["bold", "red"],
  medium: ["yellow"],
  low: ["blue"],
  nit: ["dim"],
};
