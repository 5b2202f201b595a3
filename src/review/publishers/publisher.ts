// Defines a publisher: one output format of a draft. A publisher decides nothing; it lays out the sentences of `words`.
import type { Draft } from "../draft.ts";

export interface PublishOptions {
  colour: boolean;
  width: number;
  /** Version of Crosscheck, for formats that contain it. */
  version: string;
  /** For a terminal: all that was checked, and not only what was found. */
  verbose?: boolean;
  /** For a terminal: `crosscheck explain` can name the findings of this review. */
  explains?: boolean;
}

export interface Publisher {
  id: string;
  title: string;
  /** File extension, without the dot. */
  extension: string;
  render(draft: Draft, options: PublishOptions): string;
}
