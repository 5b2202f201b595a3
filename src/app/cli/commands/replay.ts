// The command `replay`: runs a recorded review again without calling a model.
import { formatOptions } from "../formats.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { type Command, type Input } from "./command.ts";

export const replayCommand: Command = {
  id: "replay",
  title: "Run a stored review again without calling models, or list stored reviews",
  argument: {
    name: "[review]",
    says: "its id, as `crosscheck review` or this list gives it; nothing: list what can be run again",
  },
  options: {
    "--data <dir>": "where reviews are recorded (default: the user's data folder)",
    "--repo <dir>": "the repository, if it has moved",
    ...formatOptions,
  },
  examples: [
    ["crosscheck replay", "the reviews that can be run again, newest first"],
    ["crosscheck replay 3f2a9c01d4e5", "run that review again; exits with 1 if the result differs"],
    ["crosscheck replay 3f2a9c01d4e5 --json", "for a program"],
  ],
  async run(input, outside) {
    const { openData } = await import("../../open-store.ts");
    const store = await openData(input, outside);
    try {
      const id = input.args[0];
      return id === undefined ? await list(store, input, outside) : await again(id, store, input, outside);
    } finally {
      await store.close();
    }
  },
};

type Store = import("../../../world/store/store.ts").Store;

async function list(store: Store, input: Input, outside: ProcessEnvironment): Promise<number> {
  const { recordedReviews } = await import("../../../review/words/replay-texts.ts");
  const [recorded, local] = await Promise.all([
    store.records.reviews(100),
    store.drafts.page({ state: "local", limit: 100 }),
  ]);
  const kept = local.filter(({ id }) => !recorded.some((one) => one.id === id));
  const rows = [
    ...recorded,
    ...kept.map(({ id, repository, savedAt }) => ({ id, run: null, repository, at: savedAt })),
  ].toSorted((a, b) => b.at - a.at);
  outside.print(input.options["json"] === true ? `${JSON.stringify(rows, null, 2)}\n` : recordedReviews(rows));
  return 0;
}

async function again(id: string, store: Store, input: Input, outside: ProcessEnvironment): Promise<number> {
  const [{ chosenFormats }, { checkPlaces, showDraft }, { replayReview }, { replayedText }] = await Promise.all([
    import("../formats.ts"),
    import("../show-draft.ts"),
    import("../../review/replay-review.ts"),
    import("../../../review/words/replay-texts.ts"),
  ]);
  const chosen = await chosenFormats(input);
  checkPlaces(chosen.output, outside);
  const { draft, recorded } = await replayReview(id, store, input, outside);
  showDraft(draft, chosen, outside, { explains: false });
  const differs = JSON.stringify(draft) !== recorded;
  outside.tell(replayedText(id, differs));
  return differs ? 1 : 0;
}
