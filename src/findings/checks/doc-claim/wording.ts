// How a sentence means what it names: as something that is there, or as something that was, will be or might be.
import { hasWord, oneOf } from "../../../change/word-patterns.ts";

const normative = hasWord(`
  uses? used using should must always never all every only works? broken correct(?:ly)? fixed see
`);

export function isNormative(text: string): boolean {
  return normative.test(text);
}

const gone = hasWord(`
  remov\\w+ renam\\w+ delet\\w+ drop(?:s|ped)? deprecat\\w+ former(?:ly)? previous(?:ly)? old older legacy replac\\w+
  mov(?:e|ed|es|ing) migrat\\w+ obsolete earlier superse\\w+ originally historical(?:ly)? was were been gone no\\slonger
  used\\sto before instead rather split merged folded extracted inlined upstream since until anymore
`);
const notThere = hasWord(`
  would will can could might may shall going\\sto plan(?:s|ned)? propos\\w+ future todo fixme ideally hypothetical\\w*
  eventually later yet someday want(?:s|ed)? wish missing absent non-?existent inexistent not no none without cannot
  isn't aren't doesn't don't didn't won't nothing never\\sexist\\w*
`);
const example = new RegExp(
  `${
    hasWord(`
    example examples such\\sas like similar imagine suppose say placeholder sample hypothetical your yours
    convention pattern named called titled prefix\\w* suffix\\w*
  `).source
  }|\\be\\.g\\b|\\bi\\.e\\b|\\betc\\b|\\bfoo\\b`,
  "i",
);
const makes = hasWord(`
  creat\\w+ generat\\w+ writ(?:e|es|ing|ten) outputs? produc\\w+ emit\\w* stor(?:e|es|ed|ing) sav(?:e|es|ed|ing) log(?:s|ged)?
  record\\w* maintain\\w* append\\w* download\\w* install\\w* builds? built compil\\w+ add(?:s|ed|ing)? new scaffold\\w*
  copy copied copies put place[ds]? ignored? gitignored? optional(?:ly)? local(?:ly)? if exists? upload\\w* dump\\w*
  init\\w* mount\\w* matches matched matching
`);

/** The sentence speaks of what it names as gone, not there yet, or as an example. */
export function isUnreal(text: string): boolean {
  return gone.test(text) || notThere.test(text) || isExample(text);
}

export function isExample(text: string): boolean {
  return example.test(text);
}

const noCommit = hasWord(`
  sha-?\\d{3} md5 crc\\d* digests? checksums? fingerprints? colou?rs? uuids? guids? tokens? keys? passwords? secrets? images?
  container bytes? hex(?:adecimal)? address(?:es)? etags? content-?hash blobs? trees? salt nonce build-?ids? device mac
  fork submodules? pinn?(?:ed|s)? toolchain dependency dependencies
`);

/** The sentence speaks of another hexadecimal text than a commit's id, or of another repository's commit. */
export function isNoCommit(text: string): boolean {
  return noCommit.test(text) || /(?<![\w./-])[\w.-]+\/[\w.-]+@|\b[\w-]+\/[\w-]+#\d/.test(text);
}

const foreign =
  /\b[A-Za-z][\w.+-]{0,40}(?:'s|s') `|\b(?:upstream|specs?|specification|rfc|protocol|proto|library|libraries|vendored?|node|browsers?|typescript|python|rust|std|posix|linux|windows|kernel|sdk|plugin|third-party|external|api)\b|https?:/i;

/** The sentence speaks of other people's code. */
export function isForeign(text: string): boolean {
  return foreign.test(text);
}

/** The sentence has somebody make the file, so that it need not be there. */
export function isMade(text: string): boolean {
  return makes.test(text);
}

const placeholder = new RegExp(
  `(?:^|[/_.-])${oneOf(`
    foo\\d* bar\\d* baz qux quux examples? samples? demo dummy my your some any other path to dir folder file files
    filename name names xxx+ yyyy mm dd n x y z a b c abc component feature module acme thing things something whatever
    tmp temp hello world todo page
  `)}(?=[/_.-]|$)`,
  "i",
);
/** Signs that stand for something else, and parts in capitals, which are to be filled in. */
const pattern = /\.{3}|\u2026|[<>{}*$%|()[\]]|(?:^|\/)[A-Z_]{3,}\//;
const elsewhere = new RegExp(
  `(?:^|/)${oneOf(`
    node_modules dist build out output target bin obj coverage tmp temp cache caches venv site-packages vendor generated
    __pycache__ logs? usr etc var opt home users? releases? artifacts? results? public static assets
  `)}/`,
  "i",
);

/** A path that stands for many, or that lies outside the repository, or that a build makes. */
export function isNoPathOfOurs(path: string): boolean {
  return (
    placeholder.test(path) ||
    pattern.test(path) ||
    elsewhere.test(path) ||
    /^(?:\/|~|\.[^./])|(?:^|\/)\.[a-z]/i.test(path)
  );
}
