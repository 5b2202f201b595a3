// Finds security-sensitive parts of a change, with their topic and evidence.
import { addedLines, pathOf, type FileDiff } from "./diff.ts";
import { categoryOf, isManifest, isWorkflow } from "./file-kinds.ts";

export const sensitiveTopics = [
  "auth",
  "crypto",
  "session",
  "secrets",
  "payments",
  "permissions",
  "SQL",
  "deserialisation",
  "file upload",
  "subprocess",
  "CI workflow",
  "dependency manifest",
  "infrastructure",
] as const;
export type SensitiveTopic = (typeof sensitiveTopics)[number];

export interface SensitiveHit {
  path: string;
  /** The added line that matched; null if the path matched. */
  line: number | null;
  topic: SensitiveTopic;
}

const byPath: readonly [SensitiveTopic, RegExp][] = [
  ["auth", /(^|[/_.-])(auth|authn|authz|oauth2?|oidc|saml|sso|login|signin|signup|passwords?|2fa|mfa|totp)([/_.-]|$)/i],
  ["crypto", /(^|[/_.-])(crypto|cipher|encrypt(ion)?|decrypt(ion)?|signing|keystore|tls|ssl|certs?)([/_.-]|$)/i],
  ["session", /(^|[/_.-])(sessions?|cookies?|jwt|tokens?)([/_.-]|$)/i],
  ["secrets", /(^|[/_.-])(secrets?|credentials?|vault|keyring)([/_.-]|$)|(^|\/)\.env[^/]*$/i],
  ["payments", /(^|[/_.-])(payments?|billing|checkout|invoices?|stripe|paypal)([/_.-]|$)/i],
  ["permissions", /(^|[/_.-])(permissions?|rbac|acl|roles?|polic(y|ies)|guards?)([/_.-]|$)/i],
  ["SQL", /\.sql$|(^|\/)migrations?\//i],
  ["file upload", /(^|[/_.-])uploads?([/_.-]|$)/i],
];

const byContent: readonly [SensitiveTopic, RegExp][] = [
  ["auth", /\b(authenticate|authorize|verifyPassword|check_password|bcrypt|argon2|passport\.use|login_required)\b/],
  [
    "crypto",
    /\b(createCipheriv|createHmac|createSign|crypto\.subtle|hashlib\.|Cipher\.getInstance|MessageDigest|AES|ed25519|x509)\b|\bRSA_/,
  ],
  ["session", /\b(jwt\.(sign|verify)|set[-_]cookie|res\.cookie|document\.cookie|session\[)/i],
  ["payments", /\b(stripe\.|paymentIntent|charge_card)\b/i],
  [
    "SQL",
    /\b(SELECT\s.{0,80}\sFROM|INSERT\s+INTO|DELETE\s+FROM|UPDATE\s.{0,80}\sSET|DROP\s+TABLE|executeQuery|cursor\.execute)\b|\.raw\(/,
  ],
  [
    "deserialisation",
    /\b(pickle\.loads?|yaml\.load\(|unserialize\(|ObjectInputStream|Marshal\.load|BinaryFormatter|readObject\()/,
  ],
  ["file upload", /\b(multer|MultipartFile|request\.files|move_uploaded_file|formidable)\b/],
  [
    "subprocess",
    /\b(child_process|execSync|spawnSync|execFile|subprocess\.|os\.system|os\.popen|Runtime\.getRuntime|exec\.Command|Process\.Start|std::process::Command|shell_exec|proc_open|eval\()/,
  ],
];

/** Long lines are data; checking only their start bounds the matching time. */
const longestLine = 1000;

export function findSensitive(files: readonly FileDiff[]): SensitiveHit[] {
  return files.flatMap((file) => {
    const path = pathOf(file);
    const hits = new Map<SensitiveTopic, SensitiveHit>();
    for (const topic of pathTopics(path)) hits.set(topic, { path, line: null, topic });
    const category = categoryOf(path);
    if (category === "source" || category === "config") addContentHits(file, path, hits);
    return [...hits.values()];
  });
}

function pathTopics(path: string): SensitiveTopic[] {
  const category = categoryOf(path);
  const topics: SensitiveTopic[] = [];
  if (isWorkflow(path)) topics.push("CI workflow");
  else if (category === "infra") topics.push("infrastructure");
  if (isManifest(path)) topics.push("dependency manifest");
  if (category === "docs" || category === "test") return topics;
  // Splits camel case: AuthService, userSession.
  const words = path.replace(/([a-z0-9])([A-Z])/g, "$1-$2");
  for (const [topic, pattern] of byPath) if (pattern.test(words)) topics.push(topic);
  return topics;
}

function addContentHits(file: FileDiff, path: string, hits: Map<SensitiveTopic, SensitiveHit>): void {
  const open = byContent.filter(([topic]) => !hits.has(topic));
  for (const { line, text } of addedLines(file)) {
    const start = text.length > longestLine ? text.slice(0, longestLine) : text;
    for (const [topic, pattern] of open)
      if (!hits.has(topic) && pattern.test(start)) hits.set(topic, { path, line, topic });
  }
}
