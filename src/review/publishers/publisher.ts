// One form of the same draft. A publisher decides nothing: it lays out what `words` says.
import type { Draft } from "../draft.ts";

export interface PublishOptions {
  colour: boolean;
  width: number;
  /** The version of this program, for formats that name it. */
  version: string;
}

export interface Publisher {
  id: string;
  title: string;
  /** Of the file that it is written to, without the dot. */
  extension: string;
  render(draft: Draft, options: PublishOptions): string;
}
