// Every check, in the order in which they are listed to people. One line each; nothing else to touch.
import type { Check } from "../report.ts";
import { commentHygiene } from "./comment-hygiene.ts";
import { dependencyChain } from "./dependency-chain.ts";
import { intentMismatch } from "./intent-mismatch.ts";
import { nonCode } from "./non-code.ts";

export const checks: readonly Check[] = [nonCode, dependencyChain, commentHygiene, intentMismatch];
