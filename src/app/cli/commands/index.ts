// Registers every command, in the order of `--help`.
import { arbitrateCommand } from "./arbitrate.ts";
import { backtestCommand } from "./backtest.ts";
import { checkCommand } from "./check.ts";
import { checksCommand } from "./checks.ts";
import type { Command } from "./command.ts";
import { commentsCommand } from "./comments.ts";
import { completionCommand } from "./completion.ts";
import { configCommand } from "./config.ts";
import { dashboardCommand } from "./dashboard.ts";
import { demo } from "./demo.ts";
import { doctorCommand } from "./doctor.ts";
import { explainCommand } from "./explain.ts";
import { fixCommentsCommand } from "./fix-comments.ts";
import { initCommand } from "./init.ts";
import { intentCommand } from "./intent.ts";
import { lessonsCommand } from "./lessons.ts";
import { mcpCommand } from "./mcp.ts";
import { modelsCommand } from "./models.ts";
import { playgroundCommand } from "./playground.ts";
import { postCommand } from "./post.ts";
import { reconcileCommand } from "./reconcile.ts";
import { replayCommand } from "./replay.ts";
import { reviewCommand } from "./review.ts";
import { serveCommand } from "./serve.ts";
import { stateCommand } from "./state.ts";
import { statusCommand } from "./status.ts";
import { validateSummaryCommand } from "./validate-summary.ts";
import { watchCommand } from "./watch.ts";

export const commands: readonly Command[] = [
  reviewCommand,
  postCommand,
  commentsCommand,
  fixCommentsCommand,
  checkCommand,
  watchCommand,
  statusCommand,
  stateCommand,
  dashboardCommand,
  serveCommand,
  mcpCommand,
  lessonsCommand,
  explainCommand,
  checksCommand,
  modelsCommand,
  replayCommand,
  reconcileCommand,
  arbitrateCommand,
  backtestCommand,
  intentCommand,
  validateSummaryCommand,
  configCommand,
  initCommand,
  doctorCommand,
  completionCommand,
  demo,
  playgroundCommand,
];
