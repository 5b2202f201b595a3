// Example changes for silent-failure, used in its docs and tests.
import type { Check } from "../../report.ts";

const lines = (...all: string[]): string => `${all.join("\n")}\n`;

const save = lines("export async function save(order: Order) {", "  await store.put(order);", "}");
const totals = lines("def totals(rows):", "    for row in rows:", "        add(row)");

export const examples: Check["examples"] = {
  bad: [
    {
      name: "an empty catch around what the function is for",
      base: { "src/save.ts": save },
      head: {
        "src/save.ts": lines(
          "export async function save(order: Order) {",
          "  try {",
          "    await store.put(order);",
          "  } catch (error) {}",
          "}",
        ),
      },
      expect: ["src/save.ts:4 empty-handler"],
    },
    {
      name: "every exception passed over",
      base: { "billing/totals.py": totals },
      head: {
        "billing/totals.py": lines(
          "def totals(rows):",
          "    for row in rows:",
          "        try:",
          "            add(row)",
          "        except Exception:",
          "            pass",
        ),
      },
      expect: ["billing/totals.py:5 empty-handler"],
    },
    {
      name: "an empty list whatever went wrong",
      base: { "src/Orders.java": lines("class Orders {", "}") },
      head: {
        "src/Orders.java": lines(
          "class Orders {",
          "  List<Order> open() {",
          "    try {",
          "      return client.fetchOpen();",
          "    } catch (Exception e) {",
          "      return List.of();",
          "    }",
          "  }",
          "}",
        ),
      },
      expect: ["src/Orders.java:5 silent-default"],
    },
    {
      name: "a promise that is waited for, its rejection dropped",
      base: { "src/publish.ts": "export async function publish(post: Post) {\n}\n" },
      head: {
        "src/publish.ts": lines(
          "export async function publish(post: Post) {",
          "  await feed.announce(post).catch(() => {});",
          "}",
        ),
      },
      expect: ["src/publish.ts:2 swallowed-promise"],
    },
    {
      name: "a file written in Go, its error thrown away",
      base: { "config/store.go": lines("package config", "", "func Store(path string, data []byte) {", "}") },
      head: {
        "config/store.go": lines(
          "package config",
          "",
          "func Store(path string, data []byte) {",
          "\t_ = os.WriteFile(path, data, 0o600)",
          "}",
        ),
      },
      expect: ["config/store.go:4 ignored-error"],
    },
    {
      name: "tests that cannot fail the build",
      base: { "ci/check.sh": lines("set -e", "npm test") },
      head: { "ci/check.sh": lines("set -e", "npm test || true") },
      expect: ["ci/check.sh:2 ignored-error"],
    },
  ],
  good: [
    {
      name: "a comment says why the error may be ignored",
      base: { "src/save.ts": save },
      head: {
        "src/save.ts": lines(
          "export async function save(order: Order) {",
          "  await store.put(order);",
          "  try {",
          "    await search.index(order);",
          "  } catch {",
          "    // The nightly job indexes what is missing.",
          "  }",
          "}",
        ),
      },
    },
    {
      name: "the expected exception, by name",
      base: { "billing/totals.py": totals },
      head: {
        "billing/totals.py": lines(
          "def totals(rows):",
          "    for row in rows:",
          "        try:",
          "            add(row)",
          "        except KeyError:",
          "            pass",
        ),
      },
    },
    {
      name: "the error is logged",
      base: { "src/save.ts": save },
      head: {
        "src/save.ts": lines(
          "export async function save(order: Order) {",
          "  try {",
          "    await store.put(order);",
          "  } catch (error) {",
          "    log.warn({ error }, 'order not saved');",
          "  }",
          "}",
        ),
      },
    },
    {
      name: "closing what may be closed already",
      base: { "src/pool.ts": "export async function drain(all: Connection[]) {\n}\n" },
      head: {
        "src/pool.ts": lines(
          "export async function drain(all: Connection[]) {",
          "  for (const one of all) await one.close().catch(() => {});",
          "}",
        ),
      },
    },
    {
      name: "a name that promises not to throw",
      base: { "src/read.ts": "export {};\n" },
      head: {
        "src/read.ts": lines(
          "export function tryDecode(text: string): Message | null {",
          "  try {",
          "    return decode(text);",
          "  } catch {",
          "    return null;",
          "  }",
          "}",
        ),
      },
    },
  ],
};
