// What the host inside says, without keys.
import type { HostMessage } from "../inside/sandbox-host.ts";
import type { MaskedPieces, Masking } from "./masking.ts";

/** Something that a command says can come out a line later, and is said at the latest when it has ended. */
export function maskedSaid(commands: number, masking: Masking): (said: HostMessage) => readonly HostMessage[] {
  const pieces: MaskedPieces[] = Array.from({ length: commands }, () => masking.inPieces());
  const { whole } = masking;
  const orNull = (text: string | null) => (text === null ? null : whole(text));
  return (said) => {
    switch (said.tell) {
      case "began":
        return [said];
      case "failed":
        return [{ ...said, why: whole(said.why) }];
      case "said":
        return [{ ...said, text: pieces[said.at]?.take(said.text) ?? "" }];
      case "report":
        return [{ ...said, path: whole(said.path), text: whole(said.text) }];
      case "ended":
        return [
          { tell: "said", at: said.at, text: pieces[said.at]?.rest() ?? "" },
          { ...said, why: orNull(said.why) },
        ];
    }
  };
}
