import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listenToHost } from "./host-listener.ts";

const command = { words: ["x"] as const, cwd: "", ms: 1 };
const line = (messages: object) => `${JSON.stringify(messages)}\n`;
const ended = { tell: "ended", at: 0, is: "ended", code: 0, why: null, ms: 7 };

describe("messages of the host in the sandbox", () => {
  test("become results of commands, in any chunks", () => {
    const messages =
      line({ tell: "began", at: 0 }) +
      line({ tell: "said", at: 0, text: "héllo\n" }) +
      line({ tell: "report", at: 0, path: "a.xml", text: "<a/>" }) +
      line(ended);
    fc.assert(
      fc.property(fc.array(fc.nat(messages.length)), (cuts) => {
        const outputs: string[] = [];
        const listening = listenToHost([command], (text) => outputs.push(text));
        const places = [0, ...cuts.toSorted((a, b) => a - b), messages.length];
        places.slice(1).forEach((to, index) => listening.onText(messages.slice(places[index], to)));
        expect(listening.ends("gone")).toEqual([
          { is: "ended", code: 0, why: null, ms: 7, output: "héllo\n", reports: [{ path: "a.xml", text: "<a/>" }] },
        ]);
        expect(outputs.join("")).toBe("héllo\n");
      }),
    );
  });

  test("a command without a result did not start or was ended", () => {
    const listening = listenToHost([command, command, command], undefined);
    listening.onText(line({ tell: "began", at: 0 }) + line(ended) + line({ tell: "began", at: 1 }));
    expect(listening.ends("gone").map(({ is, why }) => [is, why])).toEqual([
      ["ended", null],
      ["ended", "gone"],
      ["not-started", "gone"],
    ]);
  });

  test.each([
    ["no JSON", "hello\n"],
    ["another shape", line({ tell: "ended", at: 0, is: "won", code: 0, why: null, ms: 1 })],
    ["an invalid exit code", line({ ...ended, code: "0" })],
    ["an unknown command", line({ ...ended, at: 7 })],
    ["an index that is a name", line({ ...ended, at: "__proto__" })],
    ["a list", "[1]\n"],
    ["null", "null\n"],
  ])("%s is ignored", (_, text) => {
    const listening = listenToHost([command], undefined);
    listening.onText(text);
    expect(listening.ends("gone")).toMatchObject([{ is: "not-started", output: "" }]);
  });

  test("output after the end of a command is ignored", () => {
    const listening = listenToHost([command], undefined);
    listening.onText(line({ tell: "began", at: 0 }) + line(ended) + line({ ...ended, code: 1 }));
    listening.onText(line({ tell: "said", at: 0, text: "more" }));
    expect(listening.ends("gone")).toMatchObject([{ code: 0, output: "" }]);
  });

  test("forged reports beyond what the host sends are not kept", () => {
    const listening = listenToHost([command], undefined);
    const text = "x".repeat(15_000_000);
    for (let at = 0; at < 10; at++) listening.onText(line({ tell: "report", at: 0, path: `${at}.xml`, text }));
    const [end] = listening.ends("gone");
    expect(end!.reports.map(({ path }) => path)).toEqual(["0.xml", "1.xml", "2.xml", "3.xml"]);
  });

  test("any input is accepted", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.json().map((text) => `${text}\n`),
          ),
        ),
        (texts) => {
          const listening = listenToHost([command], undefined);
          for (const text of texts) listening.onText(text);
          expect(listening.ends("gone")).toHaveLength(1);
        },
      ),
    );
  });
});
