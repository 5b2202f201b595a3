// All migrations, oldest first. Forward only: a released migration is never edited.
import type { Kysely } from "kysely";
import { first } from "./0001-first.ts";
import { records } from "./0002-records.ts";
import { threadStates } from "./0003-thread-states.ts";
import { turns } from "./0004-turns.ts";
import { installations } from "./0005-installations.ts";
import { pacing } from "./0006-pacing.ts";
import { learning } from "./0007-learning.ts";
import { reviewFacts } from "./0008-review-facts.ts";
import { jobTimes } from "./0009-job-times.ts";
import { deliveryBodies } from "./0010-delivery-bodies.ts";
import { figures } from "./0011-figures.ts";
import { deliveryPacks } from "./0012-delivery-packs.ts";
import { localReviews } from "./0013-local-reviews.ts";
import { fairShare } from "./0014-fair-share.ts";
import { turnAuthors } from "./0015-turn-authors.ts";

export type Dialect = "sqlite" | "postgres";

export function migrations(dialect: Dialect): Record<string, { up(db: Kysely<unknown>): Promise<void> }> {
  return {
    "0001-first": { up: first(dialect) },
    "0002-records": { up: records(dialect) },
    "0003-thread-states": { up: threadStates },
    "0004-turns": { up: turns(dialect) },
    "0005-installations": { up: installations },
    "0006-pacing": { up: pacing },
    "0007-learning": { up: learning },
    "0008-review-facts": { up: reviewFacts(dialect) },
    "0009-job-times": { up: jobTimes },
    "0010-delivery-bodies": { up: deliveryBodies(dialect) },
    "0011-figures": { up: figures(dialect) },
    "0012-delivery-packs": { up: deliveryPacks(dialect) },
    "0013-local-reviews": { up: localReviews(dialect) },
    "0014-fair-share": { up: fairShare },
    "0015-turn-authors": { up: turnAuthors },
  };
}
