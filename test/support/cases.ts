// Tests what a function returns for each row of a table: its arguments, then the expected value.
import { expect, test } from "vitest";

type Input<Row> = Row extends readonly [...infer Start, unknown] ? Start : never;

export function cases<Row extends readonly [unknown, ...unknown[]]>(
  title: string,
  run: (...input: Input<Row>) => unknown,
  rows: readonly Row[],
): void {
  // oxlint-disable-next-line vitest/valid-title -- the caller gives the title
  test.each(rows)(title, async (...row) => {
    const input = row.slice(0, -1) as unknown[] as Input<Row>;
    expect(await run(...input)).toEqual(row.at(-1));
  });
}
