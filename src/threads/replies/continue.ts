import { goingOn } from "../words/conversation/replies.ts";
import type { Reply } from "./reply.ts";

export const goOn: Reply<"continue"> = {
  ask: "continue",
  onIssues: true,
  async answer(_asked, needs) {
    await needs.goOn();
    return goingOn();
  },
};
