// Example changes for test-coverage, used in its docs and tests.
import type { Check } from "../../report.ts";

const test = 'import { total } from "./cart.js";\n\ntest("total", () => expect(total([1])).toBe(1));\n';
const cart = (body: string) => `export function total(items) {\n${body}}\n`;
const plain = "  return items.length;\n";

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a fix without a test that would have caught it",
      title: "fix: count only what is in stock",
      base: { "src/cart.js": cart(plain), "src/cart.test.js": test },
      head: { "src/cart.js": cart("  return items.filter(inStock).length;\n"), "src/cart.test.js": test },
      expect: ["src/cart.js:2 fix-without-test"],
    },
    {
      name: "a new branch in a file that has tests",
      title: "feat: an empty cart is free",
      base: { "src/cart.js": cart(plain), "src/cart.test.js": test },
      head: { "src/cart.js": cart(`  if (items.length === 0) return 0;\n${plain}`), "src/cart.test.js": test },
      expect: ["src/cart.js:2 branch-without-test"],
    },
    {
      name: "a file that has tests does something else",
      title: "feat: count twice",
      base: { "src/cart.js": cart(plain), "src/cart.test.js": test },
      head: { "src/cart.js": cart("  return count(items) * 2;\n"), "src/cart.test.js": test },
      expect: ["src/cart.js:2 change-without-test"],
    },
  ],
  good: [
    {
      name: "the test is changed with the source",
      title: "fix: count only what is in stock",
      base: { "src/cart.js": cart(plain), "src/cart.test.js": test },
      head: { "src/cart.js": cart("  return items.filter(inStock).length;\n"), "src/cart.test.js": `${test}// more\n` },
    },
    {
      name: "the file has no tests of its own",
      title: "fix: count only what is in stock",
      base: { "src/cart.js": cart(plain) },
      head: { "src/cart.js": cart("  return items.filter(inStock).length;\n") },
    },
    {
      name: "only a comment is changed",
      title: "docs: say what it counts",
      base: { "src/cart.js": cart(plain), "src/cart.test.js": test },
      head: { "src/cart.js": cart(`  // All of them.\n${plain}`), "src/cart.test.js": test },
    },
  ],
};
