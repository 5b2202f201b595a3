// Redacts the text of a file for readers: what looks like a secret in any file, and every value in a file that exists to
// hold secrets.
import { textFormat } from "./assigned-values.ts";
import { isReference } from "./placeholders.ts";
import { redactPrivateKeys } from "./private-key.ts";
import { redactSecrets } from "./redact-secrets.ts";

/** Environments, and logins of tools, registries, databases and clusters. */
const storeName = new RegExp(
  [
    String.raw`(?:^|/)(?:[\w-]+\.)?\.?env(?:rc)?(?:\.(?:local|prod\w*|dev\w*|stag\w*|test\w*|ci|docker|live|backup|bak|old|\w+\.local))*$`,
    String.raw`(?:^|/)\.(?:npmrc|yarnrc|pypirc|netrc|pgpass|my\.cnf|htpasswd|htdigest|git-credentials|dockercfg|boto|s3cfg|vault[_-]pass\w*|vault-token|terraformrc)$`,
    String.raw`(?:^|/)_netrc$|(?:^|/)\.docker/config\.json$|(?:^|/)\.(?:aws|kube|gem|cargo|gcloud)/(?:credentials(?:\.toml)?|config)$`,
    String.raw`(?:^|/)(?:[\w.-]*[._-])?kubeconfig(?:\.ya?ml)?$|(?:^|/)application_default_credentials\.json$`,
    String.raw`(?:^|/)(?:credentials?|secrets?)(?:\.(?:local|prod\w*|dev\w*|stag\w*|test\w*))?(?:\.(?:ya?ml|json|toml|ini|cfg|conf|properties|txt))?$`,
    String.raw`(?:^|/)(?:service[-_]?account|client[-_]secret)[\w.-]*\.json$|(?:^|/)terraform\.tfvars$|\.auto\.tfvars$|\.tfstate$`,
  ].join("|"),
  "i",
);
const keyFileName =
  /(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_\w+)?|master\.key)$|\.(?:pem|key|p8|ppk|pfx|p12|ovpn)$/i;
const sample = /example|sample|template|(?:^|\/)docs?\/|\.(?:md|mdx|rst|adoc|txt|sh|bash|dockerfile)$|(?:^|\/)[^/.]+$/i;

const environmentLine = /^\s*(?:export\s+)?[A-Z][A-Z0-9_]*=/;
const secretLine = /^\s*(?:export\s+)?\w*(?:PASS|SECRET|TOKEN|KEY|CREDENTIAL|DSN)\w*=./;
const otherStores = /^\s*(?:client-key-data|client-certificate-data):|^\s*"auths"\s*:/;

/** A file of settings with a secret among them, or of logins, whatever its name is. */
function hasStoreShape(path: string, lines: readonly string[]): boolean {
  if (textFormat(path) !== "config") return false;
  if (lines.some((line) => otherStores.test(line))) return true;
  if (sample.test(path)) return false;
  const settings = lines.filter((line) => !comment.test(line));
  const environment = settings.filter((line) => environmentLine.test(line));
  return (
    environment.length >= 3 &&
    environment.length >= settings.length * 0.7 &&
    environment.some((line) => secretLine.test(line))
  );
}

const placeholder = "(redacted: value in a file of secrets)";
const setting =
  /^(\s*(?:-\s+)?(?:export\s+|set\s+)?["']?([\w./@:-]{1,200}?)["']?\s*(?:=>|[=:])\s*)(["']?)([^\s"'][^]*?)\3([,;]?\s*)$/;
/** They show what a change does, and no secret. */
const harmlessValue =
  /^(?:true|false|yes|no|on|off|null|none|\d{1,5}|production|development|staging|test|localhost|127\.0\.0\.1|0\.0\.0\.0|[[{]\s*[\]}]?|[|>][-+]?|https?:\/\/[\w.-]+(?::\d+)?(?:\/[a-z-]*)*)$/i;
const harmlessName = /^(?:apiVersion|kind|type|name|namespace|region|output)$/;
const comment = /^\s*(?:[#;]|\/\/|-----|$)/;
const structure = /\(redacted: [^)]*\)|["']?[\w.-]+["']?\s*[:=]\s*[{[]?\s*$|^\s*<\/?[\w:-]+>\s*$/g;
const sectionName = /^\s*\[[\w .:-]+\]\s*$/;
const word = /[^\s"'(),:={}[\]<>]{4,}/;

/** Names and structure stay. */
function maskValue(line: string): string {
  if (comment.test(line) || sectionName.test(line)) return line;
  const [, start, name, mark, value, end] = setting.exec(line) ?? [];
  if (value === undefined) return word.test(line.replaceAll(structure, "")) ? placeholder : line;
  const isHarmless = harmlessValue.test(value) || harmlessName.test(name!) || isReference(value);
  return isHarmless || value.startsWith("(redacted: ") ? line : `${start}${mark}${placeholder}${mark}${end}`;
}

function maskKeyLine(line: string): string {
  return !comment.test(line) && word.test(line) ? placeholder : line;
}

/** A name may stand on another line than its value, such as in a list of headers. */
const contextLines = 20;

/**
 * The lines from `from` to before `to`, redacted. Of a private key, they may not include the first line, by which it is
 * recognised, so all lines are needed.
 */
export function redactFileLines(path: string, lines: readonly string[], from = 0, to = lines.length): string[] {
  const keyless = redactPrivateKeys(lines.join("\n")).split("\n");
  const first = Math.max(0, from - contextLines);
  const near = keyless.slice(first, to + contextLines);
  const found = redactSecrets(near.join("\n"), path).split("\n");
  // A match over several lines takes them away; then each line is searched by itself.
  const redacted = found.length === near.length ? found : near.map((line) => redactSecrets(line, path));
  const shown = redacted.slice(from - first, to - first);
  if (keyFileName.test(path)) return shown.map(maskKeyLine);
  return storeName.test(path) || hasStoreShape(path, lines) ? shown.map(maskValue) : shown;
}
