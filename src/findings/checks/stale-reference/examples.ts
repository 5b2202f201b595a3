// Example changes for stale-reference, used in its docs and tests.
import type { Check } from "../../report.ts";

const manifest = (scripts: Record<string, string>) => `${JSON.stringify({ name: "shop", scripts }, null, 2)}\n`;

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a guide links to a page that was moved, and a script and a config name it by its old path",
      base: {
        "docs/setup.md": "# Setup\n\nInstall it, then run it.\nNothing else is needed.\n",
        "README.md": "# Shop\n\nSee [how to set it up](docs/setup.md).\n",
        "scripts/publish.sh": "#!/bin/sh\ncp docs/setup.md public/\n",
        "site.json": '{\n  "pages": ["docs/setup.md"]\n}\n',
        ".npmignore": "docs/setup.md\n",
      },
      head: {
        "docs/guide/setup.md": "# Setup\n\nInstall it, then run it.\nNothing else is needed.\n",
        "README.md": "# Shop\n\nSee [how to set it up](docs/setup.md).\n",
        "scripts/publish.sh": "#!/bin/sh\ncp docs/setup.md public/\n",
        "site.json": '{\n  "pages": ["docs/setup.md"]\n}\n',
        ".npmignore": "docs/setup.md\n",
      },
      expect: [
        ".npmignore:1 path-in-list",
        "README.md:3 path-in-docs",
        "scripts/publish.sh:2 path-in-code",
        "site.json:2 path-in-config",
      ],
    },
    {
      name: "a function is renamed, and the docs and a string still have its old name",
      base: {
        "src/price.ts": "export function totalWithTax(net: number): number {\n  return net * 1.2;\n}\n",
        "docs/api.md": "Call `totalWithTax` to get the price.\n",
        "src/registry.ts": 'export const calls = ["totalWithTax"];\n',
      },
      head: {
        "src/price.ts": "export function grossPrice(net: number): number {\n  return net * 1.2;\n}\n",
        "docs/api.md": "Call `totalWithTax` to get the price.\n",
        "src/registry.ts": 'export const calls = ["totalWithTax"];\n',
      },
      expect: ["docs/api.md:1 name-in-docs", "src/registry.ts:1 name-in-string"],
    },
    {
      name: "a module loses an export that another still imports",
      base: {
        "src/price.ts": "export const net = 1;\nexport const gross = 2;\n",
        "src/cart.ts": 'import { gross } from "./price.js";\n\nexport const total = gross;\n',
      },
      head: {
        "src/price.ts": "export const net = 1;\n",
        "src/cart.ts": 'import { gross } from "./price.js";\n\nexport const total = gross;\n',
      },
      expect: ["src/cart.ts:1 import-of-removed"],
    },
    {
      name: "a C header is moved, and a function that is called elsewhere is removed",
      base: {
        "src/cart.h": "int total(int count);\nint net(int count);\n",
        "src/cart.c":
          '#include "cart.h"\n\nint total(int count) {\n  return count;\n}\n\nint net(int count) {\n  return count;\n}\n',
        "src/tax.h": "#define TAX 2\n",
        "src/app.c": '#include "cart.h"\n#include "tax.h"\n\nint gross(void) {\n  return total(3) * TAX;\n}\n',
      },
      head: {
        "src/cart.h": "int net(int count);\n",
        "src/cart.c": '#include "cart.h"\n\nint net(int count) {\n  return count;\n}\n',
        "src/rates/tax.h": "#define TAX 2\n",
        "src/app.c": '#include "cart.h"\n#include "tax.h"\n\nint gross(void) {\n  return total(3) * TAX;\n}\n',
      },
      expect: ["src/app.c:2 import-of-removed", "src/app.c:5 use-of-removed"],
    },
    {
      name: "a Go function is renamed, and another package and its own still call it by the old name",
      base: {
        "go.mod": "module example.com/store\n",
        "price/price.go": "package price\n\nfunc Gross() int {\n\treturn 2\n}\n",
        "price/tax.go": "package price\n\nvar tax = Gross() - 1\n",
        "main.go": 'package main\n\nimport "example.com/store/price"\n\nfunc main() {\n\tprintln(price.Gross())\n}\n',
      },
      head: {
        "go.mod": "module example.com/store\n",
        "price/price.go": "package price\n\nfunc WithTax() int {\n\treturn 2\n}\n",
        "price/tax.go": "package price\n\nvar tax = Gross() - 1\n",
        "main.go": 'package main\n\nimport "example.com/store/price"\n\nfunc main() {\n\tprintln(price.Gross())\n}\n',
      },
      expect: ["main.go:6 use-of-removed", "price/tax.go:3 use-of-removed"],
    },
    {
      name: "a Java class moves to another package, and Java and Kotlin still look for it in the old one",
      base: {
        "src/shop/Cart.java":
          "package shop;\n\npublic class Cart {\n  public static Cart empty() { return new Cart(); }\n}\n",
        "src/shop/Page.java": "package shop;\n\npublic class Page {\n  Cart cart = Cart.empty();\n}\n",
        "src/app/App.kt": "package app\n\nimport shop.Cart\n\nval cart: Cart = Cart.empty()\n",
      },
      head: {
        "src/shop/order/Cart.java":
          "package shop.order;\n\npublic class Cart {\n  public static Cart empty() { return new Cart(); }\n}\n",
        "src/shop/Page.java": "package shop;\n\npublic class Page {\n  Cart cart = Cart.empty();\n}\n",
        "src/app/App.kt": "package app\n\nimport shop.Cart\n\nval cart: Cart = Cart.empty()\n",
      },
      expect: ["src/app/App.kt:3 import-of-removed", "src/shop/Page.java:4 use-of-removed"],
    },
    {
      name: "a C# enum loses a constant, and a namespace that a using names is gone",
      base: {
        "Shop/Color.cs": "namespace Shop;\n\npublic enum Color\n{\n    Red,\n    Blue,\n}\n",
        "Shop/Tax/Rate.cs": "namespace Shop.Tax;\n\npublic class Rate\n{\n}\n",
        "App/Page.cs": "using Shop;\nusing Shop.Tax;\n\nclass Page\n{\n    Color color = Color.Blue;\n}\n",
      },
      head: {
        "Shop/Color.cs": "namespace Shop;\n\npublic enum Color\n{\n    Red,\n}\n",
        "App/Page.cs": "using Shop;\nusing Shop.Tax;\n\nclass Page\n{\n    Color color = Color.Blue;\n}\n",
      },
      expect: ["App/Page.cs:2 import-of-removed", "App/Page.cs:6 use-of-removed"],
    },
    {
      name: "a Rust function is renamed and a module removed, and other modules and a crate still name them",
      base: {
        "Cargo.toml": '[package]\nname = "my-store"\n',
        "src/lib.rs": "pub mod price;\npub mod tax;\n",
        "src/price.rs": "use crate::tax::RATE;\n\npub fn gross() -> u32 {\n    2 * RATE\n}\n",
        "src/tax.rs": "pub const RATE: u32 = 3;\n",
        "src/bin/report.rs": "use my_store::price::{self, gross};\n\nfn main() {\n    price::gross();\n}\n",
      },
      head: {
        "Cargo.toml": '[package]\nname = "my-store"\n',
        "src/lib.rs": "pub mod price;\n",
        "src/price.rs": "use crate::tax::RATE;\n\npub fn with_tax() -> u32 {\n    2 * RATE\n}\n",
        "src/bin/report.rs": "use my_store::price::{self, gross};\n\nfn main() {\n    price::gross();\n}\n",
      },
      expect: [
        "src/bin/report.rs:1 import-of-removed",
        "src/bin/report.rs:4 use-of-removed",
        "src/price.rs:1 import-of-removed",
      ],
    },
    {
      name: "a Python module loses a function that others import, qualify and get from a star import",
      base: {
        "shop/__init__.py": "",
        "shop/price.py": "def net():\n    return 1\n\n\ndef gross():\n    return 2\n",
        "shop/cart.py": "from .price import gross, net\n\ntotal = gross() + net()\n",
        "app.py": "from shop import price\n\nprint(price.gross(), price.net())\n",
        "report.py": "from shop.price import *\n\nprint(gross())\n",
      },
      head: {
        "shop/__init__.py": "",
        "shop/price.py": "def net():\n    return 1\n",
        "shop/cart.py": "from .price import gross, net\n\ntotal = gross() + net()\n",
        "app.py": "from shop import price\n\nprint(price.gross(), price.net())\n",
        "report.py": "from shop.price import *\n\nprint(gross())\n",
      },
      expect: ["app.py:3 use-of-removed", "report.py:3 use-of-removed", "shop/cart.py:1 import-of-removed"],
    },
    {
      name: "a class loses a method that other code still calls",
      base: {
        "src/cart.ts": "export class Cart {\n  addItem() {}\n  clear() {}\n}\n",
        "src/page.ts": 'import { Cart } from "./cart.js";\n\nnew Cart().addItem();\n',
        "src/keys.ts": "export const onEnter = (cart) => cart.addItem();\n",
      },
      head: {
        "src/cart.ts": "export class Cart {\n  clear() {}\n}\n",
        "src/page.ts": 'import { Cart } from "./cart.js";\n\nnew Cart().addItem();\n',
        "src/keys.ts": "export const onEnter = (cart) => cart.addItem();\n",
      },
      expect: ["src/keys.ts:1 member-of-removed", "src/page.ts:3 use-of-removed"],
    },
    {
      name: "a package script is renamed, and CI and the guide still run it",
      base: {
        "package.json": manifest({ "check:types": "tsc" }),
        ".github/workflows/ci.yml": "jobs:\n  check:\n    steps:\n      - run: npm run check:types\n",
        "CONTRIBUTING.md": "Run `npm run check:types` first.\n",
      },
      head: {
        "package.json": manifest({ typecheck: "tsc" }),
        ".github/workflows/ci.yml": "jobs:\n  check:\n    steps:\n      - run: npm run check:types\n",
        "CONTRIBUTING.md": "Run `npm run check:types` first.\n",
      },
      expect: [".github/workflows/ci.yml:4 script-in-code", "CONTRIBUTING.md:1 script-in-docs"],
    },
    {
      name: "the last code that read a variable is removed, and the sample environment still sets it",
      base: {
        "src/mail.js": "export const key = process.env.SHOP_MAIL_KEY;\nexport const from = 'a';\n",
        ".env.example": "SHOP_MAIL_KEY=\n",
      },
      head: { "src/mail.js": "export const from = 'a';\n", ".env.example": "SHOP_MAIL_KEY=\n" },
      expect: [".env.example:1 setting-in-docs"],
    },
    {
      name: "a workflow is renamed while another waits for it by name",
      base: {
        ".github/workflows/ci.yml": "name: Tests\non: push\n",
        ".github/workflows/deploy.yml": "name: Deploy\non:\n  workflow_run:\n    workflows: [Tests]\n",
      },
      head: {
        ".github/workflows/ci.yml": "name: CI\non: push\n",
        ".github/workflows/deploy.yml": "name: Deploy\non:\n  workflow_run:\n    workflows: [Tests]\n",
      },
      expect: [".github/workflows/deploy.yml:4 workflow-name"],
    },
    {
      name: "a class is renamed in the stylesheet, and a page still has its old name",
      base: {
        "web/shop.css": ".price-tag { color: red; }\n.total { color: blue; }\n",
        "web/cart.html": '<p class="total price-tag">1</p>\n',
      },
      head: {
        "web/shop.css": ".price-label { color: red; }\n.total { color: blue; }\n",
        "web/cart.html": '<p class="total price-tag">1</p>\n',
      },
      expect: ["web/cart.html:1 class-in-markup"],
    },
  ],
  good: [
    {
      name: "the changelog tells of the old name",
      base: {
        "docs/setup.md": "# Setup\n\nInstall it, then run it.\n",
        "CHANGELOG.md": "- wrote docs/setup.md\n",
      },
      head: {
        "docs/guide/setup.md": "# Setup\n\nInstall it, then run it.\n",
        "CHANGELOG.md": "- wrote docs/setup.md\n",
      },
    },
    {
      name: "a list of what was done is not brought up to date",
      base: {
        "src/price.ts": "export function totalWithTax(): number {\n  return 1;\n}\n",
        "docs/prices.md": "# Prices\n\n- [x] write `totalWithTax`\n- [ ] round it\n",
      },
      head: {
        "src/price.ts": "export function grossPrice(): number {\n  return 1;\n}\n",
        "docs/prices.md": "# Prices\n\n- [x] write `totalWithTax`\n- [ ] round it\n",
      },
    },
    {
      name: "`pnpm tsc` runs the program where no script has that name",
      base: {
        "package.json": manifest({ tsc: "tsc" }),
        ".github/workflows/ci.yml": "jobs:\n  check:\n    steps:\n      - run: pnpm tsc\n",
      },
      head: {
        "package.json": manifest({ typecheck: "tsc" }),
        ".github/workflows/ci.yml": "jobs:\n  check:\n    steps:\n      - run: pnpm tsc\n",
      },
    },
    {
      name: "an import of ./price.js means the price.ts that takes its place",
      base: {
        "src/price.js": "export const net = 1;\nexport const gross = 2;\n",
        "src/cart.ts": 'import { gross } from "./price.js";\nexport const total = gross;\n',
      },
      head: {
        "src/price.ts": "export const net = 1;\nexport const gross = 2;\n",
        "src/cart.ts": 'import { gross } from "./price.js";\nexport const total = gross;\n',
      },
    },
    {
      name: "another file of the same name is still there",
      base: { "a/notes.txt": "x\n", "b/notes.txt": "y\n", "README.md": "Keep notes.txt in order.\n" },
      head: { "b/notes.txt": "y\n", "README.md": "Keep notes.txt in order.\n" },
    },
    {
      name: "the name is that of a package's own export",
      base: {
        "src/run.ts": "export class AgentRunner {}\nexport const one = 1;\n",
        "src/other.ts": 'import { AgentRunner } from "agents";\nexport const runner = new AgentRunner();\n',
      },
      head: {
        "src/run.ts": "export const one = 1;\n",
        "src/other.ts": 'import { AgentRunner } from "agents";\nexport const runner = new AgentRunner();\n',
      },
    },
    {
      name: "a class whose rule is now nested, and one that a script looks for",
      base: {
        "web/shop.scss": ".price-tag { color: red; }\n.cart-open { color: blue; }\n",
        "web/cart.html": '<p class="price-tag cart-open">1</p>\n',
        "web/cart.js": 'document.querySelector(".cart-open");\n',
      },
      head: {
        "web/shop.scss": ".price { &-tag { color: red; } }\n",
        "web/cart.html": '<p class="price-tag cart-open">1</p>\n',
        "web/cart.js": 'document.querySelector(".cart-open");\n',
      },
    },
    {
      name: "a file that is ignored from now on is made by a build",
      base: { "src/version.js": "export default 1;\n", "docs/build.md": "It writes `src/version.js`.\n" },
      head: { ".gitignore": "src/version.js\n", "docs/build.md": "It writes `src/version.js`.\n" },
    },
  ],
};
