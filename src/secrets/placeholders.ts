// Recognises values that stand for a secret: references to where it is kept, and placeholders.
import { isPublished } from "./looks-random.ts";
import { wordShare } from "./word-likeness.ts";

function oneOf(words: string): string {
  return `(?:${words.replaceAll(" ", "|")})`;
}

const stores = oneOf(
  "vault secret ref op file https? arn projects data ssm kms classpath sm gcp aws pkcs11 urn jdbc s3 git",
);
const holders = oneOf(
  "secrets vars inputs steps params config self this req request response data form args options opts settings ctx user " +
    "props state match event",
);
/** Variables, templates, calls, addresses of stores, paths, ciphertexts. */
const reference = new RegExp(
  [
    String.raw`\$\{|^\$\(|\$\([^)]*\)|^\$[A-Za-z_]\w*\$?$|\{\{|\}\}|#\{|^<.*>|^%\w+%|^%\(|^@\w+@$|^\{[\w.: -]*\}$|^__\w|\w__$`,
    String.raw`\.{3}|…|\*{3}|process\.env|os\.environ|getenv|^env[.(:]|^[\w.-]+\(|::[a-z]|\\[xu][0-9a-f]{2}|^[[{|]$`,
    String.raw`\{[a-z]\w*\}[^{}]*\{[a-z]\w*\}`,
    String.raw`^${stores}:|\b${holders}\.[a-z]|^\.{0,2}\/\w|^~\/|^[A-Za-z]:\\|^ENC[[(]|^\{cipher\}|^AQICAH`,
  ].join("|"),
  "i",
);
/** Tags, patterns and expressions; random passwords can begin or end like these. */
const expression = /^!\w|^#|^\^|^\(|^\[|%[sdv]$|\$$|\)$|^:\w+$|^[$%@<]|^[{(]?[A-Za-z_$][\w$.]*[[{(<]/;

/** Ranges of characters, as patterns of addresses and names have them. */
const characterRange = /a-z|A-Z|[[w]0-9|0-9\]/;

export function isReference(value: string): boolean {
  if (characterRange.test(value)) return true;
  if (hasManySigns(value)) return false;
  return reference.test(value) || (expression.test(value) && !mixesDigits(value));
}

/** As in keys of Django: by chance they hold what opens a call or a variable. */
function hasManySigns(value: string): boolean {
  const signs = new Set(value.match(/[!@#$%^&*+=]/g));
  return value.length >= 20 && signs.size >= 4 && !/[\s{}<>]/.test(value) && mixesDigits(value);
}

function mixesDigits(value: string): boolean {
  return value.length >= 9 && /\d/.test(value) && /[A-Za-z]/.test(value) && wordShare(value) < 0.3;
}

const placeholderWords = new Set(
  (
    "your my the a an some this that here any enter insert put add type fill use replace change me it in with abc def " +
    "foo bar baz qux example sample dummy fake mock placeholder todo tbd fixme redacted removed hidden masked censored " +
    "secret secrets password passwords passwd passphrase pass pwd token tokens key keys apikey api access auth oauth " +
    "oauth2 bearer basic app application client user username admin value values string str text bool boolean int number " +
    "integer byte bytes none null nil undefined unset empty blank true false yes no on off optional required default " +
    "invalid valid incorrect correct wrong bad good new old current not set real is of for to or and from test testing " +
    "tester demo env var variable secure strong long random very generated private public id name file path url hash " +
    "hashed encrypted sha md5 bcrypt base64 uuid guid hex ascii utf8 plain session cookie header body query field input " +
    "label title line dialog error message hint prompt confirm confirmation repeat again forgot reset forgotten verify " +
    "login signin sign signup account credential credentials changeme changeit changethis replaceme unknown all self " +
    "data info config setting settings dev development prod production local server service db database root host google " +
    "github gitlab aws azure gcp slack stripe twitter facebook jwt hmac rsa aes ssh tls ssl webhook signing encryption " +
    "master refresh consumer bot web site project org team tenant license mysql postgres postgresql redis mongo mongodb"
  ).split(" "),
);
const longestWord = Math.max(...[...placeholderWords].map(({ length }) => length));
/** Longer placeholders are marked as such. */
const longestPlaceholder = 80;

const marked =
  /example|placeholder|dummy|(?<![a-z])fake|sample|change[-_ ]?(?:me|this|it)|redacted|replace[-_ ]?(?:me|with|this)|insert[-_ ]|not[-_ ]?a?[-_ ]?real|your[-_ .]|lorem|todo|(?<![a-z])foo(?:bar)?(?![a-z])|(?<![a-z])bar(?![a-z])|made[-_ ]?up|throw[-_ ]?away|for[-_ ]?test|test[-_ ]?(?:only|key|token|secret)|(?:key|token|secret)[-_ ]?(?:goes[-_ ]?)?here/i;

/** Random values hold these in mixed case. */
const crosses = /xxx|XXX|yyy|YYY|zzzz|ZZZZ/;

export function isPlaceholder(value: string): boolean {
  return (
    marked.test(value) || crosses.test(value) || isPublished(value) || /^(.)\1*$/.test(value) || hasOnlyWords(value)
  );
}

/** Placeholder words, one after another, and at most a short number at the end: `your-api-key`, `MyPassword1`. */
export function hasOnlyWords(value: string): boolean {
  if (value.length > longestPlaceholder) return false;
  const text = value
    .toLowerCase()
    .replace(/\d{1,4}[!?.]{0,3}$/, "")
    .replaceAll(/[-_.\s:/+=!?]+/g, "");
  // Whether the text before a position consists of words.
  const ends = [true];
  for (let end = 1; end <= text.length; end++)
    ends[end] = Array.from({ length: Math.min(end, longestWord) }, (_, at) => end - at - 1).some(
      (start) => ends[start] === true && placeholderWords.has(text.slice(start, end)),
    );
  return text === "" ? !/\d/.test(value) : ends[text.length]!;
}
