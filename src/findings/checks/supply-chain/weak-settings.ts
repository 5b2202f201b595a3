// Finds package-manager settings that disable a protection.
import { fileName } from "../../../change/paths.ts";
import { addedLines, removedLines, type FileDiff } from "../../../change/diff.ts";
import { isUnencrypted } from "./dependency.ts";
import type { DependencyProblem } from "./dependency-problem.ts";

interface SettingRule {
  file: RegExp;
  line: RegExp;
  kind: "insecure-transport" | "weakened-install";
  /** The effect of the line, as the middle of a sentence. */
  does: string;
  remedy: string;
  confidence?: number;
  /**
   * A line that the change must remove for this to be a regression; otherwise the setting may only state the default.
   */
  instead?: RegExp;
}

const npmrc = /^\.npmrc$/;
const yarnrc = /^\.yarnrc$/;
const berryrc = /^\.yarnrc\.yml$/;
const pip =
  /^pip\.(?:conf|ini)$|requirements[\w.-]*\.(?:txt|in)$|^uv\.toml$|^pyproject\.toml$|^(?:Docker|Container)file|\.dockerfile$/i;
const workspace = /^pnpm-workspace\.yaml$/;
const docker = /^(?:Docker|Container)file|\.dockerfile$/i;
const interceptionRisk = "An attacker on the network can replace the package.";
const verifyRemedy = `${interceptionRisk} Keep verification on, and configure your certificate authority if you need one.`;

const settingRules: readonly SettingRule[] = [
  {
    file: npmrc,
    line: /^\s*strict-ssl\s*=\s*false\b/i,
    kind: "insecure-transport",
    does: "disables certificate verification for npm",
    remedy: verifyRemedy,
  },
  {
    file: yarnrc,
    line: /^\s*"?strict-ssl"?\s+"?false\b/i,
    kind: "insecure-transport",
    does: "disables certificate verification for Yarn",
    remedy: verifyRemedy,
  },
  {
    file: berryrc,
    line: /^\s*enableStrictSsl:\s*false\b/,
    kind: "insecure-transport",
    does: "disables certificate verification for Yarn",
    remedy: verifyRemedy,
  },
  {
    file: berryrc,
    line: /^\s*unsafeHttpWhitelist:/,
    kind: "insecure-transport",
    does: "allows hosts over plain HTTP",
    remedy: verifyRemedy,
  },
  {
    file: workspace,
    line: /^\s*strictSsl:\s*false\b/,
    kind: "insecure-transport",
    does: "disables certificate verification for pnpm",
    remedy: verifyRemedy,
  },
  {
    file: pip,
    line: /^\s*(?:RUN\b.*\s)?-{0,2}trusted-host[\s=]|\s--trusted-host[\s=]|^\s*allow-insecure-host\s*=/,
    kind: "insecure-transport",
    does: "makes pip trust a host without verifying it",
    remedy: verifyRemedy,
  },
  {
    file: /^composer\.json$/,
    line: /"(?:secure-http"\s*:\s*false|disable-tls"\s*:\s*true)/,
    kind: "insecure-transport",
    does: "lets Composer download packages without encryption",
    remedy: verifyRemedy,
  },
  {
    file: docker,
    line: /\bstrict-ssl\s*[= ]\s*false\b|\bNODE_TLS_REJECT_UNAUTHORIZED[= ]["']?0|\bGIT_SSL_NO_VERIFY[= ]|http\.sslVerify\s+false|\bGONOSUMDB=\*|\bGOFLAGS=\S*-insecure|--allow-unauthenticated\b/,
    kind: "insecure-transport",
    does: "disables verification of what the image installs",
    remedy: verifyRemedy,
  },
  {
    file: npmrc,
    line: /^\s*ignore-scripts\s*=\s*false\b/i,
    kind: "weakened-install",
    does: "lets packages run install scripts",
    remedy: "Keep `ignore-scripts=true`, and run the needed scripts explicitly.",
    instead: /^\s*ignore-scripts\s*=\s*true\b/i,
  },
  {
    file: berryrc,
    line: /^\s*enableScripts:\s*true\b/,
    kind: "weakened-install",
    does: "lets packages run install scripts",
    remedy: "Keep scripts off, and allow single packages by `dependenciesMeta.<name>.built`.",
    instead: /^\s*enableScripts:\s*false\b/,
  },
  {
    file: berryrc,
    line: /^\s*checksumBehavior:\s*["']?(?:ignore|update|reset)\b/,
    kind: "weakened-install",
    does: "accepts packages whose checksum differs from the recorded one",
    remedy: "Keep `throw`, so that a replaced package is detected.",
  },
  {
    file: workspace,
    line: /^\s*dangerouslyAllowAllBuilds:\s*true\b/,
    kind: "weakened-install",
    does: "lets every package run install scripts",
    remedy: "List the packages that need it under `onlyBuiltDependencies` or `allowBuilds`.",
  },
  {
    file: /^package\.json$/,
    line: /"dangerouslyAllowAllBuilds"\s*:\s*true\b/,
    kind: "weakened-install",
    does: "lets every package run install scripts",
    remedy: "List the packages that need it under `onlyBuiltDependencies`.",
  },
  {
    file: /^composer\.json$/,
    line: /"allow-plugins"\s*:\s*true\b/,
    kind: "weakened-install",
    does: "lets every package run code in Composer as a plugin",
    remedy: "List the allowed plugins by name.",
  },
  {
    file: npmrc,
    line: /^\s*always-auth\s*=\s*true\b/i,
    kind: "weakened-install",
    does: "sends the token with every request to the registry",
    remedy: "Remove it: npm sends the token where it is needed.",
    confidence: 4,
  },
  {
    file: pip,
    line: /^\s*index-strategy\s*=\s*["']unsafe-/,
    kind: "weakened-install",
    does: "lets any index provide any package",
    remedy:
      "An attacker can publish a package with a private package's name on a public index. Assign packages to an index in `tool.uv.sources`.",
    confidence: 4,
  },
  {
    file: pip,
    line: /(?:^|\s)-{0,2}extra-index-url[\s=]+["']?https?:/,
    kind: "weakened-install",
    does: "adds an index that can provide any package",
    remedy:
      "If two indexes have the same package, pip installs the higher version. Use one index that mirrors the other, or assign packages to an index.",
    confidence: 4,
  },
];

// Indexes that serve builds of packages under their own names.
const knownIndex =
  /https:\/\/(?:download\.pytorch\.org|pypi\.(?:org|nvidia\.com)|pypi\.python\.org|data\.pyg\.org|storage\.googleapis\.com\/jax-releases)\b/;
const registryLine: readonly [file: RegExp, line: RegExp][] = [
  [npmrc, /^\s*(?:@[\w.-]+:)?registry\s*=\s*["']?(\S+)/i],
  [yarnrc, /^\s*"?(?:@[\w.-]+:)?registry"?\s+"?([^"\s]+)/i],
  [berryrc, /^\s*npmRegistryServer:\s*["']?([^"'\s]+)/],
  [pip, /(?:^|\s)-{0,2}(?:extra-)?index-url[\s=]+["']?([^"'\s]+)/],
  [/^Gemfile$/, /^\s*source\s*\(?\s*["']([^"']+)/],
  [/^composer\.json$/, /"url"\s*:\s*"([^"]+)"/],
  [/^\.cargo\/config(?:\.toml)?$/, /^\s*(?:index|registry)\s*=\s*"([^"]+)"/],
];

/** The file's name, with its folder if the name alone is ambiguous. */
function settingsName(path: string): string {
  return /(?:^|\/)(\.cargo\/config(?:\.toml)?)$/.exec(path)?.[1] ?? fileName(path);
}

export function isSettingsFile(path: string): boolean {
  const name = settingsName(path);
  return [...settingRules.map(({ file }) => file), ...registryLine.map(([file]) => file)].some((file) =>
    file.test(name),
  );
}

export function findWeakSettings(file: FileDiff, path: string): DependencyProblem[] {
  const name = settingsName(path);
  const removed = new Set([...removedLines(file)].map(({ text }) => text.trim()));
  const problems = [...addedLines(file)].flatMap(({ line, text }): DependencyProblem[] => {
    if (text.length > 2000 || removed.has(text.trim()) || /^\s*(?:#|;|\/\/)/.test(text)) return [];
    return [...ruleProblems(name, line, text, removed), ...unencryptedRegistries(name, line, text)];
  });
  return [...problems, ...findScriptsAllowed(file, name)];
}

function ruleProblems(name: string, line: number, text: string, removed: ReadonlySet<string>): DependencyProblem[] {
  return settingRules
    .filter((rule) => rule.file.test(name) && rule.line.test(text) && !knownIndex.test(text))
    .slice(0, 1)
    .map(({ kind, does, remedy, instead, confidence }) => {
      const isStepBack = instead === undefined || [...removed].some((old) => instead.test(old));
      const sure = isStepBack ? confidence : 4;
      const what = { kind, line, text, title: `This ${does}`, explanation: remedy };
      return sure === undefined ? what : { ...what, confidence: sure };
    });
}

function unencryptedRegistries(name: string, line: number, text: string): DependencyProblem[] {
  const url = registryLine.find(([file, pattern]) => file.test(name) && pattern.test(text))?.[1].exec(text)?.[1];
  if (url === undefined || !isUnencrypted(url)) return [];
  return [
    {
      kind: "insecure-transport",
      line,
      text,
      title: "Packages are downloaded over plain HTTP",
      explanation: `${interceptionRisk} Use the https URL.`,
    },
  ];
}

/** The only setting that protects by being present. */
function findScriptsAllowed(file: FileDiff, name: string): DependencyProblem[] {
  if (!npmrc.test(name)) return [];
  const off = /^\s*ignore-scripts\s*=\s*true\b/i;
  if ([...addedLines(file)].some(({ text }) => /^\s*ignore-scripts\s*=/i.test(text))) return [];
  return [...removedLines(file)]
    .filter(({ text }) => off.test(text))
    .map(({ line, text }) => ({
      kind: "weakened-install",
      side: "base",
      line,
      text,
      title: "Packages may run install scripts again",
      explanation:
        "This line disabled all install scripts, and the change removes it. Keep it, and run the needed scripts explicitly.",
    }));
}
