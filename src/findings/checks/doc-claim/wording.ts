// Recognises sentences that speak of things as removed, planned, exemplary or foreign.
import { hasWord, oneOf } from "../../../change/word-patterns.ts";

const normativeWords = hasWord(`
  uses? used using should must always never all every only works? broken correct(?:ly)? fixed see
`);

export function isNormative(text: string): boolean {
  return normativeWords.test(text);
}

const goneWords = hasWord(`
  remov\\w+ renam\\w+ delet\\w+ drop(?:s|ped)? deprecat\\w+ former(?:ly)? previous(?:ly)? old older legacy replac\\w+
  mov(?:e|ed|es|ing) migrat\\w+ obsolete earlier superse\\w+ originally historical(?:ly)? was were been gone no\\slonger
  used\\sto before instead rather split merged folded extracted inlined upstream since until anymore
`);
const absentWords = hasWord(`
  would will can could might may shall going\\sto plan(?:s|ned)? propos\\w+ future todo fixme ideally hypothetical\\w*
  eventually later yet someday want(?:s|ed)? wish missing absent non-?existent inexistent not no none without cannot
  isn't aren't doesn't don't didn't won't nothing never\\sexist\\w*
`);
const exampleWords = new RegExp(
  `${
    hasWord(`
    example examples such\\sas like similar imagine suppose say placeholder sample hypothetical your yours
    convention pattern named called titled prefix\\w* suffix\\w*
  `).source
  }|\\be\\.g\\b|\\bi\\.e\\b|\\betc\\b|\\bfoo\\b`,
  "i",
);
const creationWords = hasWord(`
  creat\\w+ generat\\w+ writ(?:e|es|ing|ten) outputs? produc\\w+ emit\\w* stor(?:e|es|ed|ing) sav(?:e|es|ed|ing) log(?:s|ged)?
  record\\w* maintain\\w* append\\w* download\\w* install\\w* builds? built compil\\w+ add(?:s|ed|ing)? new scaffold\\w*
  copy copied copies put place[ds]? ignored? gitignored? optional(?:ly)? local(?:ly)? if exists? upload\\w* dump\\w*
  init\\w* mount\\w* matches matched matching
`);

/** Whether the sentence describes the thing as removed, planned or an example. */
export function speaksOfAbsence(text: string): boolean {
  return goneWords.test(text) || absentWords.test(text) || speaksOfExample(text);
}

export function speaksOfExample(text: string): boolean {
  return exampleWords.test(text);
}

const otherHashWords = hasWord(`
  sha-?\\d{3} md5 crc\\d* digests? checksums? fingerprints? colou?rs? uuids? guids? tokens? keys? passwords? secrets? images?
  container bytes? hex(?:adecimal)? address(?:es)? etags? content-?hash blobs? trees? salt nonce build-?ids? device mac
  fork submodules? pinn?(?:ed|s)? toolchain dependency dependencies
`);

/** Whether the sentence is about a hash that is not a commit id, or about another repository's commit. */
export function speaksOfOtherHash(text: string): boolean {
  return otherHashWords.test(text) || /(?<![\w./-])[\w.-]+\/[\w.-]+@|\b[\w-]+\/[\w-]+#\d/.test(text);
}

const foreignWords =
  /\b[A-Za-z][\w.+-]{0,40}(?:'s|s') `|\b(?:upstream|specs?|specification|rfc|protocol|proto|library|libraries|vendored?|node|browsers?|typescript|python|rust|std|posix|linux|windows|kernel|sdk|plugin|third-party|external|api)\b|https?:/i;

/** The sentence speaks of other people's code. */
export function speaksOfForeignCode(text: string): boolean {
  return foreignWords.test(text);
}

/** The sentence has somebody make the file, so that it need not be there. */
export function speaksOfCreation(text: string): boolean {
  return creationWords.test(text);
}

const placeholderName = new RegExp(
  `(?:^|[/_.-])${oneOf(`
    foo\\d* bar\\d* baz qux quux examples? samples? demo dummy my your some any other path to dir folder file files
    filename name names xxx+ yyyy mm dd n x y z a b c abc component feature module acme thing things something whatever
    tmp temp hello world todo page
  `)}(?=[/_.-]|$)`,
  "i",
);
/** Signs that stand for something else, and parts in capitals, which are to be filled in. */
const placeholderSign = /\.{3}|\u2026|[<>{}*$%|()[\]]|(?:^|\/)[A-Z_]{3,}\//;
const generatedFolder = new RegExp(
  `(?:^|/)${oneOf(`
    node_modules dist build out output target bin obj coverage tmp temp cache caches venv site-packages vendor generated
    __pycache__ logs? usr etc var opt home users? releases? artifacts? results? public static assets
  `)}/`,
  "i",
);

/** A path that stands for many, or that lies outside the repository, or that a build makes. */
export function isForeignPath(path: string): boolean {
  return (
    placeholderName.test(path) ||
    placeholderSign.test(path) ||
    generatedFolder.test(path) ||
    /^(?:\/|~|\.[^./])|(?:^|\/)\.[a-z]/i.test(path)
  );
}
