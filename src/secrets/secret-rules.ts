// Lists the patterns of secrets that secretlint's preset does not have. Each rule starts at a literal, so that one search
// for all literals finds every candidate; each pattern is sticky and bounded, so that a candidate costs little.
import { privateKeyBegin, privateKeyGap } from "./private-key.ts";

export interface SecretRule {
  /** The common name of this kind of secret. */
  what: string;
  /** The literals that a match starts with. */
  starts: readonly string[];
  /** Tried at each literal. Group 1 is the secret if it is not the whole match. */
  pattern: RegExp;
  /** How the value is judged, if its form alone does not tell. */
  kind?: "weak" | "named" | "key";
}

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** A rule for a token with its own prefix, at the start of a word. */
function prefixed(what: string, starts: string, rest: string): SecretRule {
  const literals = starts.split(" ");
  const head = literals.map((one) => one.replace(/\W/g, "\\$&")).join("|");
  return { what, starts: literals, pattern: new RegExp(`(?<![\\w+/-])(?:${head})${rest}(?![\\w+/-])`, "y") };
}

/** A rule for a value that is identified only by the name of its variable. */
function namedValue(what: string, names: string, value: string): SecretRule {
  const literals = names.split(" ");
  return {
    what,
    starts: literals,
    pattern: new RegExp(`(?:${literals.join("|")})["']?\\s{0,5}[:=]\\s{0,5}["']?(${value})(?!\\w)`, "y"),
  };
}

export const secretRules: readonly SecretRule[] = [
  {
    what: "AWS access key id",
    starts: ["AKIA", "ASIA"],
    pattern: /(?<![A-Za-z0-9+/])A[KS]IA[A-Z2-7]{16}(?![A-Za-z0-9+/=])/y,
  },
  { what: "Google API key", starts: ["AIza"], pattern: /(?<![A-Za-z0-9])AIza[\w-]{35}(?![\w-])/y },
  { what: "Google OAuth client secret", starts: ["GOCSPX-"], pattern: /GOCSPX-[\w-]{28}(?![\w-])/y },
  { what: "PyPI token", starts: ["pypi-AgE"], pattern: /pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[\w-]{50,250}/y },
  {
    what: "DigitalOcean token",
    starts: ["dop_v1_", "doo_v1_", "dor_v1_"],
    pattern: /do[opr]_v1_[a-f0-9]{64}(?![a-f0-9])/y,
  },
  {
    what: "Twilio auth token",
    starts: ["twilio", "TWILIO", "Twilio"],
    pattern: /twilio[\w.-]{0,20}(?:token|secret)["']?\s{0,5}[:=]\s{0,5}["']?([0-9a-f]{32})(?![0-9a-f])/iy,
  },
  { what: "Mailgun key", starts: ["key-"], pattern: /(?<![\w-])key-[0-9a-f]{32}(?![\w-])/y },
  { what: "Telegram bot token", starts: [":AA"], pattern: /(?<=(?<!\d)\d{8,10}):AA[\w-]{33}(?![\w-])/y },
  {
    what: "Discord webhook",
    starts: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/([\w-]{60,72})/y,
  },
  {
    what: "Discord bot token",
    starts: ["discord", "DISCORD", "Discord"],
    pattern: /discord[\w.-]{0,20}token["']?\s{0,5}[:=]\s{0,5}["']?([MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38})/iy,
  },
  {
    what: "Teams webhook",
    starts: ["webhook.office.com/webhookb2/"],
    pattern: /webhook\.office\.com\/webhookb2\/([\w-]{36}@[\w-]{36}\/IncomingWebhook\/[0-9a-f]{32})/y,
  },
  {
    what: "JSON web token",
    starts: ["eyJ"],
    pattern: /(?<![\w.-])eyJ[\w-]{10,500}\.eyJ[\w-]{10,2000}\.[\w-]{20,700}(?![\w.-])/y,
    kind: "weak",
  },
  { what: "Azure storage key", starts: ["AccountKey="], pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/y },
  {
    what: "Azure client secret",
    starts: ["8Q~"],
    pattern: /(?<=(?<![\w~.-])[\w~.-]{3,4})8Q~[\w~.-]{31,34}(?![\w~.-])/y,
  },
  { what: "Atlassian token", starts: ["ATATT3x", "ATCTT3x"], pattern: /AT[AC]TT3x[\w=-]{100,250}/y },
  { what: "age secret key", starts: ["AGE-SECRET-KEY-1"], pattern: /AGE-SECRET-KEY-1[0-9A-Z]{58}(?![0-9A-Z])/y },
  {
    what: "Supabase key",
    starts: ["sbp_", "sb_secret_"],
    pattern: /(?:(?<!\w)sbp_[0-9a-f]{40}|sb_secret_[\w-]{31,41})(?![\w-])/y,
  },
  { what: "PlanetScale token", starts: ["pscale_"], pattern: /pscale_(?:tkn|pw|oauth)_[\w.-]{32,64}/y },
  {
    what: "Doppler token",
    starts: ["dp."],
    pattern: /(?<![\w.])dp\.(?:pt|ct|sa|scim|audit|st(?:\.[\w-]{2,35})?)\.[A-Za-z0-9]{40,44}(?![\w.])/y,
  },
  {
    what: "1Password secret key",
    starts: ["A3-"],
    pattern: /(?<![\w-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![\w-])/y,
  },
  {
    what: "GitLab token",
    starts: ["gldt-", "glrt-", "glptt-", "glsoat-", "glcbt-", "glagent-"],
    pattern: /(?<![\w-])gl(?:dt|rt|ptt|soat|cbt|agent)-[\w-]{20,64}(?![\w-])/y,
  },
  { what: "webhook signing secret", starts: ["whsec_"], pattern: /(?<!\w)whsec_[A-Za-z0-9+/]{32,64}={0,2}(?![\w+/])/y },
  { what: "Square token", starts: ["sq0csp-", "sq0atp-"], pattern: /sq0(?:csp|atp)-[\w-]{22,43}(?![\w-])/y },
  { what: "Mapbox secret token", starts: ["sk.eyJ"], pattern: /(?<![\w.])sk\.eyJ[\w-]{20,200}\.[\w-]{22}(?![\w.-])/y },
  {
    what: "Sentry token",
    starts: ["sntrys_eyJ", "sntryu_"],
    pattern: /(?:sntrys_eyJ[\w+/=-]{40,400}|sntryu_[a-f0-9]{64})/y,
  },
  {
    what: "Terraform Cloud token",
    starts: [".atlasv1."],
    pattern: /(?<=(?<!\w)\w{14})\.atlasv1\.[\w-]{60,70}(?![\w-])/y,
  },
  { what: "Heroku key", starts: ["HRKU-AA"], pattern: /HRKU-AA[\w-]{58}(?![\w-])/y },
  { what: "New Relic key", starts: ["NRAK-"], pattern: /NRAK-[A-Z0-9]{27}(?![A-Z0-9])/y },
  { what: "RubyGems key", starts: ["rubygems_"], pattern: /rubygems_[a-f0-9]{48}(?![a-f0-9])/y },
  { what: "Pulumi token", starts: ["pul-"], pattern: /(?<![\w-])pul-[a-f0-9]{40}(?![a-f0-9])/y },
  { what: "OpenRouter key", starts: ["sk-or-v1-"], pattern: /sk-or-v1-[0-9a-f]{64}(?![0-9a-f])/y },
  { what: "crates.io token", starts: ["cio"], pattern: /(?<![A-Za-z0-9])cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/y },
  { what: "Airtable token", starts: ["pat"], pattern: /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[a-f0-9]{64}(?![a-f0-9])/y },
  {
    // Only the beginning: a diff often shows no more of a key, and source code splits it into quoted pieces.
    what: "private key",
    starts: ["-----BEGIN ", "---- BEGIN SSH2"],
    pattern: new RegExp(`${privateKeyBegin}${privateKeyGap}([A-Za-z0-9+/=]{38,80})`, "y"),
    kind: "key",
  },
  {
    what: "private key",
    starts: ["Private-Lines: "],
    pattern: new RegExp(`Private-Lines: \\d{1,3}${privateKeyGap}([A-Za-z0-9+/=]{38,80})`, "y"),
    kind: "key",
  },
  prefixed("Adafruit key", "aio_", "[A-Za-z0-9]{28}"),
  prefixed("Alibaba Cloud key id", "LTAI5t", "[A-Za-z0-9]{18}"),
  prefixed("Apify token", "apify_api_", "[A-Za-z0-9]{36}"),
  prefixed("Axiom token", "xaat- xapt-", uuid),
  prefixed("Bitbucket app password", "ATBB", "[A-Za-z0-9]{24}[A-F0-9]{8}"),
  prefixed("Brevo key", "xkeysib-", "[a-f0-9]{64}-[A-Za-z0-9]{16}"),
  prefixed("Buildkite token", "bkua_", "[a-f0-9]{40}"),
  prefixed("Cerebras key", "csk-", "[a-z0-9]{48}"),
  prefixed("CircleCI token", "CCIPAT_", "[A-Za-z0-9]{22}_[a-f0-9]{40}"),
  prefixed("Cloudflare origin key", "v1.0-", "[a-f0-9]{24}-[a-f0-9]{146}"),
  prefixed("Contentful token", "CFPAT-", "[\\w-]{43}"),
  prefixed("DeepSeek key", "sk-", "[a-f0-9]{32}"),
  prefixed("Duffel key", "duffel_live_", "[\\w-]{43}"),
  prefixed("Dynatrace token", "dt0c01.", "[A-Z0-9]{24}\\.[A-Z0-9]{64}"),
  prefixed("E2B key", "e2b_", "[a-f0-9]{40}"),
  prefixed("EasyPost key", "EZAK", "[A-Za-z0-9]{54}"),
  prefixed("ElevenLabs key", "sk_", "[a-f0-9]{48}"),
  prefixed("Firecrawl key", "fc-", "[a-f0-9]{32}"),
  prefixed("Flutterwave key", "FLWSECK-", "[a-f0-9]{32}-X"),
  prefixed("Fly.io token", "fm2_", "[A-Za-z0-9+/]{80,600}={0,2}"),
  prefixed("Frame.io token", "fio-u-", "[\\w-]{64}"),
  prefixed("Google OAuth token", "ya29.", "[\\w-]{60,300}"),
  prefixed("Honeycomb key", "hcaik_ hcxik_", "[a-z0-9]{58}"),
  prefixed("HubSpot token", "pat-na1- pat-na2- pat-eu1-", uuid),
  prefixed("Infracost key", "ico-", "[A-Za-z0-9]{32}"),
  prefixed("JFrog key", "AKCp", "[0-9][A-Za-z0-9]{60,75}"),
  prefixed("Langfuse key", "sk-lf-", uuid),
  prefixed("LangSmith key", "lsv2_pt_ lsv2_sk_", "[a-f0-9]{32}_[a-f0-9]{10}"),
  prefixed("Neon key", "napi_", "[a-z0-9]{64}"),
  prefixed("Netlify token", "nfp_", "[A-Za-z0-9]{36}"),
  prefixed("NuGet key", "oy2", "[a-z0-9]{43}"),
  prefixed("Perplexity key", "pplx-", "[A-Za-z0-9]{48}"),
  prefixed("Pinecone key", "pcsk_", "[A-Za-z0-9]{4,8}_[A-Za-z0-9]{60,70}"),
  prefixed("PostHog personal key", "phx_", "[A-Za-z0-9]{40,50}"),
  prefixed("Postman key", "PMAK-", "[a-f0-9]{24}-[a-f0-9]{34}"),
  prefixed("Prefect key", "pnu_ pnb_", "[A-Za-z0-9]{36}"),
  prefixed("ReadMe key", "rdme_", "[a-z0-9]{70}"),
  prefixed("Render key", "rnd_", "[A-Za-z0-9]{32}"),
  prefixed("Replicate token", "r8_", "[A-Za-z0-9]{37}"),
  prefixed("Resend key", "re_", "[A-Za-z0-9]{8}_[A-Za-z0-9]{24}"),
  prefixed("SendGrid key", "SG.", "[\\w-]{22}\\.[\\w-]{43}"),
  prefixed("Shippo token", "shippo_live_", "[a-f0-9]{40}"),
  prefixed("SonarQube token", "sqp_ squ_ sqa_", "[a-f0-9]{40}"),
  prefixed("Sourcegraph token", "sgp_", "(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}"),
  prefixed("Tavily key", "tvly-", "(?:dev-|prod-)?[A-Za-z0-9]{32}"),
  prefixed("Trello token", "ATTA", "[a-f0-9]{64,76}"),
  prefixed("xAI key", "xai-", "[A-Za-z0-9]{70,90}"),
  prefixed("Xendit key", "xnd_production_", "[A-Za-z0-9]{48,70}"),
  prefixed("Yandex Cloud key", "AQVN", "[\\w-]{35,38}"),
  namedValue("Datadog key", "DD_API_KEY DD_APP_KEY DATADOG_API_KEY DATADOG_APP_KEY", "[a-f0-9]{32}(?:[a-f0-9]{8})?"),
  namedValue("Algolia admin key", "ALGOLIA_ADMIN_KEY ALGOLIA_ADMIN_API_KEY", "[a-f0-9]{32}"),
];
