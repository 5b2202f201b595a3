// Every verb, in the order in which `--help` lists them. One line each; nothing else to touch.
import { checksCommand } from "./checks.ts";
import type { Command } from "./command.ts";
import { demo } from "./demo.ts";
import { intentCommand } from "./intent.ts";
import { reviewCommand } from "./review.ts";

export const commands: readonly Command[] = [reviewCommand, checksCommand, intentCommand, demo];
