// Every event that is heeded. Others are acknowledged and left alone.
import type { WebhookEvent } from "./event.ts";
import { pullRequest } from "./pull-request.ts";

export const events: readonly WebhookEvent[] = [pullRequest];
