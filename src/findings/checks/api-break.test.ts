// Tests how many arguments a signature requires and accepts.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arityOf } from "./api-break/arity.ts";

describe("the arguments of a function", () => {
  test.each([
    ["function f()", 0, 0],
    ["function f(a: number, b: string)", 2, 2],
    ["function f(a: number, b?: string)", 1, 2],
    ["function f(a, b = 2)", 1, 2],
    ["function f(a = 1, b: string)", 2, 2],
    ["const f = ({ a, b }: { a: string; b?: number }) => a", 1, 1],
    ["const f = ({ a = 1 } = {}) => a", 0, 1],
    ["function f<T extends (x: number) => void>(a: T, ...rest: unknown[])", 1, Infinity],
    ["function f(this: Window, a: string)", 1, 1],
    ["function f(run: (a: number, b?: string) => void, done?: () => void)", 1, 2],
    ["async function f(a: Map<string, number>, b: [x: number, y: number])", 2, 2],
    ["function f(a: string = g(1, 2), b?: number)", 0, 2],
  ])("%s", (signature, required, most) => {
    expect(arityOf(signature)).toEqual({ required, most });
  });

  test("a missing or unclosed parameter list gives no count", () => {
    expect(arityOf("const limit = 3")).toBeNull();
    expect(arityOf("function f(a, b")).toBeNull();
  });

  test("required arguments never exceed accepted ones, for any text", () => {
    const text = fc.array(fc.constantFrom("(", ")", "<", ">", ",", "=", "=>", "a", "?", ":", "...", "{", "}", " "));
    fc.assert(
      fc.property(text, (parts) => {
        const arity = arityOf(parts.join(""));
        expect(arity === null || arity.required <= arity.most).toBe(true);
      }),
    );
  });
});
