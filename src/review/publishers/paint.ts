// Colours text for a terminal, if colours are on.
import { styleText } from "node:util";
import type { Severity } from "../../findings/finding.ts";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan";

export type Paint = (text: string, ...styles: Style[]) => string;

export function painter(colour: boolean): Paint {
  // The caller has decided about colours, so the stream is not checked again.
  return colour ? (text, ...styles) => styleText(styles, text, { validateStream: false }) : (text) => text;
}

export const severityStyles: Record<Severity, Style[]> = {
  critical: ["bold", "magenta"],
  high: ["bold", "red"],
  medium: ["yellow"],
  low: ["blue"],
  nit: ["dim"],
};
