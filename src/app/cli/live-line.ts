// Redraws one status line while waiting, and clears it; does nothing without a terminal.
import { fit } from "../../review/publishers/wrap.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

export interface LiveLine {
  show(text: string): void;
  clear(): void;
}

export function liveLine({ tell, screen }: Pick<ProcessEnvironment, "tell" | "screen">): LiveLine {
  if (!screen.live) return { show() {}, clear() {} };
  let drawn = false;
  return {
    show(text) {
      tell(`\r\u001b[K${fit(text, screen.width - 1)}`);
      drawn = true;
    },
    clear() {
      if (drawn) tell("\r\u001b[K");
      drawn = false;
    },
  };
}
