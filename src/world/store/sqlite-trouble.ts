// Turns SQLite errors into user errors with a remedy.
import { UserError } from "../../errors.ts";

/** By SQLite's primary result codes. */
const troubles: Record<number, (file: string) => UserError> = {
  5: (file) => new UserError(`${file} is locked by another process`, "Wait for it to end, then try again."),
  8: (file) => new UserError(`${file} cannot be written: it is read-only`, elsewhere("Make it writable")),
  10: (file) =>
    new UserError(`${file} could not be read or written: the disk has a fault`, elsewhere("Check the disk")),
  11: (file) =>
    new UserError(`${file} is damaged`, "Restore it from a backup, or move it away to start with an empty one."),
  13: (file) => new UserError(`${file} cannot grow: the disk is full`, elsewhere("Free some space")),
  14: (file) => new UserError(`${file} cannot be opened`, elsewhere("Check the permissions of it and of its folder")),
  26: (file) => new UserError(`${file} is not a database`, elsewhere("Move it away")),
};

function elsewhere(first: string): string {
  return `${first}, or choose another folder with --data DIR or CROSSCHECK_DATA.`;
}

/** The same error if it is our own bug. */
export function sqliteTrouble(error: unknown, file: string): unknown {
  const code = (error as { errcode?: number }).errcode;
  // The upper bits of a code only refine the lower ones.
  const say = code === undefined ? undefined : troubles[code & 0xff];
  return say ? say(file) : error;
}
