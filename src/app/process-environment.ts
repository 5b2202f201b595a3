// What a command may touch of the process it runs in. `main.ts` alone makes one.
export interface ProcessEnvironment {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** How this program is started: Node, and its file. */
  program: readonly string[];
  /** All of standard input; null when it is a terminal. */
  input(): Promise<string | null>;
  print(text: string): void;
  /** For those who print much: waits until what was printed is taken, so that it is not all held in memory. */
  printed?(): Promise<void>;
  /** To standard error: progress, notes, errors. */
  tell(text: string): void;
  /** As Node names it: linux, darwin, win32. */
  platform: string;
  /** `live`: progress may be drawn; `asks`: somebody is there to answer. */
  screen: { colour: boolean; width: number; live: boolean; asks: boolean };
  now(): number;
  /** How much memory the process holds, in MB. */
  memory(): number;
  stop: AbortSignal;
}
