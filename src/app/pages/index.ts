// Every page, one a line. A page that is not here does not exist.
import type { Page } from "./page.ts";
import { reviewsPage } from "./reviews.ts";

export const pages: readonly Page[] = [reviewsPage];
