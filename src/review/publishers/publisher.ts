// Defines a publisher: one output format of a draft. A publisher decides nothing; it lays out the sentences of `words`.
import type { Draft } from "../draft.ts";

export interface PublishOptions {
  colour: boolean;
  width: number;
  /** Version of Crosscheck, for formats that contain it. */
  version: string;
}

export interface Publisher {
  id: string;
  title: string;
  /** File extension, without the dot. */
  extension: string;
  render(draft: Draft, options: PublishOptions): string;
}
