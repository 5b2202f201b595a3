// Registers the playground's pages.
import type { Page } from "../../dashboard/page.ts";
import type { PlaygroundSession } from "../playground-session.ts";
import { pullRequestForms } from "./pull-request-forms.ts";
import { editPage, newPage, openOwn, pushEdit } from "./own.ts";
import { playgroundPullPage } from "./pull.ts";
import { openChange, startPage } from "./start.ts";

export function playgroundPages(ground: PlaygroundSession): readonly Page[] {
  return [
    startPage(ground),
    openChange(ground),
    newPage(ground),
    openOwn(ground),
    playgroundPullPage(ground),
    editPage(ground),
    pushEdit(ground),
    ...pullRequestForms(ground),
  ];
}
