// Tests comments in plain words against the commented line and its replacement.
import { expect, test } from "vitest";
import { plainRequestResult } from "./plain-requests.ts";
import type { NamedCode } from "./code-facts.ts";
import { parseObjections } from "./objections.ts";
import { codeTokens } from "./code-tokens.ts";

function asked(body: string, before: string, after: string, quotes: readonly NamedCode[] = []) {
  const now = codeTokens(after);
  const code = { commented: codeTokens(before), place: now, here: now };
  return plainRequestResult(parseObjections(body).clauses, { quotes, proposals: [] }, code).inWords;
}

test.each<[ReturnType<typeof asked>, string, string, string]>([
  ["added", "You forgot to await this.", "save(order);", "await save(order);"],
  ["open", "You forgot to await this.", "save(order);", "void save(order);"],
  ["added", "Please check the error.", "n, _ := w.Write(b)", "n, err := w.Write(b)"],
  ["open", "Please check the error.", "n, _ := w.Write(b)", "m, _ := w.Write(b)"],
  ["mended", "Strict equality, please.", "if (a != b || c == d) x();", "if (a !== b || c === d) x();"],
  ["open", "Strict equality, please.", "if (a != b || c == d) x();", "if (a !== b || c == d) x();"],
  ["mended", "Unpinned.", "uses: some/action@main", "uses: some/action@v4.1.2"],
  ["open", "Unpinned.", "uses: some/action@main", "uses: some/action@master"],
  ["mended", "Mutable default.", "def f(a, seen=[]):", "def f(a, seen=None):"],
  ["open", "Mutable default.", "def f(a, seen=[]):", "def f(a, seen=list()):"],
  ["open", "Can panic.", "let a = b.parse().expect(c);", "let a = b.parse().unwrap();"],
  ["open", "Never awaited.", "all.forEach(async (a) => save(a));", "all.forEach(async (a) => await save(a));"],
  ["mended", "Off by one.", "while (i <= size) i++;", "while (i < size) i++;"],
])("%s: %s %s became %s", (expected, prose, before, after) => {
  expect(asked(prose, before, after)).toBe(expected);
});

test("every requested change must be made", () => {
  const quote = { text: "slow()", name: false, stands: false, altered: false };
  const before = "let a = b.first().unwrap().clone();";
  expect(asked("Can panic, and the clone is for nothing.", before, "let a = b.first()?;")).toBe("mended");
  expect(asked("Can panic, and the clone is for nothing.", before, "let a = b.first()?.clone();")).toBe("open");
  expect(asked("Can panic, and it is slow.", before, "let a = b.first()?;")).toBeNull();
  const quoting = "Can panic, and `slow()` is slow.";
  expect(asked(quoting, before, "let a = b.first()?;", [quote])).toBe("mended");
  expect(asked(quoting, before, "let a = b.first()?;", [{ ...quote, altered: true }])).toBeNull();
});

test("text about something that the line does not contain proves nothing", () => {
  expect(asked("This will panic.", "run(a);", "run(b);")).toBeNull();
  expect(asked("Looks odd to me.", "run(a);", "await run(a);")).toBeNull();
});
