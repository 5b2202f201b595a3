// The files that `crosscheck init` writes for GitHub Actions, commit hooks and `gh`.

/** A step names the Action by the repository that it is released from, and the branch of its major version. */
export function actionReference(repository: string, version: string): string {
  return `${repository}/action@v${version.split(".")[0]}`;
}

export function actionWorkflow(reference: string): string {
  return `# Reviews every pull request, those of forks too. Nothing of the change is checked out or run, so keep it that way:
# this event has a token that can write.
name: crosscheck
on:
  pull_request_target:
    types: [opened, synchronize, reopened, ready_for_review]
permissions: {}
concurrency:
  group: crosscheck-\${{ github.event.pull_request.number }}
  cancel-in-progress: true
jobs:
  review:
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    permissions:
      contents: read
      pull-requests: write
      checks: write
    steps:
      - uses: ${reference}
`;
}

const hookCommand = "crosscheck review --staged --quick --no-models --no-keep --fail-on high";

export function preCommitConfig(version: string): string {
  return `repos:
  - repo: local
    hooks:
      - id: crosscheck
        name: crosscheck
        entry: ${hookCommand}
        language: node
        language_version: "24.21.0"
        additional_dependencies: ["crosscheck-review@${version}"]
        pass_filenames: false
`;
}

export const huskyHook = `npx --no-install ${hookCommand}
`;

export const lefthookConfig = `pre-commit:
  commands:
    crosscheck:
      run: npx --no-install ${hookCommand}
`;

export function ghExtension(version: string): string {
  return `#!/bin/sh
# The GitHub CLI runs this as \`gh crosscheck\`.
if command -v crosscheck >/dev/null; then exec crosscheck "$@"; fi
exec npx --yes crosscheck-review@${version} "$@"
`;
}

export const addDependencyText =
  "The hook runs the project's own Crosscheck: npm install --save-dev crosscheck-review\n";

export function replaceQuestion(path: string): string {
  return `${path} already exists. Replace it?`;
}

export function keptText(path: string): string {
  return `Left ${path} as it is.\n`;
}

export function wroteFileText(path: string): string {
  return `Wrote ${path}\n`;
}
