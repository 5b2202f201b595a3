// Finds the scripts that a step runs, in `run` and in script inputs of known actions.
import type { WorkflowStep, YamlText } from "./workflow.ts";

/** Inputs that are executed, by action name in lower case. */
const scriptInputs: Record<string, readonly string[]> = {
  "actions/github-script": ["script"],
  "amadevus/pwsh-script": ["script"],
  "jannekem/run-python-script-action": ["script"],
  "cardinalby/js-eval-action": ["expression"],
  "addnab/docker-run-action": ["run", "options"],
  "azure/powershell": ["inlinescript"],
  "azure/cli": ["inlinescript"],
  "appleboy/ssh-action": ["script"],
  "nick-fields/retry": ["command", "on_retry_command", "new_command_on_retry"],
  "nick-invision/retry": ["command"],
  "wandalen/wretry.action": ["command"],
  "mikefarah/yq": ["cmd"],
  "sergeysova/jq-action": ["cmd"],
  "vmactions/freebsd-vm": ["run", "prepare"],
  "uraimo/run-on-arch-action": ["run", "install", "setup"],
  "devcontainers/ci": ["runcmd"],
  "reactivecircus/android-emulator-runner": ["script"],
  "cypress-io/github-action": ["command", "install-command", "build", "start"],
  "bahmutov/npm-install": ["install-command"],
  "cloudflare/wrangler-action": ["precommands", "postcommands"],
  "expo/expo-github-action": ["command"],
  "changesets/action": ["version", "publish"],
  "magefile/mage-action": ["args"],
  "maierj/fastlane-action": ["lane", "options"],
  "paambaati/codeclimate-action": ["coveragecommand"],
  "preactjs/compressed-size-action": ["build-script", "clean-script"],
};

/** `./` is relative to the workspace, `$/` to the commit. */
export function isLocalAction(uses: string): boolean {
  return uses.startsWith("./") || uses.startsWith("$/");
}

/** `owner/name` of an action in lower case, without its path and ref; null for local and Docker ones. */
export function actionName(uses: YamlText | null): string | null {
  const match = uses && /^([\w.-]{1,100}\/[\w.-]{1,100})(?:[/@]|$)/.exec(uses.value);
  return match && !uses.value.startsWith(".") ? (match[1] ?? "").toLowerCase() : null;
}

export function scriptsOf(step: WorkflowStep): YamlText[] {
  const inputs = scriptInputs[actionName(step.uses) ?? ""] ?? [];
  const scripts = (step.with?.entries ?? []).flatMap(({ key, value }) =>
    inputs.includes(key.toLowerCase()) && value.text ? value.text : [],
  );
  return step.run ? [step.run, ...scripts] : scripts;
}

// Commands that run code from the working folder: scripts, build files and tool configs.
const localCodeCommand =
  /(?:^|[\s;&|(`'"])(?:\.{1,2}\/[\w@%+=:,./-]+|(?:npm|pnpm|yarn|bun)(?!\s+(?:-v|--version|config|view|info|pack\s+--dry))|npx|make|cmake|ninja|cargo|go\s+(?:run|build|test|generate|vet|install)|pip3?\s+install|poetry|uv\s+(?:run|sync|pip)|tox|nox|pytest|python3?\s+[\w./-]+\.py|python3?\s+-m\s+\w+|node\s+[\w./-]+\.[cm]?js|deno\s+(?:run|task|test)|tsx|ts-node|(?:ba|z)?sh\s+[\w./-]+\.sh|mvnw?|gradlew?|bundle|rake|ruby\s+[\w./-]+\.rb|composer|php\s+[\w./-]+|dotnet|docker\s+(?:build|compose|buildx)|docker-compose|terraform|tofu|helm|pre-commit|eslint|prettier|mkdocs|hugo|jekyll|xcodebuild|swift|flutter|bazel|nix|just|task|earthly)(?=$|[\s;&|)`'"])/m;

export function runsLocalCode(step: WorkflowStep): boolean {
  if (step.uses?.value.startsWith("./")) return true;
  return step.run !== null && localCodeCommand.test(withoutComments(step.run.value));
}

export function withoutComments(script: string): string {
  return script.replace(/^\s*#[^\n]*$/gm, "");
}
