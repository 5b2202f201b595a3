// Example changes for dead-export, used in its docs and tests.
import type { Check } from "../../report.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;

const total = lines("export function total(prices: number[]) {", "  return prices.length;", "}");
const unused = lines("", "export function formatTotal(sum: number) {", "  return sum.toFixed(2);", "}");

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a function is exported and never imported",
      base: { "src/price.ts": total, "src/cart.ts": 'import { total } from "./price";\ntotal([]);\n' },
      head: { "src/price.ts": total + unused, "src/cart.ts": 'import { total } from "./price";\ntotal([]);\n' },
      expect: ["src/price.ts:5 dead-export"],
    },
    {
      name: "of two new exports one was wired in, and the other has a namesake elsewhere",
      base: {
        "src/app.ts": "start();\n",
        "src/other.ts": "export const limit = 3;\n",
        "src/user.ts": 'import { limit } from "./other";\nuse(limit);\n',
      },
      head: {
        "src/app.ts": 'import { retry } from "./retry";\nretry(start);\n',
        "src/retry.ts": lines("export const limit = 5;", "export function retry(work: () => void) {", "  work();", "}"),
        "src/other.ts": "export const limit = 3;\n",
        "src/user.ts": 'import { limit } from "./other";\nuse(limit);\n',
      },
      expect: ["src/retry.ts:1 dead-export"],
    },
    {
      name: "an inner barrel passes it on, and nobody takes it",
      base: {
        "package.json": '{ "private": true }\n',
        "src/dates/index.ts": 'export * from "./format";\n',
        "src/dates/format.ts": "export const short = 1;\n",
        "src/app.ts": 'import { short } from "./dates";\nuse(short);\n',
      },
      head: {
        "package.json": '{ "private": true }\n',
        "src/dates/index.ts": 'export * from "./format";\n',
        "src/dates/format.ts": "export const short = 1;\nexport const longWeekday = 2;\n",
        "src/app.ts": 'import { short } from "./dates";\nuse(short);\n',
      },
      expect: ["src/dates/format.ts:2 dead-export"],
    },
  ],
  good: [
    {
      name: "imported through a barrel, a namespace, a require or a test",
      base: {},
      head: {
        "src/lib/a.ts": lines(
          "export const one = 1;",
          "export const two = 2;",
          "export const three = 3;",
          "export const four = 4;",
        ),
        "src/lib/index.ts": 'export * from "./a.js";\n',
        "src/b.ts": 'import { one } from "./lib";\n',
        "src/c.ts": 'import * as lib from "./lib/a";\nlib.two();\n',
        "src/d.js": 'const { three } = require("./lib/a");\n',
        "src/lib/a.test.ts": 'import { four } from "./a";\n',
      },
    },
    {
      name: "the package gives it to the outside",
      base: {},
      head: {
        "package.json":
          '{ "name": "dates", "exports": { ".": "./dist/index.js", "./parts/*": "./dist/parts/*.js" } }\n',
        "src/index.ts": 'export { parse } from "./parse.js";\nexport * as zones from "./zones.js";\n',
        "src/parse.ts": "export const parse = 1;\n",
        "src/zones.ts": "export const berlin = 1;\n",
        "src/parts/week.ts": "export const week = 7;\n",
      },
    },
    {
      name: "a framework asks for it",
      base: {},
      head: {
        "app/blog/page.tsx": "export const dynamicTitle = 1;\n",
        "src/routes/+page.server.ts": "export const somethingElse = 1;\n",
        "src/Button.stories.tsx": "export const Primary = {};\n",
        "vite.config.ts": "export const shared = {};\n",
        "db/migrations/1-init.ts": "export const createTables = 1;\n",
        "src/users.controller.ts": '@Controller({\n  path: "users",\n})\nexport class UsersController {}\n',
      },
    },
    {
      name: "loaded by a pattern, or by a config that names the file",
      base: {},
      head: {
        "src/load.ts": 'const all = import.meta.glob("./parts/*.ts", { eager: true });\n',
        "src/parts/one.ts": "export const installOne = 1;\n",
        "wrangler.toml": 'main = "src/start-up.ts"\n',
        "src/start-up.ts": "export const DurableCounter = 1;\n",
      },
    },
    {
      name: "types, names that moved, and names that their own file uses",
      base: { "src/old.ts": "export const movedAlong = 1;\n" },
      head: {
        "src/new.ts": lines(
          "export const movedAlong = 1;",
          "export interface Shape {}",
          "export const size = 2;",
          "use(size);",
        ),
      },
    },
    {
      name: "said elsewhere by its name, in a string or a template",
      base: {},
      head: {
        "src/jobs-list.ts": "export const sendReminders = 1;\n",
        "config/schedule.yml": "- job: sendReminders\n",
        "src/icons.ts": "export const IconStar = 1;\n",
        "src/Page.vue": "<template><IconStar /></template>\n",
      },
    },
  ],
};
