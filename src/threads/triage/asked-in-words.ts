// What a comment asks for in plain words, where reviewers have usual words for it and the mended code shows usual signs:
// "not awaited" is mended by an `await`, "please pin" by a number. Where none of these words is found nothing follows.
import type { CodeFacts } from "./facts.ts";
import { contains } from "./tokens.ts";

interface Topic {
  /** The words of the comment. */
  says: RegExp;
  /** Any of these rows in the commented code is what they are about. */
  about?: readonly (readonly string[])[];
  /** Mended only where one of these came. */
  brings?: RegExp;
  /** It is mended around the code, which stays. */
  around?: true;
}

const rows = (...texts: string[]) => texts.map((text) => text.split(" "));

const unawaited =
  /\b(?:not|n't|never|un) ?(?:be(?:ing|en)? )?awaited\b|\b(?:miss\w*|forg[eo]t\w*|needs?|without|add) (?:an? |the |to )?await\b|\bawait (?:it|this)\b|\b(?:is|returns) a (?:floating )?promise\b|\bmisses an\b/i;

const topics: readonly Topic[] = [
  {
    says: unawaited,
    brings: /^await$/,
    around: true,
  },
  // It waits for nothing, whatever its callback awaits.
  { says: unawaited, about: rows("forEach") },
  {
    says: /\b(?:errors?|exceptions?)\b[^.]{0,40}\b(?:dropped|ignored|discarded|lost|unchecked|unhandled|not (?:checked|handled))|\b(?:handle|check|drops?|ignor\w+|discard\w*) (?:the |this |an? )?(?:returned )?(?:errors?|exceptions?)\b/i,
    about: rows("_"),
    brings: /^(?:err|error|catch|rescue|except)$/i,
    around: true,
  },
  {
    says: /\b(?:loose(?:ly)?|strict(?:ly)?)\b[^.]{0,30}\b(?:compar\w+|equal\w*)|\bcompar\w+[^.]{0,30}\b(?:loose(?:ly)?|strict(?:ly)?)\b|\bstrict (?:in)?equality\b/i,
    about: rows("==", "!="),
  },
  {
    says: /\breference (?:comparison|equality)\b|\bcompar\w+ (?:by |the )?(?:references?|identit\w+)\b|\binterned\b/i,
    about: rows("==", "!="),
    brings: /equals/i,
  },
  {
    says: /\bassign(?:s|ed|ing|ment)? (?:instead|rather|and not)\b|\b(?:is|an) assignment\b|\balways (?:true|truthy)\b/i,
    brings: /^(?:===?|!==?|equals|is)$/,
  },
  {
    says: /\boff[- ]by[- ]one\b|\bonce too (?:often|many)\b|\bone too (?:many|far)\b/i,
    about: rows("<=", ">="),
  },
  { says: /\b(?:panics?|panicking)\b/i, about: rows("unwrap", "expect", "panic") },
  { says: /\b(?:cop(?:y|ies|ying)|clon(?:e|es|ing))\b/i, about: rows("clone", "to_owned", "deepcopy") },
  {
    says: /\b(?:no|without|missing|lacks?) (?:a )?(?:bounds?|length|size)\b|\bunbounded\b|\bpast the end\b|\boverflow\w*|\bbuffer (?:is |may be )?too (?:small|short)\b/i,
    about: rows("strcpy", "strcat", "sprintf", "gets"),
    brings: /^(?:sizeof|snprintf|strlcpy|strlcat|fgets|\w+_s)$/,
  },
  {
    says: /\bpin(?:ned|ning)?\b|\bunpinned\b|\bmoving target\b|\b(?:repeatable|reproducible)\b/i,
    about: rows("latest", "stable", "main", "master", "edge", "nightly", "*", "@latest", "@main", "@master"),
    brings: /^@?v?\d|^@?[0-9a-f]{40,64}$/,
  },
  {
    says: /\bmutable default\b|\bdefault (?:arguments?|values?|parameters?)\b/i,
    about: rows("= { }", "= [ ]"),
    brings: /^(?:None|frozenset|field|MappingProxyType)$/,
  },
  {
    says: /\b(?:no|without|missing|needs?|lacks?) (?:a |any )?(?:time ?(?:limit|out)|deadline)\b|\bwaits? (?:for ?ever|indefinitely)\b|\bhow long\b[^.]{0,20}\bwait/i,
    brings: /timeout|deadline/i,
  },
  {
    says: /\b(?:by hand|manual(?:ly)?|concatenat\w+)\b|\b(?:build|join|assembl)\w* (?:the |an? |this )?(?:address|url|uri|path|quer(?:y|ies)|link)\w*/i,
    about: rows("+", "+="),
    brings: /url|uri|path|join|client|param|encode/i,
  },
  {
    says: /\b(?:ignores?|takes? no|without|pass|missing) (?:the |a )?context\b|\b(?:not|cannot|can't|neither)(?: be)? cancel\w*/i,
    brings: /^(?:ctx|context|signal|token|cancel\w*)$/i,
  },
  { says: /\bquadratic\b/i, about: rows("+=", "+"), brings: /join|builder|buffer|append|push/i },
];

/** Something else is wrong too. */
const joins = /\b(?:and|also|as well|besides|plus|additionally|neither|nor)\b/i;

interface Code {
  /** The code of the commented lines, without comments. */
  commented: readonly string[];
  /** What came in its place alone, and with what was added close by. */
  place: readonly string[];
  here: readonly string[];
}

export function askedInWords(prose: string, quotes: CodeFacts["quotes"], code: Code): CodeFacts["inWords"] {
  const { commented, place, here } = code;
  const fresh = place.filter((one) => !commented.includes(one));
  const speaking = topics.filter(
    ({ says, about }) => says.test(prose) && (!about || about.some((row) => contains(commented, row))),
  );
  if (speaking.length === 0) return null;
  // All that it speaks of: one of two is half a fix.
  const mended = speaking.every(({ about = [], brings }) => {
    // One of its kind for another is no fix either: `unwrap` for `expect`.
    if (about.some((row) => contains(place, row) || (contains(commented, row) && contains(here, row)))) return false;
    return !brings || fresh.some((one) => brings.test(one));
  });
  if (!mended) return "open";
  // Of two things only one is known; what is quoted may show the other.
  if (speaking.length === 1 && joins.test(prose))
    return quotes.some(({ stands, altered }) => !stands && !altered) ? "mended" : null;
  return speaking.every(({ around }) => around) ? "added" : "mended";
}
