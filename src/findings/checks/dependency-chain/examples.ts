// Example changes for dependency-chain, used in its docs and tests.
import type { Check } from "../../report.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;
const ci = ".github/workflows/ci.yml";

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a job is renamed and another still needs the old name",
      base: {
        [ci]: lines(
          "on: push",
          "jobs:",
          "  build:",
          "    runs-on: ubuntu-latest",
          "  test:",
          "    needs: [build]",
          "    runs-on: ubuntu-latest",
        ),
      },
      head: {
        [ci]: lines(
          "on: push",
          "jobs:",
          "  compile:",
          "    runs-on: ubuntu-latest",
          "  test:",
          "    needs: [build]",
          "    runs-on: ubuntu-latest",
        ),
      },
      expect: [`${ci}:6 missing-job`],
    },
    {
      name: "a condition reads a job that is not needed any more",
      base: {
        [ci]: lines(
          "jobs:",
          "  changes:",
          "    runs-on: x",
          "  test:",
          "    needs: changes",
          "    if: needs.changes.outputs.code == 'true'",
        ),
      },
      head: {
        [ci]: lines("jobs:", "  changes:", "    runs-on: x", "  test:", "    if: needs.changes.outputs.code == 'true'"),
      },
      expect: [`${ci}:5 undeclared-need`],
    },
    {
      name: "two jobs that wait for each other",
      base: { [ci]: lines("jobs:", "  build:", "    runs-on: x", "  test:", "    needs: build") },
      head: { [ci]: lines("jobs:", "  build:", "    needs: test", "  test:", "    needs: build") },
      expect: [`${ci}:3 needs-cycle`],
    },
    {
      name: "an output is renamed where it is made and not where it is read",
      base: { [ci]: withOutput("tag") },
      head: { [ci]: withOutput("version") },
      expect: [`${ci}:9 missing-output`],
    },
    {
      name: "a composite action reads a step id that was renamed",
      base: {
        "action.yml": lines(
          "outputs:",
          "  tag:",
          "    value: ${{ steps.meta.outputs.tag }}",
          "runs:",
          "  using: composite",
          "  steps:",
          "    - id: meta",
          "      run: ./tag",
        ),
      },
      head: {
        "action.yml": lines(
          "outputs:",
          "  tag:",
          "    value: ${{ steps.meta.outputs.tag }}",
          "runs:",
          "  using: composite",
          "  steps:",
          "    - id: tags",
          "      run: ./tag",
        ),
      },
      expect: ["action.yml:3 missing-step"],
    },
    {
      name: "a reusable workflow and a local action are deleted while another workflow uses them",
      base: {
        [ci]: lines(
          "jobs:",
          "  lint:",
          "    uses: ./.github/workflows/lint.yml",
          "  test:",
          "    steps:",
          "      - uses: ./.github/actions/setup",
        ),
        ".github/workflows/lint.yml": lines("on: workflow_call"),
        ".github/actions/setup/action.yml": lines("runs:", "  using: composite"),
      },
      head: {
        [ci]: lines(
          "jobs:",
          "  lint:",
          "    uses: ./.github/workflows/lint.yml",
          "  test:",
          "    steps:",
          "      - uses: ./.github/actions/setup",
        ),
      },
      expect: [`${ci}:3 missing-workflow`, `${ci}:6 missing-action`],
    },
    {
      name: "configs move and others still name their old place",
      base: {
        "tsconfig.json": lines("{", '  "extends": "./config/base.json",', '  "references": [{ "path": "./app" }]', "}"),
        "config/base.json": lines('{ "compilerOptions": { "strict": true } }'),
        "app/tsconfig.json": lines('{ "compilerOptions": { "composite": true } }'),
      },
      head: {
        "tsconfig.json": lines("{", '  "extends": "./config/base.json",', '  "references": [{ "path": "./app" }]', "}"),
        "configs/base.json": lines('{ "compilerOptions": { "strict": true } }'),
        "apps/tsconfig.json": lines('{ "compilerOptions": { "composite": true } }'),
      },
      expect: ["tsconfig.json:2 missing-config", "tsconfig.json:3 missing-config"],
    },
    {
      name: "an alias is added for a folder that is not there",
      base: {
        "tsconfig.json": lines('{ "compilerOptions": { "paths": {', '  "@ui/*": ["./src/ui/*"]', "} } }"),
        "src/ui/button.ts": "export const button = 1;\n",
      },
      head: {
        "tsconfig.json": lines(
          '{ "compilerOptions": { "paths": {',
          '  "@ui/*": ["./src/ui/*"],',
          '  "@api/*": ["./src/apis/*"]',
          "} } }",
        ),
        "src/ui/button.ts": "export const button = 1;\n",
        "src/api/get.ts": "export const get = 1;\n",
      },
      expect: ["tsconfig.json:3 missing-alias-target"],
    },
    {
      name: "a manifest names files that were moved or removed",
      base: {
        "package.json": lines(
          "{",
          '  "bin": "./bin/run.js",',
          '  "workspaces": ["tools"],',
          '  "scripts": { "gen": "node scripts/generate.js" }',
          "}",
        ),
        "bin/run.js": "run();\n",
        "tools/package.json": "{}\n",
        "scripts/generate.js": "generate(1);\n",
      },
      head: {
        "package.json": lines(
          "{",
          '  "bin": "./bin/run.js",',
          '  "workspaces": ["tools"],',
          '  "scripts": { "gen": "node scripts/generate.js" }',
          "}",
        ),
        "scripts/generate.ts": "generate(1);\n",
      },
      expect: [
        "package.json:4 missing-script-file",
        "package.json:2 missing-entry",
        "package.json:3 missing-workspace",
      ],
    },
    {
      name: "an image copies a file that moved, and one that .dockerignore now keeps out",
      base: {
        Dockerfile: lines("FROM node:22", "COPY package.json scripts/start.sh ./", "COPY assets /app/assets"),
        "package.json": "{}\n",
        "scripts/start.sh": lines("#!/bin/sh", "exec node server.js", "# kept for the image"),
        "assets/logo.svg": "<svg/>\n",
      },
      head: {
        Dockerfile: lines("FROM node:22", "COPY package.json scripts/start.sh ./", "COPY assets /app/assets"),
        ".dockerignore": lines("assets"),
        "package.json": "{}\n",
        "docker/start.sh": lines("#!/bin/sh", "exec node server.js", "# kept for the image"),
        "assets/logo.svg": "<svg/>\n",
      },
      expect: ["Dockerfile:3 missing-copy-source", "Dockerfile:2 missing-copy-source"],
    },
  ],
  good: [
    {
      name: "what an image copies from other stages, build output, patterns and variables",
      base: {},
      head: {
        ".gitignore": "/secrets.json\n",
        "docker/Dockerfile": lines(
          "FROM golang AS build",
          "ARG NAME",
          "COPY go.mod go.sum* ./",
          "COPY entrypoint.sh $NAME.conf ./",
          "COPY --from=build /src/app /app",
          "COPY target/release/app dist/ secrets.json ./",
          "ADD https://example.org/a.tar.gz /",
          "COPY <<EOF /etc/motd",
          "COPY nothing.txt here",
          "EOF",
        ),
        "go.mod": "module m\n",
        "docker/entrypoint.sh": "#!/bin/sh\n",
      },
    },
    {
      name: "the link was just as broken before",
      base: { [ci]: lines("jobs:", "  test:", "    needs: build", "    runs-on: x") },
      head: { [ci]: lines("jobs:", "  test:", "    needs: build", "    runs-on: y") },
    },
    {
      name: "steps nest, job names differ in case, and words in strings and scripts are no expressions",
      base: {},
      head: {
        [ci]: lines(
          "jobs:",
          "  Build:",
          "    runs-on: x",
          "  test:",
          "    needs: [build]",
          "    steps:",
          "      - parallel:",
          "          - id: unit",
          "            run: ./unit",
          "      - run: echo ${{ steps.unit.outputs.ok }} steps.none.outputs.x",
          "      - if: github.event.label == 'needs.review' && needs['build'].result",
          "        run: x",
        ),
      },
    },
    {
      name: "the action comes from a second checkout",
      base: {},
      head: {
        [ci]: lines(
          "jobs:",
          "  a:",
          "    steps:",
          "      - uses: actions/checkout@v5",
          "        with: { repository: o/r, path: tools }",
          "      - uses: ./tools/setup",
        ),
      },
    },
    {
      name: "entries into build output, ignored files and installed packages",
      base: {},
      head: {
        ".gitignore": "/generated.js\n",
        "package.json": lines(
          '{ "main": "./dist/index.js", "types": "lib/index.d.ts", "scripts": { "a": "node generated.js", "b": "node node_modules/x/y.js" } }',
        ),
        "tsconfig.json": lines(
          '{ "compilerOptions": { "paths": { "x": ["./node_modules/x/y"], "z": ["../outside/z"], "w": ["./gone", "./src"] } } }',
        ),
        "src/a.ts": "export {};\n",
      },
    },
    {
      name: "a script whose file cannot be read off it",
      base: {},
      head: {
        "package.json": lines(
          '{ "scripts": { "a": "cd app && node x.js", "b": "node -r ./hook.js", "c": "node $FILE.js", "d": "node --test \'**/*.test.js\'" } }',
        ),
      },
    },
  ],
};

function withOutput(name: string): string {
  return lines(
    "jobs:",
    "  build:",
    "    outputs:",
    `      ${name}: "1.0"`,
    "    steps: [{ run: make }]",
    "  release:",
    "    needs: build",
    "    steps:",
    "      - run: echo ${{ needs.build.outputs.tag }}",
  );
}
