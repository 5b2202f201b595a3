// Registers the sample repositories and changes, in display order.
import * as ledger from "./ledger.ts";
import type { SampleChange, SampleRepository } from "./sample.ts";
import * as shop from "./shop.ts";

export const repositories: readonly SampleRepository[] = [
  {
    owner: "acme",
    name: "shop",
    about: "TypeScript. Reviews are posted at once, and the bot may resolve its threads.",
    confirms: false,
    files: shop.shopFiles,
  },
  {
    owner: "acme",
    name: "ledger",
    about: "Python. Reviews wait for your yes on the dashboard (publish: confirm).",
    confirms: true,
    files: ledger.ledgerFiles,
  },
];

// Concatenated, so that secret scanners do not flag this source.
const token = ["ghp", "_", "R7mXc2VtYq9LdKw4", "ZsPb8HnJ3eFgU6aTQo1i"].join("");

const stagingConfig = (value: string) => `{\n  "registry": "packages.example.com",\n  "token": ${value}\n}\n`;

export const changes: readonly SampleChange[] = [
  {
    id: "discount",
    repository: "shop",
    title: "fix: discount only what the customer pays for",
    body: "Positions that are free no longer count towards the discount. Orders of 100.00 must still get it.",
    flaw: "The boundary moves: an order of exactly 100.00 gets no discount any more",
    seenBy: "model",
    files: {
      "src/domain/pricing.ts": shop.pricing("cents > 10_000"),
      "src/api/checkout.ts": shop.checkoutSource("applyDiscount(subtotal(lines.filter(({ price }) => price > 0)))"),
      "test/pricing.test.ts": shop.pricingTest({ more: shop.emptyOrder }),
    },
    fix: {
      title: "fix: from 100.00 on, as documented",
      files: { "src/domain/pricing.ts": shop.pricing("cents >= 10_000") },
    },
  },
  {
    id: "workflow",
    repository: "shop",
    title: "ci: call the first job what it does",
    body: "The first job compiles, so it is called that; and the tests say what they cover.",
    flaw: "A job is renamed, and another still needs it by its old name",
    seenBy: "checks",
    files: { ".github/workflows/ci.yml": shop.workflow({ first: "compile", test: "npm test -- --coverage" }) },
    breaksCi: true,
    fix: {
      title: "ci: wait for the job by its new name",
      files: {
        ".github/workflows/ci.yml": shop.workflow({
          first: "compile",
          needs: "compile",
          test: "npm test -- --coverage",
        }),
      },
    },
  },
  {
    id: "rename",
    repository: "shop",
    title: "refactor: rename formatCents to asAmount",
    body: "It reads better where it is called.",
    flaw: "The function is renamed everywhere but in the documentation",
    seenBy: "checks",
    files: {
      "src/domain/money.ts": shop.moneySource("asAmount"),
      "src/api/receipt.ts": shop.receiptSource("asAmount"),
      "test/money.test.ts": shop.moneyTest("asAmount"),
    },
    fix: {
      title: "docs: the new name",
      files: { "docs/receipts.md": shop.receiptsPage("").replace("formatCents", "asAmount") },
    },
  },
  {
    id: "secret",
    repository: "shop",
    title: "chore: settings for staging",
    body: "So that staging can fetch packages.",
    flaw: "A token is committed with the settings",
    seenBy: "checks",
    files: { "config/staging.json": stagingConfig(JSON.stringify(token)) },
    fix: {
      title: "chore: settings for staging, the token from the environment",
      files: { "config/staging.json": stagingConfig('"$REGISTRY_TOKEN"') },
      rewrites: true,
    },
  },
  {
    id: "dependency",
    repository: "shop",
    title: "chore: drop dependencies that nobody uses",
    body: "Fewer packages, fewer updates.",
    flaw: "A package is taken out that the checkout still imports",
    seenBy: "model",
    files: { "package.json": shop.manifest({}) },
    fix: { title: "chore: keep pino", files: { "package.json": shop.manifest({ pino: "9.9.0" }) } },
  },
  {
    id: "breaking",
    repository: "shop",
    title: "feat: let callers choose the discount",
    body: "Campaigns want other discounts than ten percent.",
    flaw: "A public function needs one more argument, and nothing marks the change as breaking",
    seenBy: "checks",
    files: {
      "src/domain/pricing.ts": shop.pricing("cents >= 10_000", "cents: number, factor: number", "factor"),
      "src/api/checkout.ts": shop.checkoutSource("applyDiscount(subtotal(lines), 0.9)"),
      "test/pricing.test.ts": shop.pricingTest({ factor: ", 0.9" }),
    },
    fix: {
      title: "feat: ten percent where nobody chooses",
      files: { "src/domain/pricing.ts": shop.pricing("cents >= 10_000", "cents: number, factor = 0.9", "factor") },
    },
  },
  {
    id: "focused",
    repository: "shop",
    title: "test: look at large orders",
    body: "",
    flaw: "A focus was left in: no other test of the file runs",
    seenBy: "checks",
    files: { "test/pricing.test.ts": shop.pricingTest({ only: ".only", more: shop.emptyOrder }) },
    fix: {
      title: "test: run them all",
      files: { "test/pricing.test.ts": shop.pricingTest({ more: shop.emptyOrder }) },
    },
  },
  {
    id: "swallowed",
    repository: "ledger",
    title: "fix: a transfer does not fail with the outbox",
    body: "The money has moved already; customers saw an error all the same.",
    flaw: "Every error is swallowed, and the review waits for your approval on the dashboard",
    seenBy: "checks",
    files: { "app/transfer.py": ledger.transfer(ledger.swallowedError) },
    fix: { title: "fix: say what went wrong", files: { "app/transfer.py": ledger.transfer(ledger.publishedLine) } },
  },
  {
    id: "good",
    repository: "shop",
    title: "docs: say how amounts are rounded",
    body: "Two customers asked.",
    flaw: "Nothing: this one is approved",
    seenBy: "nobody",
    files: {
      "docs/receipts.md": shop.receiptsPage("\nDiscounts are rounded to the nearest cent before they are written.\n"),
    },
    fix: null,
  },
];
