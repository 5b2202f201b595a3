// Reads and writes `app.json`, the App that the setup page created, in the data folder. Only its owner may read it. It
// holds the private key, so errors never quote its content.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { UserError } from "../errors.ts";

const appSchema = z.object({
  version: z.literal(1),
  host: z.string().min(1),
  id: z.number().int().positive(),
  slug: z.string().min(1),
  page: z.string(),
  privateKey: z.string().min(1),
  webhookSecret: z.string().min(1),
  clientId: z.string(),
  clientSecret: z.string(),
  publicUrl: z.string(),
});

/** `page`: the App's page on GitHub; `publicUrl`: the public address of the server. */
export type KeptApp = Omit<z.infer<typeof appSchema>, "version">;

export interface FoundApp {
  app: KeptApp;
  file: string;
  /** Whether other users of this machine can read it. */
  open: boolean;
}

export function appFile(folder: string): string {
  return join(folder, "app.json");
}

/** Null if there is none. */
export function readApp(folder: string): FoundApp | null {
  const file = appFile(folder);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw new UserError(
      `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? "no reason was given"}`,
      "Let the user that the server runs as own it, or give the App by CROSSCHECK_APP_ID and the other variables.",
    );
  }
  return { app: parsed(text, file), file, open: mayOthersRead(file) };
}

function parsed(text: string, file: string): KeptApp {
  try {
    const { version: _, ...app } = appSchema.parse(JSON.parse(text));
    return app;
  } catch {
    throw new UserError(
      `${file} is not what the set-up page writes`,
      "Put it back from a copy; or move it away, start the server and set it up again.",
    );
  }
}

/** Not on Windows, which has no such modes. */
function mayOthersRead(file: string): boolean {
  const { mode, uid } = statSync(file);
  return uid !== undefined && (mode & 0o077) !== 0 && !/^[A-Z]:/i.test(file);
}

/** Written atomically and synced to disk before the setup reports success, because GitHub returns the key only once. */
export function keepApp(folder: string, app: KeptApp): string {
  const file = appFile(folder);
  const unfinished = `${file}.unfinished`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmSync(unfinished, { force: true });
    writeToDisk(unfinished, `${JSON.stringify({ version: 1, ...app }, null, 2)}\n`);
    renameSync(unfinished, file);
    return file;
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function writeToDisk(file: string, text: string): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } catch (error) {
    // An incomplete file is useless.
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Called before the user goes to GitHub, so that a missing permission is found in time. */
export function checkAppFolder(folder: string): void {
  const trial = join(folder, ".app.json.trial");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmSync(trial, { force: true });
    closeSync(openSync(trial, "wx", 0o600));
    rmSync(trial);
  } catch (error) {
    throw cannotWrite(appFile(folder), error);
  }
}

function cannotWrite(file: string, error: unknown): UserError {
  return new UserError(
    `${file} cannot be written: ${(error as NodeJS.ErrnoException).code ?? "no reason was given"}`,
    "Free space or fix the folder's permissions, or choose another with --data DIR or CROSSCHECK_DATA.",
  );
}
