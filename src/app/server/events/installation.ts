// Handles removal of the App from an account: deletes all data of its repositories.
import * as z from "zod";
import type { WebhookEvent } from "./event.ts";
import { installationPart } from "./payload.ts";

const payload = z.object({ action: z.literal("deleted"), installation: installationPart });

export const installation: WebhookEvent = {
  name: "installation",
  job: () => null,
  async note(given, _about, { installations }) {
    const read = payload.safeParse(given);
    if (!read.success) return null;
    const gone = await installations.of(read.data.installation.id);
    await installations.forget(gone);
    return `deleted all of ${gone.length} repositories`;
  },
};
