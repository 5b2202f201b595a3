// What a command may touch of the process it runs in. `main.ts` alone makes one.
export interface Outside {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** All of standard input; null when it is a terminal. */
  input(): Promise<string | null>;
  print(text: string): void;
  /** To standard error: progress, notes, errors. */
  tell(text: string): void;
  screen: { colour: boolean; width: number; live: boolean };
  now(): number;
  /** How much memory the process holds, in MB. */
  memory(): number;
  stop: AbortSignal;
}
