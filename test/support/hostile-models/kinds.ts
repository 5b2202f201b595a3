// One line for each way to be hostile.
import * as broken from "./broken.ts";
import * as floods from "./floods.ts";
import type { EvilKind } from "./kind.ts";
import { inventsQuotes, namesLinesThatCannotBe, namesPathsOutside } from "./places.ts";
import * as toolCalls from "./tool-calls.ts";
import * as verdicts from "./verdicts.ts";
import * as words from "./words.ts";

export const evilKinds: Readonly<Record<string, EvilKind>> = {
  ...verdicts,
  ...words,
  namesPathsOutside,
  namesLinesThatCannotBe,
  inventsQuotes,
  ...floods,
  ...broken,
  ...toolCalls,
};
