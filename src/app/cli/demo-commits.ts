// The demo repository: a small project and a change that does more than it says.
import type { CommitFixture } from "../../world/git/make-repository.ts";

// Concatenated, so that secret scanners do not flag this source.
const token = ["ghp", "_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ", "0mLq17"].join("");

const workflow = (job: string) => `name: ci
on: [push, pull_request]
permissions:
  contents: read
jobs:
  ${job}:
    runs-on: ubuntu-latest
    steps:
      - run: npm ci
      - run: npm run build
  test:
    needs: build
    runs-on: ubuntu-latest
    steps:
      - run: npm test
`;

const retry = (attempts: number, extra = "") => `export async function retry(work) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ${attempts}) throw error;
${extra}    }
  }
}
`;

const retryTest = (only: string) => `import { test } from "node:test";
import assert from "node:assert/strict";
import { retry } from "../src/retry.js";

test${only}("gives back what the work gives", async () => {
  assert.equal(await retry(async () => 42), 42);
});
`;

export const demoCommits: readonly CommitFixture[] = [
  {
    message: "feat: retry failed work\n\nSo that one lost packet does not end a run.",
    files: {
      "package.json":
        '{\n  "name": "parcel-tracker",\n  "type": "module",\n  "scripts": { "build": "node build.js", "test": "node --test" }\n}\n',
      "build.js": 'process.stdout.write("built\\n");\n',
      "README.md": "# parcel-tracker\n\nWork is tried three times.\n",
      ".github/workflows/ci.yml": workflow("build"),
      "src/retry.js": retry(3),
      "test/retry.test.js": retryTest(""),
    },
  },
  {
    message:
      "docs: explain how often work is tried [strict-reveiw]\n\nReaders asked why a run takes so long. The public API must not change; please verify that three tries stay the default.\n\nCloses #12",
    files: {
      "README.md": `# parcel-tracker\n\nWork is tried five times. To try it against the real service:\n\n    TRACKER_TOKEN=${token} npm start\n`,
      ".github/workflows/ci.yml": workflow("compile"),
      "src/retry.js": retry(5, '      console.log("DEBUG attempt", attempt);\n'),
      "test/retry.test.js": retryTest(".only"),
      "notes.txt.bak": "half a thought\n",
    },
  },
];
