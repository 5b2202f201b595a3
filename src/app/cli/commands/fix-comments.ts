// The command `fix-comments`: replies to and resolves threads as a payload says.
import type { ProcessEnvironment } from "../../process-environment.ts";
import { manyOption, textOption, type Command, type Input } from "./command.ts";

export const fixCommentsCommand: Command = {
  id: "fix-comments",
  title: "Reply to and resolve review threads, if requested, allowed and proven",
  options: {
    "--payload <file>": "what was done about each thread, with its proof; - for standard input",
    "--dry-run": "only say what would be done (the default without a flag that applies something)",
    "--apply-replies": "post the replies that policy allows",
    "--apply-resolutions": "resolve the threads that policy allows",
    "--apply": "both",
    "--allow-resolve <class>": {
      says: "also resolve this class, which the repository's list lacks; needs --reason",
      choices: ["already_fixed", "stale"],
      many: true,
    },
    "--reason <text>": "why --allow-resolve is right here; it is recorded",
    "--allow-resolve-invalid": "also resolve comments that are considered wrong",
    "--pr <pull>": "the pull request, which must be the payload's (default: the payload's)",
    "--detached": "also accept threads that the last run of `crosscheck comments` did not list",
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
type FixFlags = import("../../../threads/policy.ts").FixFlags;
type Classification = import("../../../threads/thread-payloads.ts").Classification;

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
  const allowResolve = await allowedClasses(input);
  const { needs, pull } = await openFixing(payload.prNumber, store, input, outside);
  const on = (name: string) => input.options[name] === true;
  const fixed = await fixComments(
    {
      payload: { ...payload, prNumber: payload.prNumber ?? pull.number },
      asked,
      flags: {
        applyReplies: on("apply") || on("applyReplies"),
        applyResolutions: on("apply") || on("applyResolutions"),
        allowResolveInvalid: on("allowResolveInvalid"),
        allowResolve,
        by: "person",
      },
      dryRun: on("dryRun"),
      detached: on("detached"),
    },
    needs,
  );
  return showFixed(fixed, { json: on("json"), detached: on("detached") }, outside);
}

async function allowedClasses(input: Input): Promise<FixFlags["allowResolve"]> {
  const classes = manyOption(input, "allowResolve") as readonly Classification[];
  const reason = textOption(input, "reason")?.trim() ?? "";
  if (classes.length === 0 && reason === "") return undefined;
  const { UserError } = await import("../../../errors.ts");
  if (classes.length === 0)
    throw new UserError("--reason belongs to --allow-resolve", "Name the class with --allow-resolve, or leave it out.");
  if (reason === "")
    throw new UserError("--allow-resolve needs a reason", "Say with --reason why these threads may be resolved.");
  return { classes, reason };
}
