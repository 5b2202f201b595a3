// Finds shared configuration that automatically installs software or starts a process.
import { readText } from "../../changed-text.ts";
import { parse } from "jsonc-parser";
import type { Code, Tree } from "../../../change/change.ts";
import { addedLines, type FileDiff } from "../../../change/diff.ts";
import type { FindingInput } from "../../build-finding.ts";
import { isTestInputOrForeign } from "./test-material.ts";

export async function findAutoRunHooks(files: readonly FileDiff[], code: Code): Promise<FindingInput[]> {
  const findings = new Map<string, FindingInput>();
  for (const file of files) {
    const path = file.newPath;
    if (path === null || isTestInputOrForeign(path)) continue;
    for (const source of sources) {
      if (!source.path.test(path)) continue;
      const before = new Set(source.commands(await readJson(code.base, file.oldPath)).map(({ slot }) => slot));
      for (const { slot, command } of source.commands(await readJson(code.head, path))) {
        const effect = before.has(slot) ? null : source.judge(command);
        const line = effect === null ? undefined : findCommandLine(file, command);
        // The same command added to ten packages is one decision.
        const key = `${source.kind} ${command}`;
        if (effect !== null && line && !findings.has(key))
          findings.set(key, { kind: source.kind, path, ...line, ...source.describe(effect) });
      }
    }
  }
  return [...findings.values()];
}

interface HookCommand {
  /** Identifies the command at base and head: usually its text, for a named script the name. */
  slot: string;
  command: string;
}

interface HookSource {
  kind: string;
  path: RegExp;
  commands(json: unknown): HookCommand[];
  /** What the command does unexpectedly; null if it is harmless. */
  judge(command: string): string | null;
  describe(effect: string): { title: string; explanation: string };
}

const devcontainer = /(?:^|\/)\.?devcontainer\.json$/;
const insideContainer = [
  "onCreateCommand",
  "updateContentCommand",
  "postCreateCommand",
  "postStartCommand",
  "postAttachCommand",
];
const toHookCommand = (command: string): HookCommand => ({ slot: command, command });

const sources: readonly HookSource[] = [
  {
    kind: "auto-run-hook",
    path: /(?:^|\/)(?:\.(?:claude|gemini|qwen)\/settings|\.(?:cursor|codex)\/hooks|hooks\/hooks)\.json$/,
    commands: (json) => stringsUnder(getMember(json, "hooks"), "command").map(toHookCommand),
    judge: (command) => installs(command) ?? fetchesToRun(command) ?? startsDaemon(command) ?? startsService(command),
    describe: (effect) => hookTexts("This agent hook", effect),
  },
  {
    kind: "auto-run-hook",
    path: /(?:^|\/)\.vscode\/tasks\.json$/,
    commands: (json) => asList(getMember(json, "tasks")).filter(runsOnOpening).flatMap(taskCommand).map(toHookCommand),
    judge: (command) => installs(command) ?? startsDaemon(command) ?? startsService(command),
    describe: (effect) => hookTexts("This task runs whenever the folder is opened and", effect),
  },
  {
    kind: "auto-run-hook",
    path: devcontainer,
    commands: (json) => insideContainer.flatMap((name) => collectStrings(getMember(json, name))).map(toHookCommand),
    // Installing the project's own dependencies is what these commands are for.
    judge: (command) =>
      pipedToShell.test(command) ? "runs a script directly from the network" : startsDaemon(command),
    describe: (effect) => hookTexts("This container command", effect),
  },
  {
    kind: "auto-run-hook",
    path: devcontainer,
    commands: (json) => collectStrings(getMember(json, "initializeCommand")).map(toHookCommand),
    judge: (command) => installs(command) ?? startsDaemon(command),
    describe: (effect) => hookTexts("This command runs outside the container and", effect),
  },
  {
    kind: "install-script",
    path: /^(?!.*(?:^|\/)(?:templates?|examples?)\/)(?:.*\/)?package\.json$/,
    commands: (json) =>
      ["preinstall", "install", "postinstall"].flatMap((name) =>
        collectStrings(getMember(getMember(json, "scripts"), name)).map((command) => ({ slot: name, command })),
      ),
    judge: (command) => (isUsualInstallStep(command) ? null : "runs a command"),
    describe: () => ({
      title: "This package now runs a command whenever it is installed",
      explanation:
        "It runs on every developer's and user's machine and in CI, before anyone has reviewed it. Make it " +
        "a script that people start themselves, or explain in the pull request why it must be automatic.",
    }),
  },
];

function hookTexts(subject: string, effect: string): { title: string; explanation: string } {
  return {
    title: `${subject} ${effect} on every machine that opens this repository`,
    explanation:
      "Everyone who pulls this change runs it automatically, with the latest version at that time. Move " +
      "it to a script that people start themselves, or pin what it downloads.",
  };
}

const installers = [
  /\b(?:npm|pnpm|bun)\s+(?:i|ci|install|add)\b/,
  /\byarn\s+(?:install|add|global\s+add)\b/,
  /\b(?:uv\s+)?pip3?\s+install\b|\b(?:pipx|poetry|uv\s+tool)\s+install\b/,
  /\b(?:cargo|go|gem|bundle|brew)\s+install\b|\bapt(?:-get)?\s+(?:-y\s+)?install\b/,
];
const pipedToShell = /\b(?:curl|wget)\b[^|;&]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/;

function installs(command: string): string | null {
  return pipedToShell.test(command) || installers.some((one) => one.test(command)) ? "installs software" : null;
}

const daemonCommand = [/(?:^|\s)--daemon(?:ize)?\b/, /\b(?:nohup|setsid|disown)\b/, /\bpm2\s+start\b/, /[^&>]&\s*$/];

function startsDaemon(command: string): string | null {
  return daemonCommand.some((one) => one.test(command)) ? "starts a process that keeps running" : null;
}

const serviceCommand = [
  /\bdocker(?:-compose| compose)?\s(?:[\w./-]{1,60}\s){0,6}(?:up|run)\s(?:[\w./=-]{1,60}\s){0,6}(?:-d|--detach)(?=\s|$)/,
  /\b(?:systemctl|launchctl|brew services)\s(?:--user\s)?(?:start|enable|load|bootstrap)\b/,
  /\bscreen\s+-dm|\btmux\s+new(?:-session)?\s(?:[\w-]{1,30}\s){0,4}-d\b|\bStart-Process\b/,
  /(?<=\s)guard(?:\s+(?:start|run|serve|watch))?\s*$/,
];

function startsService(command: string): string | null {
  return serviceCommand.some((one) => one.test(command)) ? "starts a process that keeps running" : null;
}

/** A runner that fetches the newest version; a version after the name is a deliberate choice. */
const unpinnedRunner =
  /\b(?:npx\s+(?:-y|--yes)|bunx|uvx|pipx\s+run|(?:pnpm|yarn)\s+dlx)\s+(?:--\S{1,40}\s+){0,3}(?!\S{1,100}(?:@|==)v?\d)[@\w]/;

function fetchesToRun(command: string): string | null {
  return unpinnedRunner.test(command) ? "fetches and runs the newest version of a package" : null;
}

// Common steps that affect nothing outside the checkout.
const usualSteps = new Set(
  (
    "patch-package husky lefthook simple-git-hooks is-ci only-allow nuxi nuxt svelte-kit prisma electron-builder " +
    "electron-rebuild ngcc wxt fumadocs-mdx opencollective opencollective-postinstall echo true exit " +
    "npm-force-resolutions check-node-version node-gyp node-gyp-build prebuild-install node-pre-gyp playwright astro " +
    "expo pod-install preconstruct manypkg panda velite contentlayer contentlayer2 msw lerna turbo nx"
  ).split(" "),
);

function isUsualInstallStep(script: string): boolean {
  return script.split(/&&|\|\||;/).every((step) => {
    const words = step.trim().split(/\s+/);
    while (/^(?:npx|pnpm|yarn|npm|exec|run|-y|--yes)$/.test(words[0] ?? "")) words.shift();
    return usualSteps.has(words[0] ?? "");
  });
}

function runsOnOpening(task: unknown): boolean {
  return getMember(getMember(task, "runOptions"), "runOn") === "folderOpen";
}

function taskCommand(task: unknown): string[] {
  const command = getMember(task, "command");
  return typeof command === "string" ? [[command, ...collectStrings(getMember(task, "args"))].join(" ")] : [];
}

/** The added line that contains the command, whole or by its beginning. */
function findCommandLine(file: FileDiff, command: string): { line: number; text: string } | undefined {
  const written = JSON.stringify(command).slice(1, -1);
  const added = [...addedLines(file)];
  return (
    added.find(({ text }) => text.includes(written)) ??
    added.find(({ text }) => text.includes(`"${written.split(" ")[0]}`))
  );
}

async function readJson(tree: Tree, path: string | null): Promise<unknown> {
  const text = path === null ? null : await readText(tree, path);
  return text === null ? undefined : parse(text, [], { allowTrailingComma: true });
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Collects the strings of a string, list or map. */
function collectStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectStrings) : [];
}

function stringsUnder(value: unknown, name: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === name && typeof inner === "string" ? [inner] : stringsUnder(inner, name),
  );
}
