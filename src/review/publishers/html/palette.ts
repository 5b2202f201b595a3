// Defines the page's colours for light and dark mode. `readable` lists text and background pairs; a test checks them
// against WCAG AA.

export const palette = {
  canvas: ["#f5f6f8", "#101318"],
  surface: ["#ffffff", "#181c22"],
  sunken: ["#f0f2f5", "#12161b"],
  text: ["#1d2229", "#e4e7eb"],
  muted: ["#56606d", "#9ba6b4"],
  line: ["#d6dbe1", "#2d343e"],
  accent: ["#0a58ad", "#78b4ff"],
  "accent-soft": ["#e3eefb", "#16283f"],
  added: ["#e5f5ea", "#10291b"],
  "added-line": ["#cbebd6", "#16402a"],
  "added-sign": ["#0f5c2a", "#7fe0a4"],
  removed: ["#fdebe9", "#341a1b"],
  "removed-line": ["#f8d2ce", "#502322"],
  "removed-sign": ["#9c1423", "#ffa29b"],
  "added-word": ["#b9e6c8", "#1a4c30"],
  "removed-word": ["#f9cbc5", "#6b2b29"],
  "code-k": ["#8b1a5c", "#ff9bc8"],
  "code-s": ["#0a4a80", "#a8d4ff"],
  "code-c": ["#515a66", "#b0bac6"],
  "code-n": ["#7a3d00", "#f2bd7e"],
  "code-f": ["#5a32a8", "#d0b5ff"],
  "code-t": ["#00595e", "#7fdfe0"],
  hunk: ["#ecf1f8", "#192230"],
  "hunk-text": ["#4a586b", "#9db0ca"],
  "critical-text": ["#ffffff", "#fdeaff"],
  critical: ["#86198f", "#8f2a98"],
  "high-text": ["#ffffff", "#fff0ee"],
  high: ["#b3261a", "#ab3328"],
  "medium-text": ["#3d2900", "#2a1c00"],
  medium: ["#ffd45c", "#e3b341"],
  "low-text": ["#0a3f78", "#d3e7ff"],
  low: ["#d3e6fb", "#1d4774"],
  "nit-text": ["#3b434e", "#d8dde4"],
  nit: ["#e3e6ea", "#3a424d"],
  good: ["#17692f", "#79d99a"],
  bad: ["#a8201a", "#ff9d94"],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

export type Colour = keyof typeof palette;

/** Each text colour with its background. */
export const readable: readonly (readonly [text: Colour, behind: Colour])[] = [
  ["text", "canvas"],
  ["text", "surface"],
  ["text", "sunken"],
  ["text", "added"],
  ["text", "removed"],
  ["text", "accent-soft"],
  ["muted", "canvas"],
  ["muted", "surface"],
  ["muted", "sunken"],
  ["text", "added-line"],
  ["text", "removed-line"],
  ...(["k", "s", "c", "n", "f", "t"] as const).flatMap((kind) =>
    (["surface", "added", "removed", "added-word", "removed-word", "accent-soft"] as const).map(
      (behind) => [`code-${kind}`, behind] as const,
    ),
  ),
  ["text", "added-word"],
  ["text", "removed-word"],
  ["added-sign", "added"],
  ["added-sign", "surface"],
  ["removed-sign", "removed"],
  ["removed-sign", "surface"],
  ["hunk-text", "hunk"],
  ["accent", "canvas"],
  ["accent", "surface"],
  ["accent", "accent-soft"],
  ["critical-text", "critical"],
  ["high-text", "high"],
  ["medium-text", "medium"],
  ["low-text", "low"],
  ["nit-text", "nit"],
  ["good", "surface"],
  ["bad", "surface"],
];

export function paletteCss(): string {
  return Object.entries(palette)
    .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark});`)
    .join("");
}
