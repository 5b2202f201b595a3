// Every form in which a draft can be shown. One line each; nothing else to touch.
import { json } from "./json.ts";
import { markdown } from "./markdown.ts";
import type { Publisher } from "./publisher.ts";
import { terminal } from "./terminal.ts";

export const publishers: readonly Publisher[] = [terminal, markdown, json];
