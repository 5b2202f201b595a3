// The command `post`: lists and posts stored drafts.
import type { ProcessEnvironment } from "../../process-environment.ts";
import type { Command, Input } from "./command.ts";

export const postCommand: Command = {
  id: "post",
  title: "Post a stored draft, or list the drafts that are waiting",
  argument: {
    name: "[draft]",
    says: "the draft's id, as `crosscheck review` gave it; nothing: list the waiting drafts",
  },
  options: {
    "--all": "list advisory findings in the details comment too",
    "--yes": "post without showing it and asking for confirmation",
    "--data <dir>": "where drafts are kept (default: the user's data folder)",
    "--json": "for programs: the result of each action, or the list",
  },
  examples: [
    ["crosscheck post", "list the waiting drafts"],
    ["crosscheck post 3f2a9c01d4e5", "show it, ask, and post it"],
    ["crosscheck post 3f2a9c01d4e5 --yes", "for scripts; nothing is posted twice"],
  ],
  async run(input, outside) {
    const { openData } = await import("../../open-store.ts");
    const store = await openData(input, outside);
    try {
      const id = input.args[0];
      return id === undefined ? await list(store, input, outside) : await post(id, store, input, outside);
    } finally {
      await store.close();
    }
  },
};

type Store = import("../../../world/store/store.ts").Store;

async function list(store: Store, input: Input, outside: ProcessEnvironment): Promise<number> {
  const { waitingDrafts } = await import("../../../review/words/gate-texts.ts");
  const drafts = await store.drafts.list({ state: "waiting" });
  const rows = drafts.map(({ id, place, head, savedAt }) => ({ id, place, head, savedAt }));
  outside.print(input.options["json"] === true ? `${JSON.stringify(rows, null, 2)}\n` : waitingDrafts(rows));
  return 0;
}

async function post(id: string, store: Store, input: Input, outside: ProcessEnvironment): Promise<number> {
  const [{ loadDraft, postKept }, { UserError }] = await Promise.all([
    import("../../review/kept-draft.ts"),
    import("../../../errors.ts"),
  ]);
  const draft = await loadDraft(id, store);
  const choice = input.options["all"] === true ? "all" : "code";
  const asks = outside.screen.asks && input.options["json"] !== true;
  if (input.options["yes"] !== true && !asks)
    throw new UserError("This needs a terminal to confirm it", "Pass --yes to post it without asking.");
  return await postKept(draft, input.options["yes"] === true ? choice : null, store, outside, {
    json: input.options["json"] === true,
  });
}
