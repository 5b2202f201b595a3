// Tests secret detection with synthetic tokens from a seeded generator, so that the repository holds none.
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { alphabets, drawing, type Draw } from "../../../../test/support/made-secrets.ts";
import { secretsInFile } from "./secrets-in-file.ts";

const { digits, hex, small, large, base32, letters, word } = alphabets;

function withChecksum(prefix: string, body: string): string {
  let left = crc32(body);
  let sum = "";
  for (; left > 0; left = Math.floor(left / 62)) sum = word.charAt(left % 62) + sum;
  return `${prefix}_${body}${sum.padStart(6, "0")}`;
}

const uuid = (draw: Draw) => [8, 4, 4, 4, 12].map((length) => draw(length, hex)).join("-");
const openAiMark = ["T3Blbk", "FJ"].join("");

/** `prefix`, then runs such as `36w` (length and alphabet); anything in between is literal. */
const byLetter: Record<string, string> = { h: hex, d: digits, s: small, L: large, B: base32, a: letters, w: word };
function shaped(draw: Draw, prefix: string, shape: string): string {
  return (
    prefix + shape.replace(/(\d+)([hdsLBaw])/g, (_, length: string, kind: string) => draw(+length, byLetter[kind]!))
  );
}

const byShape: readonly [vendor: string, prefix: string, shape: string][] = [
  ["Adafruit", "aio_", "28w"],
  ["Airtable", "pat", "14w.64h"],
  ["Algolia", "ALGOLIA_ADMIN_KEY=", "32h"],
  ["Alibaba", "LTAI5t", "18w"],
  ["Apify", "apify_api_", "36w"],
  ["Atlassian", "ATATT3x", "170w=8L"],
  ["AWS", "AKIA", "16B"],
  ["Azure", "AccountKey=", "86w=="],
  ["Bitbucket", "ATBB", "24w8d"],
  ["Brevo", "xkeysib-", "64h-16w"],
  ["Buildkite", "bkua_", "40h"],
  ["Cerebras", "csk-", "48s"],
  ["CircleCI", "CCIPAT_", "22w_40h"],
  ["Cloudflare", "v1.0-", "24h-146h"],
  ["Contentful", "CFPAT-", "43w"],
  ["crates.io", "cio", "32w"],
  ["Databricks", "dapi", "32h"],
  ["Datadog", "DD_API_KEY=", "32h"],
  ["DeepSeek", "sk-", "32h"],
  ["DigitalOcean", "dop_v1_", "64h"],
  ["Discord", "https://discord.com/api/webhooks/", "18d/68w"],
  ["Docker", "dckr_pat_", "27w"],
  ["Doppler", "dp.pt.", "43w"],
  ["Duffel", "duffel_live_", "43w"],
  ["Dynatrace", "dt0c01.", "24L.64L"],
  ["E2B", "e2b_", "40h"],
  ["EasyPost", "EZAK", "54w"],
  ["ElevenLabs", "sk_", "48h"],
  ["Figma", "figd_", "40w"],
  ["Firecrawl", "fc-", "32h"],
  ["Flutterwave", "FLWSECK-", "32h-X"],
  ["Fly.io", "fm2_", "120w"],
  ["Frame.io", "fio-u-", "64w"],
  ["GitLab", "glpat-", "20w"],
  ["Google", "AIza", "35w"],
  ["Google OAuth", "GOCSPX-", "28w"],
  ["Grafana", "glsa_", "32w_8h"],
  ["Groq", "gsk_", "52w"],
  ["Heroku", "HRKU-AA", "58w"],
  ["Honeycomb", "hcaik_", "58s"],
  ["Hugging Face", "hf_", "34a"],
  ["Infracost", "ico-", "32w"],
  ["JFrog", "AKCp", "1d60w"],
  ["LangSmith", "lsv2_pt_", "32h_10h"],
  ["Linear", "lin_api_", "40w"],
  ["Mailgun", "key-", "32h"],
  ["Neon", "napi_", "64s"],
  ["Netlify", "nfp_", "36w"],
  ["New Relic", "NRAK-", "27L"],
  ["Notion", "ntn_", "11d35w"],
  ["NuGet", "oy2", "43s"],
  ["OpenRouter", "sk-or-v1-", "64h"],
  ["Perplexity", "pplx-", "48w"],
  ["Pinecone", "pcsk_", "6w_63w"],
  ["PlanetScale", "pscale_tkn_", "43w"],
  ["PostHog", "phx_", "43w"],
  ["Postman", "PMAK-", "24h-34h"],
  ["Prefect", "pnu_", "36w"],
  ["Pulumi", "pul-", "40h"],
  ["PyPI", ["pypi-AgE", "IcHlwaS5vcmc"].join(""), "120w"],
  ["ReadMe", "rdme_", "70s"],
  ["Render", "rnd_", "32w"],
  ["Replicate", "r8_", "37w"],
  ["Resend", "re_", "8w_24w"],
  ["RubyGems", "rubygems_", "48h"],
  ["SendGrid", "SG.", "22w.43w"],
  ["Sentry", "sntryu_", "64h"],
  ["Shippo", "shippo_live_", "40h"],
  ["Shopify", "shpat_", "32h"],
  ["Slack", "xoxb-", "12d-12d-24w"],
  ["SonarQube", "sqp_", "40h"],
  ["Sourcegraph", "sgp_", "40h"],
  ["Square", "sq0csp-", "43w"],
  ["Stripe", "sk_live_", "24w"],
  ["Supabase", "sbp_", "40h"],
  ["Tailscale", "tskey-auth-", "12w-32w"],
  ["Tavily", "tvly-", "32w"],
  ["Telegram", "", "9d:AA33w"],
  ["Terraform Cloud", "", "14w.atlasv1.67w"],
  ["Trello", "ATTA", "72h"],
  ["Twilio", "TWILIO_AUTH_TOKEN=", "32h"],
  ["Vault", "hvs.", "95w"],
  ["Vercel", "vcp_", "24w"],
  ["xAI", "xai-", "80w"],
  ["Xendit", "xnd_production_", "64w"],
  ["Yandex", "AQVN", "36w"],
];
type Maker = readonly [vendor: string, make: (draw: Draw) => string];
const byHand: readonly Maker[] = [
  ["GitHub", (draw) => withChecksum("ghp", draw(30, word))],
  ["npm", (draw) => withChecksum("npm", draw(30, word))],
  ["Anthropic", (draw) => `${["sk", "ant", "api03"].join("-")}-${draw(93, word)}AA`],
  ["OpenAI", (draw) => `sk-${draw(20, word)}${openAiMark}${draw(20, word)}`],
  ["HubSpot", (draw) => `pat-na1-${uuid(draw)}`],
  ["Langfuse", (draw) => `sk-lf-${uuid(draw)}`],
  ["Axiom", (draw) => `xaat-${uuid(draw)}`],
  ["age", (draw) => `AGE-SECRET-KEY-1${draw(58, large)}`],
  ["1Password", (draw) => ["A3", ...[6, 6, 5, 5, 5, 5].map((length) => draw(length, large))].join("-")],
];
const vendors: readonly Maker[] = [
  ...byShape.map(([vendor, prefix, shape]): Maker => [vendor, (draw) => shaped(draw, prefix, shape)]),
  ...byHand,
];

const places: readonly [path: string, line: (token: string) => string][] = [
  ["src/client.ts", (token) => `export const client = connect("${token}");`],
  ["config/app.yml", (token) => `  credential: ${token}`],
  ["docs/setup.md", (token) => `Set it up with \`${token}\` and go on.`],
  ["db/notes.sql", (token) => `INSERT INTO settings VALUES ('credential', '${token}');`],
  [".env.example", (token) => `CREDENTIAL=${token}`],
];

describe("a corpus of tokens", () => {
  test("has more than sixty vendors, each once", () => {
    expect(new Set(vendors.map(([vendor]) => vendor)).size).toBe(vendors.length);
    expect(vendors.length).toBeGreaterThanOrEqual(60);
  });

  test.each(places)("nine in ten or more are found in %s", (path, line) => {
    const seeds = [1, 2, 3, 4, 5];
    const missed = vendors.flatMap(([vendor, make], index) =>
      seeds
        .filter((seed) => secretsInFile(path, line(make(drawing(seed * 1000 + index)))).length === 0)
        .map(() => vendor),
    );
    const share = 1 - missed.length / (vendors.length * seeds.length);
    expect(share, `missed: ${[...new Set(missed)].join(", ")}`).toBeGreaterThanOrEqual(0.9);
    // No vendor may be missed entirely: good results for others do not make up for it.
    const wholly = vendors.filter(([vendor]) => missed.filter((one) => one === vendor).length === seeds.length);
    expect(wholly.map(([vendor]) => vendor)).toEqual([]);
  });

  test("tokens in tests are live only if their checksum is valid", () => {
    const live = vendors.filter(([, make], index) =>
      secretsInFile("test/a.test.ts", make(drawing(index))).some(({ certainty }) => certainty === "live"),
    );
    expect(live.map(([vendor]) => vendor)).toEqual(["GitHub", "npm"]);
  });
});
