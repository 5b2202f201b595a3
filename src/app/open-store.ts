// Opens the store in the folder given by flags or environment.
import { dataPlace } from "../world/store/data-folder.ts";
import { openStore } from "../world/store/open-store.ts";
import type { Store } from "../world/store/store.ts";
import { textOption, type Input } from "./cli/commands/command.ts";
import type { ProcessEnvironment } from "./process-environment.ts";

export async function openData(
  input: Input,
  { env, platform, sharedStore }: Pick<ProcessEnvironment, "env" | "platform" | "sharedStore">,
): Promise<Store> {
  if (sharedStore) return { ...sharedStore, close: async () => {} };
  return await openStore(dataPlace({ data: textOption(input, "data"), env, platform, server: false }));
}
