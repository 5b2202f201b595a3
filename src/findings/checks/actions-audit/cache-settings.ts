// Tells whether a step restores a cache, for actions that support caching.
import type { WorkflowStep } from "./workflow.ts";
import { actionName } from "./scripts.ts";

type CacheSetting =
  | { how: "always" }
  /** `unless-off`: on unless the input is false. `if-on`: off unless it is true. `if-named`: on when it is set. */
  | { how: "unless-off" | "if-on" | "if-named"; input: string }
  /** On unless the input is true. */
  | { how: "unless-on"; input: string };

const knownActions: Record<string, CacheSetting> = {
  "actions/cache": { how: "unless-on", input: "lookup-only" },
  "actions/cache/restore": { how: "unless-on", input: "lookup-only" },
  "actions/setup-java": { how: "if-named", input: "cache" },
  "actions/setup-go": { how: "unless-off", input: "cache" },
  "actions/setup-python": { how: "if-named", input: "cache" },
  "actions/setup-dotnet": { how: "if-on", input: "cache" },
  "astral-sh/setup-uv": { how: "unless-off", input: "enable-cache" },
  "swatinem/rust-cache": { how: "unless-on", input: "lookup-only" },
  "ruby/setup-ruby": { how: "if-on", input: "bundler-cache" },
  "pyo3/maturin-action": { how: "if-on", input: "sccache" },
  "mlugg/setup-zig": { how: "unless-off", input: "use-cache" },
  "oven-sh/setup-bun": { how: "unless-on", input: "no-cache" },
  "determinatesystems/magic-nix-cache-action": { how: "unless-off", input: "use-gha-cache" },
  "graalvm/setup-graalvm": { how: "if-named", input: "cache" },
  "gradle/actions/setup-gradle": { how: "unless-on", input: "cache-disabled" },
  "actions-rust-lang/setup-rust-toolchain": { how: "unless-off", input: "cache" },
  "mozilla-actions/sccache-action": { how: "always" },
  "nix-community/cache-nix-action": { how: "always" },
  "jdx/mise-action": { how: "unless-off", input: "cache" },
  "ramsey/composer-install": { how: "unless-on", input: "ignore-cache" },
  "awalsh128/cache-apt-pkgs-action": { how: "always" },
};

export function findCacheSetting(step: WorkflowStep): CacheSetting | null {
  const name = actionName(step.uses);
  if (name === "actions/setup-node") return setupNodeSetting(step);
  if (name === "docker/setup-buildx-action")
    return step.with?.get("version") ? { how: "unless-off", input: "cache-binary" } : null;
  const path = step.uses?.value.replace(/@[^@]*$/, "").toLowerCase() ?? "";
  return knownActions[path] ?? (name === path ? (knownActions[name] ?? null) : null);
}

/** Caches for the named package manager and, since version 5, for npm by default. */
function setupNodeSetting(step: WorkflowStep): CacheSetting {
  const named = step.with?.get("cache")?.text?.value ?? "";
  return named === "" ? { how: "unless-off", input: "package-manager-cache" } : { how: "if-named", input: "cache" };
}

/** `onlyTags`: only tags can start this release, so an input that is off for tags is off. */
export function restoresCache(step: WorkflowStep, setting: CacheSetting, onlyTags: boolean): boolean {
  if (setting.how === "always") return true;
  const value = step.with?.get(setting.input)?.text?.value.trim();
  if (value === undefined || value === "") return setting.how === "unless-off" || setting.how === "unless-on";
  if (setting.how === "if-named" && !value.includes("${{")) return value !== "false";
  const yes = value.includes("${{") ? (onlyTags ? isTrueOnTag(value) : null) : isYes(value);
  // An unknown value may enable the cache.
  if (yes === null) return true;
  return setting.how === "unless-on" ? !yes : yes;
}

function isYes(value: string): boolean {
  return /^(?:true|yes|1|auto|on)$/i.test(value);
}

/** Whether an expression is true for a tag; null if unknown. */
function isTrueOnTag(value: string): boolean | null {
  const bare = value
    .replace(/^\$\{\{|\}\}$/g, "")
    .replace(/[\s()"]/g, "")
    .toLowerCase();
  const no = bare.startsWith("!");
  const rest = bare.replace(/^!/, "");
  if (rest === "true" || rest === "false") return (rest === "true") !== no;
  const parts = rest.split("&&");
  const isTag = (part: string) =>
    ["startswithgithub.ref,'refs/tags/'", "github.ref_type=='tag'", "'tag'==github.ref_type"].includes(part);
  const isPush = (part: string) => ["github.event_name=='push'", "'push'==github.event_name"].includes(part);
  return parts.some(isTag) && parts.every((part) => isTag(part) || isPush(part)) ? !no : null;
}
