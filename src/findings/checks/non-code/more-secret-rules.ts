// Lists further vendors whose tokens have a prefix of their own.
import type { SecretRule } from "./secret-rules.ts";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** A literal at a word's start, then a bounded run, then no more of the same. */
function prefixed(what: string, starts: string, rest: string): SecretRule {
  const literals = starts.split(" ");
  const head = literals.map((one) => one.replace(/\W/g, "\\$&")).join("|");
  return { what, starts: literals, pattern: new RegExp(`(?<![\\w+/-])(?:${head})${rest}(?![\\w+/-])`, "y") };
}

/** A value without a form of its own, told by the name it is given. */
function named(what: string, names: string, value: string): SecretRule {
  const literals = names.split(" ");
  return {
    what,
    starts: literals,
    pattern: new RegExp(`(?:${literals.join("|")})["']?\\s{0,5}[:=]\\s{0,5}["']?(${value})(?!\\w)`, "y"),
  };
}

export const moreSecretRules: readonly SecretRule[] = [
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
  named("Datadog key", "DD_API_KEY DD_APP_KEY DATADOG_API_KEY DATADOG_APP_KEY", "[a-f0-9]{32}(?:[a-f0-9]{8})?"),
  named("Algolia admin key", "ALGOLIA_ADMIN_KEY ALGOLIA_ADMIN_API_KEY", "[a-f0-9]{32}"),
];
