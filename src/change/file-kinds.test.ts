// Tests the classification of paths.
import { describe, expect, test } from "vitest";
import { manifestNames } from "../../test/support/manifest-names.ts";
import {
  categoryOf,
  isExample,
  isFixture,
  isNoisePath,
  isNotHandWritten,
  isProse,
  isSample,
  isSnapshot,
  isVendored,
  isVendoredProject,
  isManifest,
  isWorkflow,
  languageOf,
  layerOf,
  type FileCategory,
  type Layer,
} from "./file-kinds.ts";
import { cases } from "../../test/support/cases.ts";

describe("the category of a file", () => {
  const byCategory: Record<FileCategory, string[]> = {
    source: [
      "src/a.ts",
      "main.go",
      "lib/latest.rb",
      "contest/entry.py",
      "Protest.java",
      "src/testimonials/list.ts",
      "src/Contests/Entry.cs",
      "src/ab-test/variant.ts",
      "packages/test-runner/index.ts",
      "src/attest.rs",
      "src/latest-data.ts",
      "docs/conf.py",
      "docs/theme/site.css",
      "docs/install.sh",
      "doc/examples/demo.c",
      "src/SecurityConfig.kt",
      "src/readme.ex",
      "security.sql",
      "notices.proto",
      "assets/logo.svg",
    ],
    test: [
      "test/a.ts",
      "tests/deep/a.py",
      "src/a.test.ts",
      "src/a.spec.tsx",
      "src/a-test.js",
      "pkg/a_test.go",
      "app/test_models.py",
      "conftest.py",
      "spec/user_spec.rb",
      "src/__tests__/a.js",
      "src/UserTest.java",
      "src/UserTests.cs",
      "testdata/input.json",
      "e2e/login.ts",
      "cypress/support/x.ts",
      "tests/README.md",
      "src/Foo.Tests/Bar.cs",
      "src/Shop.UnitTests/appsettings.json",
      "ShopUITests/Login.swift",
      "Tests/ShopTests/Cart.swift",
      "src/test-utils.ts",
      "src/test_helpers.py",
      "src/setupTests.ts",
      "src/OrderTestBase.java",
      "packages/test-utils/index.ts",
      "integration-tests/login.go",
      "test-data/orders.json",
      "src/parser/tests.rs",
    ],
    config: [
      "package.json",
      "package-lock.json",
      "tsconfig.json",
      ".eslintrc",
      ".env.local",
      "vite.config.ts",
      "requirements.txt",
      "requirements-dev.txt",
      "docs/requirements.txt",
      "go.mod",
      "Cargo.toml",
      "Gemfile",
      "settings.yaml",
      "pom.xml",
      "setup.cfg",
      "app.ini",
    ],
    docs: [
      "README.md",
      "README",
      "docs/guide.md",
      "docs/openapi.yaml",
      "LICENSE",
      "CHANGELOG.rst",
      ".github/CODEOWNERS",
      "notes.txt",
      "man/tool.1",
      "guide.mdx",
      "NOTES.markdown",
      "design.org",
    ],
    infra: [
      ".github/workflows/ci.yml",
      ".github/actions/setup/action.yml",
      "action.yaml",
      "Dockerfile",
      "docker/Dockerfile.dev",
      "compose.yaml",
      "docker-compose.prod.yml",
      "main.tf",
      "k8s/service.yaml",
      "helm/values.yaml",
      ".gitlab-ci.yml",
      ".circleci/config.yml",
      "Jenkinsfile",
      "Makefile",
      "CMakeLists.txt",
    ],
  };

  test.each(Object.entries(byCategory).flatMap(([category, paths]) => paths.map((path) => [path, category])))(
    "%s is %s",
    (path, category) => expect(categoryOf(path)).toBe(category),
  );
});

describe("narrower questions", () => {
  const questions = {
    isFixture,
    isSample,
    isExample,
    isProse,
    isVendored,
    isVendoredProject,
    isSnapshot,
    isNoisePath,
    isNotHandWritten,
  };
  type Question = keyof typeof questions;

  test.each<[string, Question[]]>([
    ["src/a.ts", []],
    ["test/fixtures/a.json", ["isFixture", "isSample"]],
    ["src/mocks/server.ts", ["isFixture", "isSample"]],
    ["src/Foo.Tests/Foo.Tests.csproj", ["isSample"]],
    ["examples/app/package.json", ["isSample", "isExample"]],
    ["docs/guide.md", ["isExample", "isProse"]],
    ["docs/openapi.yaml", ["isExample"]],
    ["LICENSE", ["isProse"]],
    ["requirements.txt", []],
    ["vendor/lib/a.go", ["isVendored", "isVendoredProject", "isNoisePath", "isNotHandWritten"]],
    ["Source/ThirdParty/zlib/a.c", ["isVendoredProject"]],
    ["externals/zlib/a.c", ["isVendoredProject", "isNotHandWritten"]],
    ["src/models/vendors/openai.ts", []],
    ["src/external/stripe.ts", []],
    ["src/generated/types.ts", ["isNotHandWritten"]],
    ["build/release.ts", ["isNotHandWritten"]],
    ["src/a.ts.snap", ["isSnapshot", "isNoisePath", "isNotHandWritten"]],
  ])("%s: %j", (path, expected) => {
    const names = Object.keys(questions) as Question[];
    expect(names.filter((name) => questions[name](path))).toEqual(expected);
  });
});

cases("%s is written in %s", languageOf, [
  ["a.ts", "TypeScript"],
  ["a.d.mts", "TypeScript"],
  ["A.PY", "Python"],
  ["deep.dir/a.rs", "Rust"],
  ["deep.ts/Makefile", null],
  [".env", null],
  ["a.unknown", null],
  ["a.constructor", null],
  ["a.__proto__", null],
]);

cases<[string, Layer | null]>("%s belongs to the layer %s", layerOf, [
  ["src/components/Button.tsx", "UI"],
  ["app/views/home.erb", "UI"],
  ["server/routes/user.ts", "backend"],
  ["src/api/user.ts", "backend"],
  ["src/domain/order.ts", "domain"],
  ["src/models/order.py", "domain"],
  ["db/migrations/001.sql", "storage"],
  ["src/repository/user.ts", "storage"],
  ["src/clients/stripe.ts", "external"],
  [".github/workflows/ci.yml", "CI"],
  // The technology in the name is more specific than the folder.
  ["server/db/user.ts", "storage"],
  ["server/integrations/slack.ts", "external"],
  ["src/a.ts", null],
  ["README.md", null],
]);

describe("dependency manifests and lockfiles", () => {
  test.each([...manifestNames, "requirements-dev.txt", "Pipfile", "packages/web/package.json"])("%s is one", (path) =>
    expect(isManifest(path)).toBe(true),
  );

  test.each(["package.json.md", "src/package.ts", "my-package.json", "requirements/README.txt", "go.module"])(
    "%s is none",
    (path) => expect(isManifest(path)).toBe(false),
  );
});

describe("workflows and actions", () => {
  test.each([
    ".github/workflows/ci.yml",
    ".github/workflows/ci.yaml",
    "action.yml",
    ".github/actions/x/action.yaml",
    "tools/action.yml",
  ])("%s is one", (path) => expect(isWorkflow(path)).toBe(true));

  test.each([
    ".github/workflows/README.md",
    ".github/workflows/sub/x.yml",
    "workflows/ci.yml",
    "transaction.yml",
    ".github/dependabot.yml",
  ])("%s is none", (path) => expect(isWorkflow(path)).toBe(false));
});
