// Opens the store in the folder given by flags or environment.
import { dataPlace } from "../world/store/data-folder.ts";
import { openStore } from "../world/store/open-store.ts";
import type { Store } from "../world/store/store.ts";
import { textOption, type Input } from "./cli/commands/command.ts";
import type { ProcessEnvironment } from "./process-environment.ts";

export async function openData(
  input: Input,
  { env, platform }: Pick<ProcessEnvironment, "env" | "platform">,
): Promise<Store> {
  return await openStore(dataPlace({ data: textOption(input, "data"), env, platform, server: false }));
}
