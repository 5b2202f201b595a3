// Parses the paths, lines, links, identifiers and commits that a line of documentation names.

export type DocCitation =
  | { is: "path"; written: string; path: string; line: number | null }
  | { is: "link"; written: string; path: string }
  | {
      is: "name";
      written: string;
      name: string;
      linked: boolean;
      isReferral: boolean;
      /** It belongs to an object or module, which may be another project's. */
      isQualified: boolean;
      place: string | null;
    }
  /** `of`: the repository that the link points to, in lower case. */
  | { is: "commit"; written: string; id: string; of: string | null };

const span = /(?<!`)(`{1,2})([^`\n]{2,200})\1(?!`)/g;
const link = /\]\(<?([^()\s<>]{1,300})>?(?: "[^"]*")?\)/g;

function codeSpans(text: string): string[] {
  return [...text.matchAll(span)].map((match) => match[2]!.trim());
}

/** A bare path in a sentence: at least one slash, and a file name with an extension. */
const barePath =
  /(?<![\w@/.:~$%{}<>*`"'#?&=+-])(?:\.{1,2}\/)?(?:[\w@.-]+\/){1,12}[\w@.-]*\w\.[A-Za-z][A-Za-z0-9]{0,5}(?::\d{1,6})?(?![\w/*{}<>$%(`"'=:+-])/g;

export function findCitations(text: string): DocCitation[] {
  const links = [...text.matchAll(link)].flatMap((match) => linkCitations(match[1]!));
  const spans = codeSpans(text).flatMap((written) => spanCitations(written, text));
  const linked = [...text.matchAll(docLink)].flatMap((match) =>
    nameCitations(match[1] ?? match[2]!, text, match[2] !== undefined || !isTypeName(match[1]!)),
  );
  const plain = text.replaceAll(span, " ").replaceAll(/\[[^\]\n]*\]\([^)\n]*\)|<?https?:\S+/g, " ");
  const bare = [...plain.matchAll(barePath)].flatMap((match) => pathCitations(match[0]));
  return [...links, ...linked, ...spans, ...bare, ...commitCitations(text)];
}

const commitLink = /github\.com\/([\w.-]{1,100}\/[\w.-]{1,100})\/commit\/([0-9a-f]{7,40})(?![\w-])/g;
const markdownLink = /\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])|<?https?:\S+/g;
const spelledCommit = /(?<!`)`([0-9a-f]{7,40})`(?!`)|\bcommits? (?:id |sha )?([0-9a-f]{7,40})(?![\w/@-]|\.\w)/gi;

/** A commit in link text belongs to the link's target repository. */
function commitCitations(text: string): DocCitation[] {
  const linked = [...text.matchAll(commitLink)].map((match) => ({ id: match[2]!, of: match[1]!.toLowerCase() }));
  const plain = [...text.replaceAll(markdownLink, " ").matchAll(spelledCommit)].map((match) => ({
    id: match[1] ?? match[2]!,
    of: null,
  }));
  return [...linked, ...plain].flatMap(({ id, of }) =>
    isCommitId(id) ? [{ is: "commit" as const, written: id, id, of }] : [],
  );
}

/** Numbers and words can be hexadecimal too, and so can placeholders for a commit. */
function isCommitId(id: string): boolean {
  return /[a-f]/.test(id) && /\d/.test(id) && !/[A-F]/.test(id) && !madeUpCommit.test(id);
}

const madeUpCommit = /^(?:abc|a1b2|1a2b|0123|1234|dead|cafe|beef|c0ffee|bada55)|(.)\1{3}|(?:abcd|1234|deadbeef)/;

function linkCitations(target: string): DocCitation[] {
  const path = target.replace(/[?#].*$/, "");
  if (path === "" || /^[a-z][a-z0-9+.-]*:|^\/\/|[{}$*|\\]/i.test(target)) return [];
  return /\.[A-Za-z][A-Za-z0-9]{0,5}$/.test(path) ? [{ is: "link", written: target, path }] : [];
}

function spanCitations(written: string, text: string): DocCitation[] {
  const path = pathCitations(written);
  if (path.length > 0) return path;
  const setting = settingForm.test(written);
  return setting
    ? [{ is: "name", written, name: written, linked: false, isReferral: false, isQualified: false, place: null }]
    : nameCitations(written, text, false);
}

/** A long option, or an environment variable. */
const settingForm = /^--[a-z][a-z0-9]*(?:-[a-z0-9]+)+$|^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+$/;

const pathForm = /^(?:\.{1,2}\/)*(?:[\w@.()[\]-]+\/)+[\w@.()[\]-]*\/?$|^[\w.-]*\w\.[A-Za-z]{1,5}:\d{1,6}$/;

function pathCitations(written: string): DocCitation[] {
  const at = /^(.*?):(?:L)?(\d{1,6})(?:[-:]L?\d{1,6})?$/.exec(written);
  const path = at ? at[1]! : written;
  if (!pathForm.test(at ? `${path}:1` : path) && !pathForm.test(path)) return [];
  return [{ is: "path", written, path, line: at ? Number(at[2]) : null }];
}

// Documentation tools turn these into links, so each must be a name in this code.
const docLink = /\{@link(?:code|plain)? ([\w$.#]{3,120})\}|\[`([\w:]{3,120}(?:\(\))?)`\](?![([:])/g;

const nameForm = /^([A-Za-z_$][\w$]*(?:\.|#|::))?([A-Za-z_$][\w$]*)(\(\))?$/;
/** Qualifiers that refer to this code; any other may refer to a library. */
const ownOwner = /^(?:self|Self|crate|super|this)\b/;

/** An identifier that is unmistakably code: a call, or words joined by case or underscores. */
function nameCitations(written: string, text: string, linked: boolean): DocCitation[] {
  const match = nameForm.exec(written);
  const [, owner, name = "", call] = match ?? [];
  const joined = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]/.test(name);
  if (!match || name.length < 5 || (!joined && call === undefined)) return [];
  const at = text.indexOf(`\`${written}\``);
  if (at > 0 && /:(?:ref|doc|term|pr|issue|user)$/.test(text.slice(0, at).replace(/:$/, ""))) return [];
  const isOurs = owner === undefined || ownOwner.test(owner);
  const after = text.slice(at + written.length + 2);
  const isSent = at >= 0 && sendsReader.test(text.slice(Math.max(0, at - 60), at)) && !sendsElsewhere.test(after);
  const isReferral = isSent && isOurs && !isTypeName(name);
  return [
    {
      is: "name",
      written,
      name,
      linked: linked && isOurs,
      isReferral,
      isQualified: !isOurs,
      place: at < 0 ? null : namedFile(text.slice(at + written.length + 1)),
    },
  ];
}

/** Types often come from the language or a library and occur nowhere else in the repository. */
function isTypeName(name: string): boolean {
  return /^[A-Z][a-z0-9]/.test(name);
}

/** The sentence sends the reader there, so the name is in this repository unless it says otherwise. */
const sendsReader = /\bsee (?:also |the (?:source|docs?|comments?|implementation|test)s? (?:of|on|in|for|at) )?$/i;

/** "in the other service" refers to foreign code, unless a file that can be looked up follows. */
const sendsElsewhere = /^ (?:in|of|from|on|at)\b(?! `| this| the same)/;

const inFile =
  /^` (?:(?:is|are|lives?|sits?|stays?)(?: (?:the |an? |only |defined |declared |exported |implemented |function |method |helper |class ){0,4})?|(?:defined |declared |exported |implemented )?)(?:in|from) (?:the )?(?:file )?`([\w@./-]{1,200}\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kt|cs|php|c|h|cc|cpp|hpp|swift|vue|svelte|sh))`/;

/** The code file that the text after the name mentions. Config files are excluded: docs list what they may contain. */
function namedFile(after: string): string | null {
  return inFile.exec(after.slice(0, 300))?.[1] ?? null;
}
