// Resolves a thread on request, if the policy allows it.
import { alreadyResolved, nothingToResolve, notResolved, resolvedText } from "../words/conversation/reply-texts.ts";
import type { CommandReply } from "./command-reply.ts";

export const resolveReply: CommandReply<"resolve"> = {
  ask: "resolve",
  onIssues: false,
  async answer(_asked, { resolve: carryOut }) {
    const resolution = await carryOut();
    switch (resolution.is) {
      case "resolved":
        return resolvedText();
      case "already":
        return alreadyResolved();
      case "nothing":
        return nothingToResolve();
      case "refused":
        return notResolved(resolution.why);
    }
  },
};
