import fc from "fast-check";
import { expect, test } from "vitest";
import { invocationsIn, keptFlags, nodeFlags } from "./invocations.ts";
import { commandsIn } from "./script-words.ts";
import { cases } from "../../../../../test/support/cases.ts";

cases<[string, { words: string[]; env: Record<string, string> }[]]>("splits %j into arguments", commandsIn, [
  ["mocha", [{ words: ["mocha"], env: {} }]],
  [
    "tsc -b && mocha -r x",
    [
      { words: ["tsc", "-b"], env: {} },
      { words: ["mocha", "-r", "x"], env: {} },
    ],
  ],
  [`mocha "test/**/*.js" 'a b' c\\ d`, [{ words: ["mocha", "test/**/*.js", "a b", "c d"], env: {} }]],
  ["cross-env A=1 B='x y' npx jest", [{ words: ["jest"], env: { A: "1", B: "x y" } }]],
  [
    'NODE_OPTIONS="$NODE_OPTIONS --experimental-vm-modules" jest',
    [{ words: ["jest"], env: { NODE_OPTIONS: "--experimental-vm-modules" } }],
  ],
  ["LD_PRELOAD=./x.so PATH=. jest", [{ words: ["jest"], env: {} }]],
  ["jest $(cat files) `ls` $MORE -i > out.txt", [{ words: ["jest", "files)", "-i", "out.txt"], env: {} }]],
  ["", []],
]);

test("the script for unit tests comes first", () => {
  const scripts = {
    "test:e2e": "vitest -c e2e.ts",
    "test:unit": "vitest -c unit.ts",
    lint: "x",
    "test:watch": "vitest -w",
  };
  expect(invocationsIn({ scripts }).map(({ script }) => script)).toEqual(["test:unit", "test:e2e", "test:watch"]);
});

cases<[string, string[]]>(
  "of node's flags in %j, those worth keeping",
  (script) => keptFlags(script.split(" "), nodeFlags),
  [
    ["--import tsx --test test/*.ts", ["--import", "tsx"]],
    ["--experimental-strip-types --no-warnings --test", ["--experimental-strip-types", "--no-warnings"]],
    [
      "--loader=ts-node/esm -r ./setup.js --test-concurrency=1",
      ["--loader=ts-node/esm", "-r", "./setup.js", "--test-concurrency=1"],
    ],
    ["--inspect --watch --eval x -e y --test-reporter dot", []],
    ["--import --test", []],
    ["-- --import tsx", []],
  ],
);

test("any script is parsed, without shell syntax in the arguments", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (scripts) => {
      for (const { words } of invocationsIn({ scripts }))
        expect(words.every((word) => typeof word === "string")).toBe(true);
    }),
  );
});
