// What others say when they refuse is kept, for people to read: without any secret of the server's, should they repeat one.
import type { Store } from "../../world/store/store.ts";

export function hidingStore(store: Store, hide: (text: string) => string): Store {
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
            // Why a job failed is kept too.
            if (error instanceof Error) error.message = hide(error.message);
            throw error;
          }
        }),
    },
  };
}
