// Finds what could be real e-mail addresses, telephone numbers and IP addresses of people in test data.
import { isTest, isVendored } from "../../../change/file-kinds.ts";
import { addedLines, type FileDiff } from "../../../change/diff.ts";
import type { FindingInput } from "../../build-finding.ts";

export function findPersonalData(files: readonly FileDiff[]): FindingInput[] {
  return files.flatMap((file) => {
    if (file.newPath === null || !isTestData(file.newPath)) return [];
    const hits = [...addedLines(file)].flatMap((line) => personalDataIn(line.text).map((what) => ({ ...line, what })));
    const [first] = hits;
    if (!first) return [];
    const more =
      hits.length === 1
        ? ""
        : ` ${hits.length - 1} more like it ${hits.length === 2 ? "is" : "are"} added to this file.`;
    return {
      kind: "personal-data",
      path: file.newPath,
      line: first.line,
      text: first.text,
      title: `This fixture contains what looks like a person's real ${first.what}`,
      explanation:
        `Test data is copied, published and kept permanently.${more} Use a reserved name such as ` +
        "user@example.com, +1 202 555 0123 or 192.0.2.1 instead.",
      confidence: 7,
    };
  });
}

function isTestData(path: string): boolean {
  if (!/\.(?:jsonl?|ndjson|ya?ml|csv|tsv|sql|xml|har|log|eml|vcf|ldif)$/i.test(path) || isVendored(path)) return false;
  // Manifests and lock files contain their authors' public addresses.
  if (/(?:^|\/)(?:package|composer|bower|npm-shrinkwrap|[\w.-]*lock)(?:\.[\w.-]+)?$/i.test(path)) return false;
  return isTest(path) || recordings.test(path);
}

const recordings = /(?:^|\/)(?:cassettes?|recordings?|vcr)\//i;

// Mail providers for individuals. At other domains, which are usually made up, only two names with a dot count.
const mailHosts = new Set(
  (
    "gmail.com googlemail.com outlook.com outlook.de outlook.fr hotmail.com hotmail.co.uk hotmail.fr hotmail.de " +
    "hotmail.it yahoo.com yahoo.co.uk yahoo.co.jp yahoo.fr yahoo.de yahoo.in icloud.com protonmail.com " +
    "proton.me gmx.de " +
    "gmx.net gmx.com gmx.at gmx.ch web.de t-online.de yandex.ru mail.ru qq.com 163.com 126.com naver.com"
  ).split(" "),
);
// Common made-up names and addresses of roles.
const madeUp = new Set(
  (
    "noreply no git test user admin info mail email hello contact support reply foo bar baz qux me you your name my " +
    "someone somebody anyone example sample demo dummy fake abc xyz asdf first last john jane joe jack jim bob alice " +
    "charlie carol dave eve mallory max erika mario bot dev qa customer client owner person member guest " +
    "account service " +
    "sender receiver recipient from to root team newsletter"
  ).split(" "),
);

function personalDataIn(text: string): string[] {
  // Author addresses are already public.
  if (/author|maintainer|contributor|committer|copyright|signed-off|co-authored/i.test(text)) return [];
  return [...emailsIn(text), ...phonesIn(text), ...ipAddressesIn(text)];
}

function emailsIn(text: string): string[] {
  if (!text.includes("@")) return [];
  return [
    ...text.matchAll(
      /(?<![\w.+%@/:-])([A-Za-z][\w.+-]{1,63})@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4})(?![\w@-])/g,
    ),
  ].flatMap(([, name = "", host = ""]) =>
    !isMadeUp(name) && (mailHosts.has(host.toLowerCase()) ? looksLikeName(name) : isPersonAt(name, host))
      ? ["e-mail address"]
      : [],
  );
}

const madeUpHost =
  /(?:^|[.-])(?:example|test|tests?ing|domain|host|server|mail|email|foo|bar|baz|acme|company|corp|org|local|localhost|internal|invalid|sample|demo|dummy|fake|noreply|my\w*|your\w*|some\w*|xyz|abc|contoso|fabrikam|widgets?|northwind)(?=[.-]|$)/i;

function isPersonAt(name: string, host: string): boolean {
  return /^[a-z]{3,15}\.[a-z]{3,20}$/i.test(name) && !madeUpHost.test(host) && /\.[a-z]{2,6}$/i.test(host);
}

function isMadeUp(name: string): boolean {
  const [first = ""] = name.toLowerCase().split(/[\d._+-]/);
  return madeUp.has(first) || /test|example|doe$|smith|mustermann|^(.)\1*$/i.test(name);
}

/** Two parts, or letters followed by a number, as people choose at a mail provider. */
function looksLikeName(name: string): boolean {
  return /^[a-z]{2,20}[._][a-z]{2,20}\d{0,4}$/i.test(name) || /^[a-z]{5,20}\d{0,4}$/i.test(name);
}

function phonesIn(text: string): string[] {
  return [...nationalPhonesIn(text), ...internationalPhonesIn(text)];
}

/** Without a country's code, digits are a number only by their name and length. */
function nationalPhonesIn(text: string): string[] {
  return [
    ...text.matchAll(
      /\b(?:phone|mobile|cell|tel|telephone|fax)(?:[_-]?(?:number|no))?\\?["']?\s{0,3}[:=>]\s{0,3}\\?["']?(\(?0?[1-9][\d ()./-]{8,18})(?=["'<,;\\]|$)/gi,
    ),
  ].flatMap(([, number = ""]) => {
    const digits = number.replace(/\D/g, "");
    return isRealPhone(digits) && !/^\d{3}555/.test(digits) ? ["telephone number"] : [];
  });
}

/** A person's address is told by its name; other groups of four numbers are versions and hosts. */
const personsAddress =
  /\b(?:remote[_-]?addr(?:ess)?|client[_-]?ip|user[_-]?ip|visitor[_-]?ip|source[_-]?ip|src[_-]?ip|last[_-]?(?:login|sign[_-]?in)[_-]?ip|current[_-]?sign[_-]?in[_-]?ip|ip[_-]?address|x-forwarded-for|x-real-ip|cf-connecting-ip|ip)\\?["']?\s{0,3}[:=>]\s{0,3}(?:-\s)?\\?["']?((?:\d{1,3}\.){3}\d{1,3})(?![\d.])/gi;
/** Private, reserved, for documentation, and public resolvers. */
const nobodysAddress =
  /^(?:0|10|127|22[4-9]|2[3-5]\d)\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.168\.|^192\.0\.[02]\.|^198\.1[89]\.|^198\.51\.100\.|^203\.0\.113\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^(?:8\.8\.(?:8\.8|4\.4)|1\.1\.1\.1|1\.0\.0\.1|9\.9\.9\.9|1\.2\.3\.4|4\.3\.2\.1|(\d+)\.\1\.\1\.\1)$/;

function ipAddressesIn(text: string): string[] {
  return [...text.matchAll(personsAddress)].flatMap(([, address = ""]) =>
    address.split(".").every((part) => Number(part) < 256) && !nobodysAddress.test(address) ? ["IP address"] : [],
  );
}

function internationalPhonesIn(text: string): string[] {
  if (!text.includes("+")) return [];
  return [...text.matchAll(/(?<=^|["'\s,;:])\+([1-9]\d{0,2}(?:[ .()-]{0,2}\d{2,4}){2,5})(?=$|["'\s,;])/g)].flatMap(
    ([, number = ""]) => (isRealPhone(number.replace(/\D/g, "")) ? ["telephone number"] : []),
  );
}

// Numbers reserved for fiction and documentation in North America, Britain, Australia, France and Germany.
const fictional =
  /^1\d{0,3}555|^1555|^44\d{0,3}7946|^447700900|^44\d{3}4960|^61\d5550|^614910?570|^33\d{3}99|^4930[123]\d{2}25|^49152281/;

function isRealPhone(digits: string): boolean {
  if (digits.length < 10 || digits.length > 15 || fictional.test(digits)) return false;
  return (
    !/(\d)\1{3}|0123|1234|2345|3456|4567|5678|6789|9876|8765|7654|5432|4321/.test(digits) && new Set(digits).size >= 5
  );
}
