import { describe, expect, test } from "vitest";
import {
  categoryOf,
  isManifest,
  isWorkflow,
  languageOf,
  layerOf,
  type FileCategory,
  type Layer,
} from "./file-kinds.ts";

describe("the category of a file", () => {
  const byCategory: Record<FileCategory, string[]> = {
    source: [
      "src/a.ts",
      "main.go",
      "lib/latest.rb",
      "contest/entry.py",
      "Protest.java",
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

test.each([
  ["a.ts", "TypeScript"],
  ["a.d.mts", "TypeScript"],
  ["A.PY", "Python"],
  ["deep.dir/a.rs", "Rust"],
  ["deep.ts/Makefile", null],
  [".env", null],
  ["a.unknown", null],
  ["a.constructor", null],
  ["a.__proto__", null],
])("%s is written in %s", (path, language) => expect(languageOf(path)).toBe(language));

test.each<[string, Layer | null]>([
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
  // What a file talks to says more than where it lies.
  ["server/db/user.ts", "storage"],
  ["server/integrations/slack.ts", "external"],
  ["src/a.ts", null],
  ["README.md", null],
])("%s belongs to the layer %s", (path, layer) => expect(layerOf(path)).toBe(layer));

describe("dependency manifests and lockfiles", () => {
  test.each([
    "package.json",
    "package-lock.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "requirements.txt",
    "requirements-dev.txt",
    "pyproject.toml",
    "poetry.lock",
    "Pipfile",
    "Pipfile.lock",
    "Cargo.toml",
    "Cargo.lock",
    "go.mod",
    "go.sum",
    "Gemfile",
    "Gemfile.lock",
    "packages/web/package.json",
  ])("%s is one", (path) => expect(isManifest(path)).toBe(true));

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
