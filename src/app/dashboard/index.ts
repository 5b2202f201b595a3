// Registers every page of the dashboard.
import { queuePart } from "./figures/queue.ts";
import { figuresExport, figuresPage } from "./figures.ts";
import { gateEdit, gatePart, gatePost } from "./gate.ts";
import { jobCancel, jobRetry, jobsPage } from "./jobs.ts";
import { lessonsDecide, lessonsPage } from "./lessons.ts";
import { overviewPage } from "./overview.ts";
import type { Page } from "./page.ts";
import { pullRequestPage } from "./pull.ts";
import { reviewFile } from "./review-files.ts";
import { reviewSearch } from "./review-search.ts";
import { reviewPage, reviewPrompt, reviewReport, reviewTabPages } from "./review.ts";
import { reviewsPage } from "./reviews.ts";
import { settingsPage } from "./settings.ts";
import { threadBoardAgain, threadBoardPage } from "./thread-board.ts";
import { threadsPage } from "./threads.ts";
import { unitsPage, unitsReset } from "./units.ts";

export const pages: readonly Page[] = [
  overviewPage,
  reviewsPage,
  reviewPage,
  ...reviewTabPages,
  reviewPrompt,
  reviewReport,
  reviewFile,
  reviewSearch,
  pullRequestPage,
  threadsPage,
  settingsPage,
  threadBoardPage,
  threadBoardAgain,
  gatePart,
  gateEdit,
  gatePost,
  lessonsPage,
  lessonsDecide,
  unitsPage,
  unitsReset,
  figuresPage,
  figuresExport,
  queuePart,
  jobsPage,
  jobRetry,
  jobCancel,
];
