// Enforces size limits on the playground's inputs.
import { UserError } from "../../../errors.ts";
import { playgroundErrors as words } from "../../../review/words/playground-texts.ts";

export const maxLengths = { text: 200_000, title: 200, comment: 10_000 };
export const maxPlaygroundPulls = 200;

export function held(text: string, most: number): void {
  if (text.length > most) throw new UserError(words.tooLong(most), words.shorter);
}
