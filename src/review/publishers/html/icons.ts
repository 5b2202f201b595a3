// Draws the icons and the logo of our pages: outlines of 16 by 16 in the text's colour.
import { html, trustedHtml, type Html } from "./template.ts";

const paths = {
  alert: "M8 1.8 15 14H1zM8 6v4M8 12v.4",
  check: "M3 8.5 6.5 12 13 4.5",
  clock: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M8 4.5V8l2.5 1.5",
  coin: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M10 5.6C9 4.6 6.2 4.8 6.2 6.4c0 2 3.8 1 3.8 3 0 1.8-3 1.9-4 .8M8 3.6v8.8",
  comment: "M2 3h12v8H7.5L4.5 13.8V11H2z",
  copy: "M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8z",
  download: "M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11",
  file: "M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3",
  graph: "M2 2v12h12M5 11V8M8 11V5M11 11V7",
  home: "M2 7.5 8 2l6 5.5M3.5 6.5v7h9v-7",
  key: "M10.5 1.8a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4M7.6 8.4 2 14M4 12l1.8 1.8",
  lesson: "M8 3.5C6.5 2.3 4.5 2 2 2v10.5c2.5 0 4.5.3 6 1.5 1.5-1.2 3.5-1.5 6-1.5V2c-2.5 0-4.5.3-6 1.5zM8 3.5V14",
  merge:
    "M4 5.5v5M4 5.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4M4 14.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4M12 10.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4M4 5.5c.5 2 2.5 3 6 3",
  pencil: "M10.5 2.5 13.5 5.5 5.5 13.5 2 14l.5-3.5zM9 4l3 3",
  play: "M4.5 2.5v11L13 8z",
  search: "M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2M10.7 10.7 14.5 14.5",
  settings: "M2 4.5h7M13 4.5h1M11 2.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4M14 11.5H7M3 11.5H2M5 9.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  shield: "M8 1.5 13.5 3.5V8c0 3-2.5 5.3-5.5 6.5C5 13.3 2.5 11 2.5 8V3.5z",
  stack: "M8 2 14.5 5.3 8 8.6 1.5 5.3zM1.5 8.3 8 11.6 14.5 8.3M1.5 11.2 8 14.5 14.5 11.2",
  thread: "M2 2.5h9v6H6L3.5 10.8V8.5H2zM13 5.5h1.5v6H13v2.3L10.5 11.5H8",
  x: "M3.5 3.5 12.5 12.5M12.5 3.5 3.5 12.5",
} as const;

export type IconName = keyof typeof paths;

/** Decoration: the text beside it says the same. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${trustedHtml(paths[name])}" /></svg>`;
}

/** A tick that crosses a line of a diff. */
const mark = "M3 13.5 8 18.5 21 5.5M3 5.5h8M3 9.5h4M16 18.5h5M17.5 14.5h3.5";

export function logo(): Html {
  return html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><path d="${trustedHtml(mark)}" /></svg>`;
}

/** The same as a file, in colours that show on light and on dark tabs. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#0a58ad"/><path d="${mark}" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
