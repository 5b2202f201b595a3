// Defines a sample repository in TypeScript: a small shop with tests, docs and a workflow.
import type { SampleFiles } from "./sample.ts";

export const pricing = (
  condition: string,
  parameters = "cents: number",
  factor = "0.9",
) => `/** What one position of an order costs; prices are in cents. */
export interface Line {
  price: number;
  quantity: number;
}

export function subtotal(lines: readonly Line[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** Orders of 100.00 and more are ten percent off. */
export function applyDiscount(${parameters}): number {
  return ${condition} ? Math.round(cents * ${factor}) : cents;
}
`;

export const moneySource = (name: string) => `/** 1299 as 12.99. */
export function ${name}(cents: number): string {
  return (cents / 100).toFixed(2);
}
`;

export const receiptSource = (name: string) => `import type { Line } from "../domain/pricing.ts";
import { ${name} } from "../domain/money.ts";

export function receipt(lines: readonly Line[]): string {
  return lines.map(({ price, quantity }) => \`\${quantity} x \${${name}(price)}\`).join("\\n");
}
`;

export const checkoutSource = (total: string) => `import pino from "pino";
import { applyDiscount, subtotal, type Line } from "../domain/pricing.ts";

const log = pino({ name: "checkout" });

export function checkout(lines: readonly Line[]): { total: number } {
  const total = ${total};
  log.info({ total }, "checked out");
  return { total };
}
`;

const index = (pricingNames: string) => `// What other packages may use of the shop.
export { checkout } from "./api/checkout.ts";
export { receipt } from "./api/receipt.ts";
export { ${pricingNames} } from "./domain/pricing.ts";
`;

export const moneyTest = (name: string) => `import { expect, it } from "vitest";
import { ${name} } from "../src/domain/money.ts";

it("writes cents as people do", () => {
  expect(${name}(1299)).toBe("12.99");
});
`;

export const pricingTest = ({
  only = "",
  more = "",
  factor = "",
} = {}) => `import { describe, expect, it } from "vitest";
import { applyDiscount, subtotal } from "../src/domain/pricing.ts";

describe("the discount", () => {
  it("leaves small orders alone", () => {
    expect(applyDiscount(5_000${factor})).toBe(5_000);
  });

  it${only}("takes ten percent off large orders", () => {
    expect(applyDiscount(20_000${factor})).toBe(18_000);
  });
});

it("adds up", () => {
  expect(subtotal([{ price: 250, quantity: 4 }])).toBe(1_000);
});
${more}`;

export const emptyOrder = `
it("takes nothing off an empty order", () => {
  expect(applyDiscount(subtotal([]))).toBe(0);
});
`;

export const workflow = ({ first = "build", needs = "build", test = "npm test" } = {}) => `name: ci
on: [push, pull_request]
permissions:
  contents: read
jobs:
  ${first}:
    runs-on: ubuntu-24.04
    steps:
      - run: npm ci
      - run: npm run build
  test:
    needs: ${needs}
    runs-on: ubuntu-24.04
    steps:
      - run: ${test}
`;

export const manifest = (dependencies: Readonly<Record<string, string>>) =>
  `${JSON.stringify(
    {
      name: "@acme/shop",
      version: "1.4.0",
      type: "module",
      exports: { ".": "./src/index.ts" },
      scripts: { build: "tsc", test: "vitest run" },
      dependencies,
      devDependencies: { typescript: "5.9.2", vitest: "3.2.4" },
    },
    null,
    2,
  )}\n`;

export const receiptsPage = (rounding: string) => `# Receipts

\`receipt(lines)\` gives one line for each position. Amounts are written by \`formatCents\`: 1299 becomes 12.99.
${rounding}`;

export const config = `# yaml-language-server: $schema=node_modules/crosscheck-review/schemas/config.json
# In this sample the bot may do more than it does by itself elsewhere: see docs/threads.md.
autoApprove: clean
checks:
  api-break: on
  silent-failure: on
execution:
  tests: false
  lint: false
mention:
  replyWithoutHandle: true
reviewComments:
  autoReply: true
  autoResolve: true
  autoResolveClassifications: [already_fixed, stale]
`;

export const shopFiles: SampleFiles = {
  ".crosscheck.yml": config,
  ".github/workflows/ci.yml": workflow(),
  "README.md":
    "# shop\n\nPrices, receipts and the checkout. See [pricing](docs/pricing.md) and [receipts](docs/receipts.md).\n\n    npm ci\n    npm test\n",
  "docs/pricing.md":
    "# Pricing\n\nAmounts are in cents. `applyDiscount` takes ten percent off orders of 100.00 and more.\n",
  "docs/receipts.md": receiptsPage(""),
  "package.json": manifest({ "is-odd": "3.0.1", pino: "9.9.0" }),
  "src/api/checkout.ts": checkoutSource("applyDiscount(subtotal(lines))"),
  "src/api/receipt.ts": receiptSource("formatCents"),
  "src/domain/money.ts": moneySource("formatCents"),
  "src/domain/pricing.ts": pricing("cents >= 10_000"),
  "src/index.ts": index("applyDiscount, subtotal"),
  "test/money.test.ts": moneyTest("formatCents"),
  "test/pricing.test.ts": pricingTest(),
  "tsconfig.json": `{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true }, "include": ["src", "test"] }\n`,
};
