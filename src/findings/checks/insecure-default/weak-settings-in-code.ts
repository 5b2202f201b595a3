// Lists settings in code that turn a protection off; every repetition in a pattern is bounded.
import type { Family } from "../../text/languages.ts";

export interface WeakSetting {
  kind: "protection-off" | "fallback-secret";
  /** What the line does, continuing "This line ". */
  does: string;
  /** Where it matches, code stands there, no comment and no string. */
  pattern: RegExp;
  families: readonly Family[];
  instead: string;
}

const every: readonly Family[] = ["js", "python", "ruby", "php", "rust", "go", "c"];
const blanks = "\\s{0,20}";
const off = "(?:false|False|FALSE|0|no|off)";
const secretName =
  "[A-Z0-9_]{0,40}(?:SECRET|PASSWORD|PASSWD|PASSPHRASE|TOKEN|API_?KEY|PRIVATE_?KEY|SIGNING_?KEY|ENCRYPTION_?KEY)(?:_KEY)?(?:_BASE)?\\d{0,3}";
/** Neither empty nor a reference. */
const words = `["'\`][^"'\`$\\s]{3,80}["'\`]`;

const certificates = "verify the certificate, and add the authority of your own servers to those that are trusted";

export const weakSettingsInCode: readonly WeakSetting[] = [
  {
    kind: "protection-off",
    does: "turns certificate checks off",
    pattern: new RegExp(
      [
        `\\brejectUnauthorized["']?${blanks}[:=]${blanks}false\\b`,
        `\\bNODE_TLS_REJECT_UNAUTHORIZED["'\\]]{0,3}${blanks}=${blanks}["']?0`,
        `\\bstrictSSL${blanks}:${blanks}false\\b`,
      ].join("|"),
    ),
    families: ["js"],
    instead: certificates,
  },
  {
    kind: "protection-off",
    does: "turns certificate checks off",
    pattern:
      /\bverify(?:_ssl)?\s{0,4}=\s{0,4}False\b(?=\s{0,4}[,)])|\bssl\._create_unverified_context\b|\b(?:verify_mode|cert_reqs)\s{0,4}=\s{0,4}(?:ssl\.)?CERT_NONE\b|\bcheck_hostname\s{0,4}=\s{0,4}False\b|\bdisable_warnings\(\s{0,4}(?:urllib3\.exceptions\.)?InsecureRequestWarning/,
    families: ["python"],
    instead: certificates,
  },
  {
    kind: "protection-off",
    does: "turns certificate checks off",
    pattern:
      /\bInsecureSkipVerify\s{0,4}[:=]\s{0,4}true\b|\bdanger_accept_invalid_(?:certs|hostnames)\(\s{0,4}true\b|\bSslVerifyMode::NONE\b|\bVERIFY_NONE\b|\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\b\s{0,4}(?:,|=>)\s{0,4}(?:false|0)|\bDangerousAcceptAnyServerCertificateValidator\b|\bNoopHostnameVerifier\b|\bALLOW_ALL_HOSTNAME_VERIFIER\b|\bTrustAll(?:Strategy|Certificates|Certs)\b|\bServerCertificate(?:Custom)?ValidationCallback\s{0,4}\+?=\s{0,4}(?:delegate\b[^=]{0,80}return true|\([^)]{0,80}\)\s{0,4}=>\s{0,4}true\b)/,
    families: ["go", "rust", "ruby", "php", "c"],
    instead: certificates,
  },
  {
    kind: "protection-off",
    does: "lets every site send requests with the user's cookies",
    pattern:
      /\bcors\(\{(?=[^}]{0,200}\bcredentials\s{0,4}:\s{0,4}true)[^}]{0,200}\borigin\s{0,4}:\s{0,4}(?:true\b|["'`]\*)|\bCORS_(?:ALLOW_ALL_ORIGINS|ORIGIN_ALLOW_ALL)\s{0,4}=\s{0,4}True\b|\.SetIsOriginAllowed\(\s{0,4}\w{1,20}\s{0,4}=>\s{0,4}true\b|\bAllowAllOrigins\s{0,4}[:=]\s{0,4}true\b/,
    families: every,
    instead: "list the sites that may",
  },
  {
    kind: "protection-off",
    does: "turns the protection against forged requests off",
    pattern:
      /\bcsrf\(?\)?\s{0,4}\.\s{0,4}disable\(|\bcsrf\(\s{0,4}(?:\w{1,20}\s{0,4}->\s{0,4}\w{1,20}\.disable\(|\w{1,40}::disable\b)|^\s{0,40}@csrf_exempt\b|\bWTF_CSRF_ENABLED\s{0,4}=\s{0,4}False\b|\bskip_before_action\s{1,4}:verify_authenticity_token\b|\bskip_forgery_protection\b/,
    families: every,
    instead: "keep it, or say in a comment what protects this route",
  },
  {
    kind: "protection-off",
    does: "sends the session's cookie where it can be read",
    pattern: new RegExp(
      `\\b(?:SESSION|CSRF)_COOKIE_(?:SECURE|HTTPONLY)${blanks}=${blanks}False\\b|\\bcookie\\((?=[^)]{0,200}\\b(?:sess|sid|auth|token|jwt))[^)]{0,200}\\b(?:secure|httpOnly)${blanks}:${blanks}false\\b|\\bcookie${blanks}:${blanks}\\{[^}]{0,200}\\b(?:secure|httpOnly)${blanks}:${blanks}false\\b`,
      "i",
    ),
    families: every,
    instead: "set secure and httpOnly, and loosen them in development only",
  },
  {
    kind: "protection-off",
    does: "shows errors and a console to everybody who can reach the server",
    pattern:
      /^DEBUG\s{0,4}=\s{0,4}True\b|^ALLOWED_HOSTS\s{0,4}=\s{0,4}\[\s{0,4}["']\*|\bapp\.run\([^)]{0,200}\bdebug\s{0,4}=\s{0,4}True\b/,
    families: ["python"],
    instead: "turn it on by the environment, in development",
  },
  {
    kind: "protection-off",
    does: "leaves the check off unless somebody turns it on",
    pattern: new RegExp(
      [
        `\\b(?:require|enforce|verify|validate|check)_?(?:Auth\\w{0,20}|Signature|Login|Tls|Ssl|Csrf|Token|Certificate|Mfa)s?${blanks}(?::${blanks}(?:boolean|bool)${blanks})?=${blanks}${off}\\b(?=${blanks}[,)}])`,
        `\\b[\\w.]{1,40}[([.]["'\`]?\\w{0,30}(?:AUTH|SIGNATURE|TLS|SSL|CSRF|MFA)_(?:ENABLED|REQUIRED|VERIFY|CHECK)["'\`][)\\]]?${blanks}(?:,|\\|\\||\\?\\?|or)${blanks}["'\`]?${off}\\b`,
        `\\b[\\w.]{1,40}[([.]["'\`]?(?:DISABLE|SKIP)_(?:AUTH|SIGNATURE|TLS|SSL|CSRF|VERIFICATION)\\w{0,20}["'\`][)\\]]?${blanks}(?:,|\\|\\||\\?\\?|or)${blanks}["'\`]?(?:true|1)\\b`,
      ].join("|"),
      "i",
    ),
    families: every,
    instead: "let the check be on where nothing is said",
  },
  {
    kind: "fallback-secret",
    does: "uses a secret that everybody can read where none is set",
    pattern: new RegExp(
      [
        `\\bprocess\\.env(?:\\.|\\[["'])${secretName}(?:["']\\])?${blanks}(?:\\|\\||\\?\\?)${blanks}${words}`,
        `\\b(?:os\\.environ\\.get|os\\.getenv|getenv|environ\\.get|config|env|ENV\\.fetch|env::var|GetEnv|getEnvOrDefault|getOrDefault)\\(["']${secretName}["'],${blanks}(?:default${blanks}=${blanks})?${words}${blanks}\\)`,
        `\\bENV\\[["']${secretName}["']\\]${blanks}\\|\\|${blanks}${words}`,
      ].join("|"),
    ),
    families: every,
    instead: "stop with an error where it is not set",
  },
];
