// Runs secretlint's recommended rules on one text, without secretlint's core, which records every rule and file in a
// buffer that is never emptied: a server would leak memory.
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretMatch } from "./find-own-secrets.ts";

type SecretlintRule = (typeof rules)[number];
type SecretlintSource = Parameters<NonNullable<ReturnType<SecretlintRule["create"]>["file"]>>[0];

/** For each rule, the name of what it finds, and literals of which every relevant match contains at least one. */
const presetRules: Record<string, readonly [what: string, literals: string]> = {
  "1password": ["1Password service account token", "ops_"],
  anthropic: ["Anthropic key", "sk-ant-"],
  aws: ["AWS secret access key", "A3T AKIA AGPA AIDA AROA AIPA ANPA ANVA ASIA SECRET secret Secret"],
  basicauth: ["password in a URL", "://"],
  cloudflare: ["Cloudflare token", "cfk_ cfut_ cfat_"],
  "database-connection-string": ["database password", "://"],
  databricks: ["Databricks token", "dapi"],
  docker: ["Docker token", "dckr_pat_"],
  figma: ["Figma token", "figd_"],
  github: ["GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_"],
  gitlab: ["GitLab token", "glpat-"],
  grafana: ["Grafana token", "glc_ glsa_"],
  groq: ["Groq key", "gsk_"],
  "hashicorp-vault": ["Vault token", "hvs. hvb. hvr."],
  huggingface: ["Hugging Face token", "hf_"],
  linear: ["Linear key", "lin_api_"],
  notion: ["Notion token", "ntn_"],
  npm: ["npm token", "npm_ _authToken= :x-oauth-basic@"],
  openai: ["OpenAI key", "T3BlbkFJ"],
  privatekey: ["private key", "PRIVATE"],
  sendgrid: ["SendGrid key", "SG."],
  shopify: ["Shopify token", "shppa_ shpca_ shpat_ shpss_"],
  slack: ["Slack token", "xoxb- xoxp- xapp- xoxa- xoxo- xoxr- ://"],
  stripe: ["Stripe key", "sk_live_ rk_live_"],
  tailscale: ["Tailscale key", "tskey-"],
  vercel: ["Vercel token", "vcp_ vci_ vca_ vcr_ vck_"],
};
// The rule for `secretlint-disable` comments is ignored, because it sees only a part of the file here.
const notObeyed = "filter-comments";
// Account ids and test-mode keys are harmless, and whole-file matches cannot be quoted (our own rule finds the key).
const leftOut = new Set([
  "AWSAccountID",
  "STRIPE_SECRET_KEY_TEST",
  "STRIPE_RESTRICTED_KEY_TEST",
  "PrivateKeyJSON",
  "PrivateKeyP12",
]);
const urlRules = new Set(["basicauth", "database-connection-string"]);

export function findPresetMatches(path: string, text: string): SecretMatch[] {
  const source = {
    filePath: path,
    content: text,
    ext: /\.[^./]+$/.exec(path)?.[0] ?? "",
    contentType: "text",
  } as SecretlintSource;
  const matches: SecretMatch[] = [];
  for (const rule of rules) {
    const name = rule.meta.id.replace("@secretlint/secretlint-rule-", "");
    if (name.includes(notObeyed)) continue;
    // Most texts contain none of them, and searching for a literal is much faster than a rule's patterns.
    if (presetRules[name]?.[1].split(" ").every((literal) => !text.includes(literal))) continue;
    const handlers = rule.create(
      {
        sharedOptions: {},
        createTranslator: () => (messageId, data) => ({ message: "", messageId: String(messageId), data }),
        report({ message, range }) {
          const match = leftOut.has(message.messageId) ? null : toMatch(name, message.data, range[0], text);
          if (match) matches.push(match);
        },
        ignore() {},
      },
      {},
    );
    void handlers.file?.(source);
  }
  return matches;
}

function toMatch(rule: string, data: object | undefined, start: number, text: string): SecretMatch | null {
  const value: unknown = Object.values(data ?? {})[0];
  if (typeof value !== "string") return null;
  const kind = urlRules.has(rule) ? "url" : rule === "privatekey" ? "weak" : "token";
  const at = text.indexOf(value, start);
  return {
    what: presetRules[rule]?.[0] ?? "secret",
    // The first line of a key decides whether it is a placeholder.
    value: rule === "privatekey" ? (/\n([A-Za-z0-9+/=]{38,80})/.exec(value)?.[1] ?? value) : value,
    at: at < 0 ? start : at,
    shown: kind === "token" && /^[A-Za-z]{2,6}[-_.]/.test(value) ? value.slice(0, 4) : "",
    kind,
  };
}
