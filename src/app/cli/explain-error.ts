// Tells the user why a command failed, and returns the exit code that goes with it.
import { Refused, Unavailable, UserError } from "../../errors.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

export function explainError(error: unknown, outside: Pick<ProcessEnvironment, "tell" | "stop">): number {
  if (outside.stop.aborted) {
    outside.tell("crosscheck: stopped; nothing was left behind\n");
    return 130;
  }
  if (error instanceof UserError) {
    outside.tell(`crosscheck: ${error.message}\n  ${error.remedy}\n`);
    return 2;
  }
  if (error instanceof Unavailable) {
    outside.tell(
      `crosscheck: ${error.who} did not answer as expected: ${error.message}\n  Try again; if it stays so, look at ${error.who} itself.\n`,
    );
    return 3;
  }
  if (error instanceof Refused) {
    outside.tell(
      `crosscheck: ${error.who} rejected the request (${error.status}): ${error.message}\n  Nothing was changed.\n`,
    );
    return 2;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  outside.tell(
    `crosscheck: this is a bug in Crosscheck, not in your change:\n${stack}\n  Please report it with what you ran; SECURITY.md says how when it is a security matter.\n`,
  );
  return 70;
}
