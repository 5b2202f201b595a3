// Lists the deliveries of the App's webhook, newest first, and asks GitHub to send one again.
import { signedProof } from "./app-token.ts";
import type { AppSelfOptions } from "./app-self.ts";
import { openRequests } from "./request.ts";

/** One attempt; attempts of one delivery have the same guid. */
export interface DeliveryAttempt {
  id: number;
  guid: string;
  delivered_at: string;
  /** 0: there was no answer. */
  status_code: number;
  event: string;
}

const perPage = 100;

export function openAppDeliveries({ api, app, clock, stop }: AppSelfOptions) {
  const requests = openRequests({ api, token: async () => await signedProof(app), clock, stop });
  return {
    async *list(): AsyncGenerator<DeliveryAttempt> {
      let values: Record<string, string | number> | null = { per_page: perPage };
      while (values !== null) {
        const { data, next } = await requests.page("/app/hook/deliveries", values);
        yield* data as readonly DeliveryAttempt[];
        const cursor: string | null = next === null ? null : (URL.parse(next)?.searchParams.get("cursor") ?? null);
        values = cursor !== null ? { per_page: perPage, cursor } : null;
      }
    },
    async sendAgain(id: number): Promise<void> {
      await requests.write("POST /app/hook/deliveries/{delivery_id}/attempts", { delivery_id: id });
    },
  };
}
