// Every rule; one line each.
import type { Rule } from "../rule.ts";
import { agents } from "./agents.ts";
import { artifact } from "./artifact.ts";
import { cache } from "./cache.ts";
import { checkout } from "./checkout.ts";
import { conditions } from "./conditions.ts";
import { envFile } from "./env-file.ts";
import { injection } from "./injection.ts";
import { permissions } from "./permissions.ts";
import { pins } from "./pins.ts";
import { secrets } from "./secrets.ts";
import { selfHosted } from "./self-hosted.ts";
import { tokens } from "./tokens.ts";
import { typosquat } from "./typosquat.ts";

export const rules: readonly Rule[] = [
  injection,
  envFile,
  checkout,
  artifact,
  agents,
  conditions,
  secrets,
  tokens,
  typosquat,
  pins,
  permissions,
  cache,
  selfHosted,
];
