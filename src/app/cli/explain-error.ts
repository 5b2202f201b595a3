// Tells the user why a command failed, and returns the exit code that goes with it.
import { Refused, Unavailable, UserError } from "../../errors.ts";
import { showHidden } from "../../hidden-characters.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

export function explainError(error: unknown, { tell: print, stop }: Pick<ProcessEnvironment, "tell" | "stop">): number {
  // A message may quote a change or its config, and control characters could rewrite the terminal.
  const tell = (text: string) => print(showHidden(text));
  if (stop.aborted) {
    tell("crosscheck: stopped; nothing was left behind\n");
    return 130;
  }
  if (error instanceof UserError) {
    tell(`crosscheck: ${error.message}\n  ${error.remedy}\n`);
    return 2;
  }
  if (error instanceof Unavailable) {
    tell(
      `crosscheck: ${error.who} did not answer as expected: ${error.message}\n  Try again; if it stays so, look at ${error.who} itself.\n`,
    );
    return 3;
  }
  if (error instanceof Refused) {
    tell(`crosscheck: ${error.who} rejected the request (${error.status}): ${error.message}\n  Nothing was changed.\n`);
    return 2;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  tell(
    `crosscheck: this is a bug in Crosscheck, not in your change:\n${stack}\n  Please report it with what you ran; SECURITY.md says how when it is a security matter.\n`,
  );
  return 70;
}
