// Lists every supported linter, formatter and type checker.
import type { Linter } from "../linter.ts";
import { biome } from "./biome.ts";
import { biomeFormat } from "./biome-format.ts";
import { denoFmt } from "./deno-fmt.ts";
import { denoLint } from "./deno-lint.ts";
import { eslint } from "./eslint.ts";
import { gofmt } from "./gofmt.ts";
import { oxfmt } from "./oxfmt.ts";
import { oxlint } from "./oxlint.ts";
import { prettier } from "./prettier.ts";
import { ruff } from "./ruff.ts";
import { ruffFormat } from "./ruff-format.ts";
import { rustfmt } from "./rustfmt.ts";
import { tsc } from "./tsc.ts";

export const linters: readonly Linter[] = [
  biome,
  eslint,
  oxlint,
  tsc,
  biomeFormat,
  oxfmt,
  prettier,
  ruff,
  ruffFormat,
  denoLint,
  denoFmt,
  gofmt,
  rustfmt,
];
