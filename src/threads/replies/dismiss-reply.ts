// Dismisses the finding of a thread, with a reason.
import { startOfText } from "../../secrets/cut-text.ts";
import { dismissedText, nothingToDismiss } from "../words/conversation/reply-texts.ts";
import type { CommandReply } from "./command-reply.ts";

/** Longer reasons are truncated. */
const longest = 2000;

export const dismissReply: CommandReply<"dismiss"> = {
  ask: "dismiss",
  onIssues: false,
  async answer({ reason }, needs) {
    const dismissal = await needs.dismiss(startOfText(reason, longest));
    return dismissal.is === "dismissed" ? dismissedText(dismissal.lifted) : nothingToDismiss();
  },
};
