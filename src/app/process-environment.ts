// Defines the parts of the process that a command may use. Only `main.ts` creates one.
import type { Permit } from "../world/github/permit.ts";
import type { Store } from "../world/store/store.ts";

export interface ProcessEnvironment {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** `owner/name` on GitHub that this build was released from; absent: it was not released. */
  repository?: string;
  /** The command that starts this program: Node and its file. */
  program: readonly string[];
  /** All of standard input; null if it is a terminal. */
  input(): Promise<string | null>;
  print(text: string): void;
  /** Waits until printed text was accepted, to bound memory. */
  printed?(): Promise<void>;
  /** Writes to standard error: progress, notes, errors. */
  tell(text: string): void;
  /** As Node names it: linux, darwin, win32. */
  platform: string;
  /** `live`: progress can be drawn; `asks`: a person can answer prompts. */
  screen: { colour: boolean; width: number; live: boolean; asks: boolean };
  now(): number;
  /** Memory of the process in MB. */
  memory(): number;
  stop: AbortSignal;
  /** Of a process that does several things at once: SQLite would block it where two connections write. */
  sharedStore?: Store;
  /** Paces writes to GitHub; absent: by GitHub's own limits. */
  githubPermit?: Permit;
}
