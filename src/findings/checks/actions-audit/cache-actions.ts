// Actions that restore a cache, and the input that says so.
import type { Step } from "./read.ts";
import { actionName } from "./scripts.ts";

export type Caching =
  | { how: "always" }
  /** On unless the input says no, off unless it says yes, or on when it names anything. */
  | { how: "unless-off" | "if-on" | "if-named"; input: string }
  /** On unless the input says yes. */
  | { how: "unless-on"; input: string };

const known: Record<string, Caching> = {
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

export function caching(step: Step): Caching | null {
  const name = actionName(step.uses);
  if (name === "actions/setup-node") return ofNode(step);
  if (name === "docker/setup-buildx-action")
    return step.with?.get("version") ? { how: "unless-off", input: "cache-binary" } : null;
  const path = step.uses?.value.replace(/@[^@]*$/, "").toLowerCase() ?? "";
  return known[path] ?? (name === path ? (known[name] ?? null) : null);
}

/** It caches for a manager that is named, and since its fifth version for npm without being asked. */
function ofNode(step: Step): Caching {
  const named = step.with?.get("cache")?.text?.value ?? "";
  return named === "" ? { how: "unless-off", input: "package-manager-cache" } : { how: "if-named", input: "cache" };
}

/** `onlyTags`: all that starts a release here is tied to a tag, so an input that is off for tags is off. */
export function isCaching(step: Step, how: Caching, onlyTags: boolean): boolean {
  if (how.how === "always") return true;
  const value = step.with?.get(how.input)?.text?.value.trim();
  if (value === undefined || value === "") return how.how === "unless-off" || how.how === "unless-on";
  if (how.how === "if-named" && !value.includes("${{")) return value !== "false";
  const yes = value.includes("${{") ? (onlyTags ? onTag(value) : null) : isYes(value);
  // What cannot be told may be on.
  if (yes === null) return true;
  return how.how === "unless-on" ? !yes : yes;
}

function isYes(value: string): boolean {
  return /^(?:true|yes|1|auto|on)$/i.test(value);
}

/** Whether an expression is true for a tag; null where that cannot be told. */
function onTag(value: string): boolean | null {
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
