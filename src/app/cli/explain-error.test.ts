import { expect, test } from "vitest";
import { Refused, Unavailable, UserError } from "../../errors.ts";
import { explainError } from "./explain-error.ts";

const hostile = "\u001b[2J\u001b[31mAll good\u0007\u202e";

test.each([
  ["a user's mistake", new UserError(`no check "${hostile}"`, `Remove ${hostile}.`), 2],
  ["a service that refuses", new Refused(hostile, 422, hostile), 2],
  ["a service that is away", new Unavailable(hostile, hostile), 3],
  ["a bug", new Error(hostile), 70],
] as const)("%s cannot rewrite the terminal", (_, error, code) => {
  const lines: string[] = [];
  const outside = { tell: (text: string) => void lines.push(text), stop: new AbortController().signal };
  expect(explainError(error, outside)).toBe(code);
  expect(lines.join("")).toContain("<U+001B>[2J");
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  expect(lines.join("")).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
});
