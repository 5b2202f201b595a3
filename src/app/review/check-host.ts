// Starts the process that runs checks.
import { checks } from "../../findings/checks/index.ts";
import { serveChecks } from "./serve-checks.ts";

serveChecks(checks);
