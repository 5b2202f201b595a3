// Finds credentials by their own form: passwords in URLs, headers, registry and cluster files, JSON keys.
import { deservesMask, judgeValue, looksGenerated, type Certainty } from "./judge-value.ts";
import { isPlaceholder, isReference } from "./placeholders.ts";

/** Wide: recall first, for what is masked. */
type Setting = "precise" | "wide";

interface FormMatch {
  what: string;
  value: string;
  at: number;
  certainty: Certainty;
}

/** Each form starts at a literal; `read` says what stands there. */
interface Form {
  start: RegExp;
  read(text: string, at: number, match: RegExpExecArray, setting: Setting): FormMatch[];
  /** Too often harmless to be a finding. */
  wideOnly?: true;
  /** Where the text ends that `read` looks at, if it reads more than one match: it is not read again. */
  end?(text: string, at: number): number;
}

const urlPassword = /:\/\/([^\s:/?#@"'`<>{}|\\^]{0,128}):([^\s/"'`<>]{1,256}?)@(\[[0-9a-f:.]+\]|[\w.-]{1,253}|\$\{|<)/y;
const localHost =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|host\.docker\.internal|example\.(?:com|org|net)|.*\.(?:example|test|invalid|localhost)|.*example\.(?:com|org|net))$/i;

/** A token with many claims. */
const longestToken = 4000;
/** A key of 8,192 bits takes about 6,000 characters. */
const longestObject = 8000;
const privateMember = /(?<![\w$])["']?d\\?["']?[ \t]{0,3}:\s{0,20}\\?["']([\w-]{20,1500})/;
const symmetricKey = /(?<![\w$])["']?k\\?["']?[ \t]{0,3}:\s{0,20}\\?["']([\w-]{20,1500})/;

const forms: readonly Form[] = [
  {
    start: /:\/\//g,
    read(text, at) {
      urlPassword.lastIndex = at;
      const [, user = "", password = "", host = ""] = urlPassword.exec(text) ?? [];
      const start = at + 3 + user.length + 1;
      const value = decoded(password);
      if (password.length < 3 || isReference(value) || /^[$<{[]|[{}]/.test(password)) return [];
      if (isPlaceholder(password) && password.length < 12) return [];
      const isLive = looksGenerated(value, "password") && !localHost.test(host) && !/^[$<]/.test(host);
      return [{ what: "password in a URL", value: password, at: start, certainty: isLive ? "live" : "possible" }];
    },
  },
  {
    start: /\b(?:bearer|apikey|token) {1,3}(?=[^\s"'`<>{}$])/gi,
    read(text, at, { 0: start }, setting) {
      if (start.toLowerCase().startsWith("token") && !/["':,=`][ \t]*$/.test(text.slice(Math.max(0, at - 3), at)))
        return [];
      const from = at + start.length;
      const value = /^[^\s"'`<>\\,;]+/.exec(text.slice(from, from + longestToken))?.[0] ?? "";
      const assigned = {
        name: start,
        strength: "token",
        value,
        at: from,
        literal: true,
        quoted: true,
        isWholeLine: false,
      } as const;
      const certainty = judgeValue(assigned) ?? (setting === "wide" && deservesMask(assigned) ? "possible" : null);
      if (certainty === null || value.startsWith("eyJ")) return [];
      return [{ what: "token in a header", value, at: from, certainty }];
    },
  },
  {
    start: /\bbasic {1,3}(?=[\w+/]{8})/gi,
    read(text, at, { 0: start }) {
      const value = /^[\w+/]{8,600}={0,2}/.exec(text.slice(at + start.length, at + start.length + 610))?.[0] ?? "";
      const certainty = pairCertainty(value);
      return certainty === null ? [] : [{ what: "password in a header", value, at: at + start.length, certainty }];
    },
  },
  {
    start: /\\{0,4}["']?_?auth\\{0,4}["']?[ \t]{0,3}[:=][ \t]{0,3}\\{0,4}["']?(?=[\w+/]{8})/g,
    read(text, at, { 0: start }) {
      const value = /^[\w+/]{8,2500}={0,2}/.exec(text.slice(at + start.length, at + start.length + 2510))?.[0] ?? "";
      const certainty = pairCertainty(value);
      return certainty === null ? [] : [{ what: "registry login", value, at: at + start.length, certainty }];
    },
  },
  {
    // A bot's token begins with its numeric id.
    start: /(?<![\w.-])[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/g,
    read(_, at, { 0: value }) {
      const id = fromBase64(value.split(".")[0]!);
      return id !== null && /^\d{16,20}$/.test(id) ? [{ what: "Discord bot token", value, at, certainty: "live" }] : [];
    },
  },
  {
    start:
      /(?<![\w-])(?:curl|wget|http(?=\s))\b[^\n]{0,400}?[ \t](?:-u|--user)[ =]{0,3}["']?(?=[^\s:"'$]{1,64}:[^\s"'$])/g,
    read(text, at, { 0: start }) {
      const [, user = "", password = ""] =
        /^([^\s:"']{1,64}):([^\s"'`|;&]{3,200})/.exec(text.slice(at + start.length, at + start.length + 300)) ?? [];
      if (password === "" || isReference(password) || isPlaceholder(password)) return [];
      const certainty = looksGenerated(password, "password") ? "live" : "possible";
      return [{ what: "password of a command", value: password, at: at + start.length + user.length + 1, certainty }];
    },
  },
  {
    start:
      /\b(?:mysql\w{0,10}|mariadb\w{0,10}|sshpass|docker login|podman login|helm registry login|redis-cli|psql|ldap\w{1,10}|smbclient)\b[^\n]{0,300}?[ \t]-[paw][ \t]?["']?(?=[^\s"'$<-])/g,
    read(text, at, { 0: start }, setting) {
      const from = at + start.length;
      const value = /^[^\s"'`|;&]{4,200}/.exec(text.slice(from, from + 200))?.[0] ?? "";
      const assigned = {
        name: "password",
        strength: "password",
        value,
        at: from,
        literal: true,
        quoted: false,
        isWholeLine: false,
      } as const;
      const certainty = judgeValue(assigned) ?? (setting === "wide" && deservesMask(assigned) ? "possible" : null);
      return certainty === null || /^\d+$/.test(value)
        ? []
        : [{ what: "password of a command", value, at: from, certainty }];
    },
  },
  {
    start: /convertto-securestring[ \t]+(?:-string[ \t]+)?["'](?=[^"'\n$]{4,200}["'])/gi,
    read(text, at, { 0: start }) {
      const from = at + start.length;
      const value = text.slice(from, from + 200).split(start.at(-1)!)[0]!;
      const certainty = isPlaceholder(value) ? null : looksGenerated(value, "password") ? "live" : "possible";
      return certainty === null ? [] : [{ what: "hard-coded password", value, at: from, certainty }];
    },
  },
  {
    // A line of a `.pgpass`.
    start: /^(?:[+\- ]?(?:\d{1,7}\|)?)[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.*-]{1,60}:(?=\S{4,200}\r?$)/gm,
    read(text, at, { 0: start }) {
      const from = at + start.length;
      const value = /^\S+/.exec(text.slice(from, from + 201))![0];
      if (isReference(value) || isPlaceholder(value)) return [];
      return [
        {
          what: "database password",
          value,
          at: from,
          certainty: looksGenerated(value, "password") ? "live" : "possible",
        },
      ];
    },
  },
  {
    // The token of a clone URL stands in place of a user.
    start: /:\/\/(?=[\w%-]{16,400}@[\w.-]+)/g,
    read(text, at) {
      const value = /^[\w%-]+/.exec(text.slice(at + 3, at + 403))![0];
      if (!looksGenerated(value, "token")) return [];
      // An address for reports of errors is part of every page that sends them.
      const isForReports = /^[\w%-]+@[\w.-]*sentry/.test(text.slice(at + 3, at + 600));
      return [{ what: "token in a URL", value, at: at + 3, certainty: isForReports ? "possible" : "live" }];
    },
  },
  {
    wideOnly: true,
    end: (text, at) => at + 1 + text.slice(at + 1, at + longestToken).search(/\n|$/),
    start: /\b(?:set-)?cookie\\{0,4}["']?[ \t]{0,3}[:,=][ \t\n-]{0,40}\\{0,4}["']?(?=[\w.$-]{1,80}=)/gi,
    read(text, at, { 0: start }) {
      const from = at + start.length;
      const line = text.slice(from, from + longestToken).split(/[\n"']/, 1)[0]!;
      return [...line.matchAll(/([\w.$-]{1,80})=([^\s;,]{8,3000})/g)].flatMap(({ 1: name, 2: value, index }) =>
        looksGenerated(value!, "password") || (/sess|sid|token|auth|jwt/i.test(name!) && /\d/.test(value!))
          ? [{ what: "cookie", value: value!, at: from + index + name!.length + 1, certainty: "possible" as const }]
          : [],
      );
    },
  },
  {
    wideOnly: true,
    start: /\bX-(?:Amz|Goog)-(?:Signature|Security-Token)=(?=[\w%+/-]{16})/g,
    read(text, at, { 0: start }) {
      const from = at + start.length;
      const value = /^[\w%+/-]+/.exec(text.slice(from, from + longestToken))![0];
      return [{ what: "signature", value, at: from, certainty: "possible" }];
    },
  },
  {
    start: /["']?\bkty["']?[ \t]{0,3}:[ \t]{0,3}\\?["'](?:RSA|EC|OKP|oct)\b/g,
    end: (text, at) => at + 1 + text.slice(at, at + longestObject).search(/\}|$/),
    read(text, at, { 0: start }) {
      const before = text.slice(Math.max(0, at - longestObject), at);
      const from = at - before.length + Math.max(0, before.lastIndexOf("{"));
      const object = text.slice(from, at) + text.slice(at, at + longestObject).split("}")[0]!;
      const key = (start.endsWith("oct") ? symmetricKey : privateMember).exec(object);
      if (!key || isPlaceholder(key[1]!)) return [];
      const value = key[1]!;
      return [{ what: "private key", value, at: from + key.index + key[0].length - value.length, certainty: "live" }];
    },
  },
  {
    start: /^[ \t+-]{0,3}kind:[ \t]*["']?Secret["']?[ \t\r]*$/gm,
    end: (text, at) => manifestEnd(text, at),
    read: (text, at, _, setting) => clusterSecrets(text, at, setting),
  },
];

export function findCredentialForms(text: string, setting: Setting): FormMatch[] {
  return forms.flatMap(({ start, read, end, wideOnly }) => {
    if (wideOnly && setting !== "wide") return [];
    let done = 0;
    return [...text.matchAll(start)].flatMap((match) => {
      if (match.index < done) return [];
      done = end?.(text, match.index) ?? 0;
      return read(text, match.index, match, setting);
    });
  });
}

const dataHead = /^([ \t+-]{0,3}|\d+\|)((?:string)?[dD]ata):[ \t\r]*$/;
const dataLine = /^([+\- ]?(?:\d+\|)?[ \t]{1,12}["']?)([\w.-]{1,120})(["']?:[ \t]+["']?)([^\s"'#|>][^\s"']*)/;
const longestManifest = 60_000;

/** The values of a Kubernetes Secret, whatever their names are. */
function clusterSecrets(text: string, at: number, setting: Setting): FormMatch[] {
  const before = text.slice(Math.max(0, at - longestManifest), at);
  const separator = before.lastIndexOf("\n---");
  const from = at - before.length + (separator === -1 ? 0 : separator + 1);
  const end = manifestEnd(text, at);
  const matches: FormMatch[] = [];
  let inside: "data" | "stringData" | null = null;
  let offset = from;
  for (const line of text.slice(from, end).split("\n")) {
    const head = dataHead.exec(line);
    const entry = inside === null ? null : dataLine.exec(line);
    if (head) inside = head[2] === "data" ? "data" : "stringData";
    else if (entry) {
      const [, indent = "", name = "", colon = "", value = ""] = entry;
      const start = offset + indent.length + name.length + colon.length;
      const plain = inside === "data" ? fromBase64(value) : value;
      if (plain !== null) {
        const certainty = secretData(name, plain, setting);
        if (certainty !== null) matches.push({ what: "value of a Kubernetes Secret", value, at: start, certainty });
      }
    } else if (/^[+\- ]?[A-Za-z]/.test(line)) inside = null;
    offset += line.length + 1;
  }
  return matches;
}

function manifestEnd(text: string, at: number): number {
  const after = text.slice(at, at + longestManifest).indexOf("\n---");
  return after === -1 ? Math.min(text.length, at + longestManifest) : at + after;
}

function secretData(name: string, plain: string, setting: Setting): Certainty | null {
  if (plain.length < 4 || isReference(plain) || isPlaceholder(plain.trim())) return null;
  if (/^-----BEGIN CERT/.test(plain)) return null;
  const value = plain.trim();
  const isLive = looksGenerated(value, "password") || /PRIVATE KEY|:\/\/[^\s:]*:[^\s@]{6,}@/.test(value);
  if (isLive) return "live";
  if (setting === "wide") return "possible";
  return /pass|pwd|secret|token|key|cred|auth/i.test(name) ? "possible" : null;
}

/** `user:password` in base64. */
function pairCertainty(encoded: string): Certainty | null {
  const plain = fromBase64(encoded);
  const [, user = "", password = ""] = /^([^:\s]{1,200}):(.{2,400})$/.exec(plain ?? "") ?? [];
  if (password === "" || !/^[\x20-\x7e]+$/.test(user + password) || isReference(password)) return null;
  if (isPlaceholder(password) && isPlaceholder(user)) return "possible";
  return looksGenerated(password, "password") ? "live" : "possible";
}

function fromBase64(text: string): string | null {
  const body = text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]+$/.test(body) || body.length % 4 === 1) return null;
  return atob(body);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
