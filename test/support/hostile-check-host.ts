// Starts a process that runs hostile checks.
import { serveChecks } from "../../src/app/review/serve-checks.ts";
import { hostileChecks } from "./hostile-checks.ts";

serveChecks(hostileChecks);
