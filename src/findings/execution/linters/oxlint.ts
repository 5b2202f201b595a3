// Runs Oxlint.
import type { Linter } from "../linter.ts";
import { configFilesOf } from "./config-files.ts";
import { commandIn, fileArguments, isJavaScript } from "./lint-command.ts";
import { placesOf } from "./linter-places.ts";
import { githubAnnotations, unreadableLint } from "./lint-output.ts";

const configs = /^(?:\.oxlintrc\.jsonc?|oxlint\.config\.[cm]?[jt]s)$/;

export const oxlint: Linter = {
  id: "oxlint",
  kind: "lint",
  ecosystem: "node",
  detect: placesOf("oxlint", configs),
  takes: isJavaScript,
  command: ({ cwd }, files) => commandIn(cwd, ["oxlint", "--format=github", ...fileArguments(cwd, files)]),
  read(end, { cwd }) {
    if (end.is !== "ended") return unreadableLint(end);
    const said = githubAnnotations(end.output, cwd);
    // All files may be ignored by its config.
    const none = /^No files found/m.test(end.output);
    if (end.code !== 0 && said.length === 0 && !none) return unreadableLint(end);
    return {
      is: "problems",
      problems: said.map(({ title, message, ...problem }) => ({
        ...problem,
        // `eslint(no-debugger)`; without parentheses it is no rule.
        rule: /\(([^()]+)\)/.exec(title)?.[1] ?? null,
        message: message.replace(/^[^\n]{0,1000}?:\d{1,9}:\d{1,9}: /, ""),
      })),
    };
  },
  configFiles: (base, head) => configFilesOf(base, head, { names: configs }),
};
