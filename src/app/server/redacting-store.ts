// A store that removes the server's secrets from error messages before it stores them.
import type { Store } from "../../world/store/store.ts";

export function redactingStore(store: Store, hide: (text: string) => string): Store {
  const { outputs, jobs } = store;
  return {
    ...store,
    outputs: {
      ...outputs,
      refused: (key, leaseOwner, why) => outputs.refused(key, leaseOwner, hide(why)),
      release: (key, leaseOwner, why) => outputs.release(key, leaseOwner, hide(why)),
    },
    jobs: {
      ...jobs,
      work: (kind, run) =>
        jobs.work(kind, async (job, stop, attempt) => {
          try {
            await run(job, stop, attempt);
          } catch (error) {
            // The reason a job failed is stored too.
            if (error instanceof Error) error.message = hide(error.message);
            throw error;
          }
        }),
    },
  };
}
