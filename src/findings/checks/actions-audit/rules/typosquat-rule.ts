// Finds actions whose name is one typo away from a well-known action of another owner.
import { editDistance, hasSwappedLetters } from "../../../../change/edit-distance.ts";
import type { WorkflowRule } from "../workflow-rule.ts";
import { actionName } from "../scripts.ts";

const wellKnown = (
  "actions/checkout actions/cache actions/setup-node actions/setup-python actions/setup-go actions/setup-java " +
  "actions/setup-dotnet actions/upload-artifact actions/download-artifact actions/github-script actions/labeler " +
  "actions/stale actions/create-release actions/deploy-pages actions/configure-pages actions/upload-pages-artifact " +
  "actions/create-github-app-token actions/first-interaction actions/attest-build-provenance actions/dependency-review-action " +
  "github/codeql-action docker/login-action docker/build-push-action docker/setup-buildx-action docker/setup-qemu-action " +
  "docker/metadata-action docker/bake-action aws-actions/configure-aws-credentials aws-actions/amazon-ecr-login " +
  "azure/login azure/webapps-deploy google-github-actions/auth google-github-actions/setup-gcloud " +
  "hashicorp/setup-terraform hashicorp/vault-action softprops/action-gh-release pypa/gh-action-pypi-publish " +
  "codecov/codecov-action peaceiris/actions-gh-pages peter-evans/create-pull-request " +
  "peter-evans/create-or-update-comment peter-evans/repository-dispatch stefanzweifel/git-auto-commit-action " +
  "golangci/golangci-lint-action goreleaser/goreleaser-action dtolnay/rust-toolchain swatinem/rust-cache " +
  "actions-rs/toolchain taiki-e/install-action ruby/setup-ruby shivammathur/setup-php pnpm/action-setup " +
  "oven-sh/setup-bun denoland/setup-deno astral-sh/setup-uv astral-sh/ruff-action gradle/actions sigstore/cosign-installer " +
  "aquasecurity/trivy-action anchore/sbom-action snyk/actions sonarsource/sonarqube-scan-action " +
  "slackapi/slack-github-action 8398a7/action-slack dependabot/fetch-metadata dorny/paths-filter dorny/test-reporter " +
  "tj-actions/changed-files step-security/harden-runner ossf/scorecard-action changesets/action " +
  "googleapis/release-please-action release-drafter/release-drafter cypress-io/github-action " +
  "cloudflare/wrangler-action amannn/action-semantic-pull-request nick-fields/retry appleboy/ssh-action " +
  "burnett01/rsync-deployments jamesives/github-pages-deploy-action subosito/flutter-action " +
  "android-actions/setup-android reactivecircus/android-emulator-runner maxim-lobanov/setup-xcode"
).split(" ");

export const typosquatRule: WorkflowRule = (workflow) => {
  return workflow.jobs.flatMap((job) =>
    job.steps.flatMap(({ uses }) => {
      const name = actionName(uses);
      const wellKnownName = name === null ? undefined : wellKnown.find((known) => isLookAlike(name, known));
      if (!uses || name === null || wellKnownName === undefined) return [];
      return {
        kind: "lookalike-action",
        key: name,
        line: uses.line,
        confidence: 7,
        title: `\`${name}\` is one typo away from \`${wellKnownName}\``,
        explanation:
          "It belongs to another account than the well-known action and runs with this job's token and secrets. " +
          `If you mean \`${wellKnownName}\`, correct the name.`,
      };
    }),
  );
};

function isLookAlike(name: string, known: string): boolean {
  if (ownerOf(name) === ownerOf(known) || wellKnown.includes(name)) return false;
  return editDistance(name, known, 1) !== null || hasSwappedLetters(name, known);
}

function ownerOf(name: string): string {
  return name.slice(0, name.indexOf("/"));
}
