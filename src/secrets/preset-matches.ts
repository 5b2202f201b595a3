// Runs secretlint's recommended rules on one text, without secretlint's core: that records a mark for every rule and file
// in a buffer that is never emptied, so a server would leak memory.
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretMatch } from "./find-secrets.ts";

type SecretlintRule = (typeof rules)[number];
type SecretlintSource = Parameters<NonNullable<ReturnType<SecretlintRule["create"]>["file"]>>[0];

const presetNames: Record<string, string> = {
  "1password": "1Password service account token",
  anthropic: "Anthropic key",
  aws: "AWS secret access key",
  basicauth: "password in a URL",
  cloudflare: "Cloudflare token",
  "database-connection-string": "database password",
  databricks: "Databricks token",
  docker: "Docker token",
  figma: "Figma token",
  github: "GitHub token",
  gitlab: "GitLab token",
  grafana: "Grafana token",
  groq: "Groq key",
  "hashicorp-vault": "Vault token",
  huggingface: "Hugging Face token",
  linear: "Linear key",
  notion: "Notion token",
  npm: "npm token",
  openai: "OpenAI key",
  privatekey: "private key",
  sendgrid: "SendGrid key",
  shopify: "Shopify token",
  slack: "Slack token",
  stripe: "Stripe key",
  tailscale: "Tailscale key",
  vercel: "Vercel token",
};
// The rule that reads `secretlint-disable` comments sees only a part of the file here, and is not obeyed.
const notObeyed = "filter-comments";
// An account id opens nothing, a test-mode key moves no money, and a whole file is no quote (our rule finds its key).
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
    what: presetNames[rule] ?? "secret",
    // A key's first line decides whether it is a stand-in.
    value: rule === "privatekey" ? (/\n([A-Za-z0-9+/=]{38,80})/.exec(value)?.[1] ?? value) : value,
    at: at < 0 ? start : at,
    shown: kind === "token" && /^[A-Za-z]{2,6}[-_.]/.test(value) ? value.slice(0, 4) : "",
    kind,
  };
}
