// The command `fix-comments`: replies to and resolves threads as a payload says.
import type { ProcessEnvironment } from "../../process-environment.ts";
import { textOption, type Command, type Input } from "./command.ts";

export const fixCommentsCommand: Command = {
  id: "fix-comments",
  title: "Reply to and resolve review threads, if requested, allowed and proven",
  options: {
    "--payload <file>": "what was done about each thread, with its proof; - for standard input",
    "--dry-run": "only say what would be done (the default without a flag that applies something)",
    "--apply-replies": "post the replies that policy allows",
    "--apply-resolutions": "resolve the threads that policy allows",
    "--apply": "both",
    "--allow-resolve-invalid": "also resolve comments that are considered wrong",
    "--pr <pull>": "the pull request, which must be the payload's (default: the payload's)",
    "--detached": "also accept threads that are not in the stored scan",
    "--repo <dir>": "the repository (default: where you are)",
    "--data <dir>": "where the state of threads is stored (default: the user's data folder)",
    "--json": "for programs: each thread, what was decided and by which rule",
  },
  examples: [
    ["crosscheck fix-comments --payload fix.json", "what would be done, and why"],
    ["crosscheck fix-comments --payload fix.json --apply-replies", "post the replies; resolve nothing"],
    ["crosscheck fix-comments --payload fix.json --apply", "reply and resolve; a second run repeats nothing"],
  ],
  async run(input, outside) {
    const { openData } = await import("../../open-store.ts");
    const file = textOption(input, "payload");
    if (file === undefined) throw await noPayload();
    const store = await openData(input, outside);
    try {
      return await run(file, store, input, outside);
    } finally {
      await store.close();
    }
  },
};

type Store = import("../../../world/store/store.ts").Store;

async function noPayload() {
  const { UserError } = await import("../../../errors.ts");
  return new UserError(
    "There is no payload",
    "Name a file with --payload; schemas/review-comment-fix.schema.json says what it holds.",
  );
}

async function run(file: string, store: Store, input: Input, outside: ProcessEnvironment): Promise<number> {
  const [{ fixComments }, { namedInput }, { readFixPayload }, { askedNumber, openFixing }, { showFixed }] =
    await Promise.all([
      import("../../threads/fix-comments.ts"),
      import("../named-input.ts"),
      import("../../../threads/read-payload.ts"),
      import("../../threads/fix-comments/open.ts"),
      import("../../threads/fix-comments/show.ts"),
    ]);
  const { text, from } = await namedInput(file, outside, "a payload");
  const asked = askedNumber(input);
  const payload = readFixPayload(text, null, { shown: from, ...(asked !== null && { prNumber: asked }) });
  const needs = await openFixing(payload.prNumber, store, input, outside);
  const on = (name: string) => input.options[name] === true;
  const fixed = await fixComments(
    {
      payload,
      asked,
      flags: {
        applyReplies: on("apply") || on("applyReplies"),
        applyResolutions: on("apply") || on("applyResolutions"),
        allowResolveInvalid: on("allowResolveInvalid"),
        by: "person",
      },
      dryRun: on("dryRun"),
      detached: on("detached"),
    },
    needs,
  );
  return showFixed(fixed, { json: on("json"), detached: on("detached") }, outside);
}
