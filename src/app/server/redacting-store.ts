// Redacts the server's secrets in the error messages that the store keeps.
import type { Store } from "../../world/store/store.ts";

export function redactingStore(store: Store, redact: (text: string) => string): Store {
  const { outputs, jobs } = store;
  return {
    ...store,
    outputs: {
      ...outputs,
      refused: (key, leaseOwner, why) => outputs.refused(key, leaseOwner, redact(why)),
      release: (key, leaseOwner, why) => outputs.release(key, leaseOwner, redact(why)),
    },
    jobs: {
      ...jobs,
      work: (kind, run) =>
        jobs.work(kind, async (job, stop, attempt) => {
          try {
            await run(job, stop, attempt);
          } catch (error) {
            if (error instanceof Error) error.message = redact(error.message);
            throw error;
          }
        }),
    },
  };
}
