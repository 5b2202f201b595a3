// Lists common objections of reviewers with the signs of a fix: "not awaited" is fixed by an `await`, "please pin" by a
// number.

export interface TriageTopic {
  /** Pattern for the comment's text. */
  says: RegExp;
  /** The criticised code; it must be gone. */
  about?: readonly (readonly string[])[];
  /** The topic applies only to code with one of these. */
  when?: readonly (readonly string[])[];
  /** Fixed only if one of these was added. */
  brings?: RegExp;
  /** None of these may be present. */
  without?: readonly (readonly string[])[];
  /** The fix is around the code, which stays. */
  around?: true;
}

const rows = (...texts: string[]) => texts.map((text) => text.split(" "));

const unawaited =
  /\b(?:not|n't|never|un) ?(?:be(?:ing|en)? )?awaited\b|\b(?:miss\w*|forg[eo]t\w*|needs?|without|add) (?:an? |the |to )?await\b|\bawait (?:it|this)\b|\bfire[- ]and[- ]forget\b|\b(?:nobody|nothing|not|n't|never) waits?\b|\b(?:is|returns) a (?:floating )?promise\b|\bmisses an\b/i;

export const triageTopics: readonly TriageTopic[] = [
  {
    says: unawaited,
    brings: /^await$/,
    around: true,
  },
  // `forEach` does not wait, whatever its callback awaits.
  { says: unawaited, about: rows("forEach") },
  {
    says: /\b(?:errors?|exceptions?)\b[^.]{0,40}\b(?:dropped|ignored|discarded|lost|unchecked|unhandled|not (?:checked|handled))|\b(?:handle|check|drops?|ignor\w+|discard\w*) (?:the |this |an? )?(?:returned )?(?:errors?|exceptions?)\b/i,
    without: rows("_", "catch { }", "except : pass"),
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
  {
    says: /\b(?:panics?|panicking|crash(?:es|ing)?|aborts?)\b|\b(?:takes?|brings?|taking|bringing) (?:the |this |our )?(?:whole |entire )?(?:process|server|service|program|app) down\b/i,
    about: rows("unwrap", "expect", "panic"),
  },
  { says: /\b(?:cop(?:y|ies|ying)|clon(?:e|es|ing))\b/i, about: rows("clone", "to_owned", "deepcopy") },
  {
    says: /\b(?:no|without|missing|lacks?) (?:a )?(?:bounds?|length|size)\b|\bunbounded\b|\bpast the end\b|\boverflow\w*|\bbuffer (?:is |may be )?too (?:small|short)\b/i,
    about: rows("strcpy", "strcat", "sprintf", "gets"),
    brings: /^(?:sizeof|snprintf|strlcpy|strlcat|fgets|\w+_s)$/,
  },
  {
    says: /\boverflow\w*|\bwrap(?:s|ping)?(?: around)?\b/i,
    when: rows("*", "+", "<<"),
    brings:
      /^(?:calloc|reallocarray|\w*(?:checked|saturating|overflow|Exact)\w*|BigInt|u?int64(?:_t)?|u64|i64|u128|long|size_t)$/i,
  },
  {
    says: /\bcertificates?\b|\b(?:tls|ssl)\b/i,
    about: rows("verify = False", "verify = 0", "CERT_NONE", "VERIFY_NONE", "InsecureSkipVerify", "rejectUnauthorized"),
  },
  {
    says: /\bin[- ]place\b|\bmutat(?:e|es|ing)\b|\b(?:changes?|modif(?:y|ies)) (?:the |its |our )?(?:first )?(?:caller|input|argument|original|what (?:was|is))/i,
    when: rows("sort", "reverse", "splice", "push", "assign", "update", "append", "extend"),
    brings:
      /^(?:\.\.\.|slice|to(?:Sorted|Reversed|Spliced)|sorted|reversed|copy|clone|dup|deepcopy|concat|structuredClone|from)$/,
    around: true,
  },
  {
    says: /\b(?:never|not|n't) closed\b|\b(?:leaks?|leaked|leaking)\b|\bstays open\b|\b(?:missing|without|no) close\b/i,
    brings: /^(?:try|with|using|defer|finally|ensure|close|Close|fclose|readText|read_text|readFile|Drop|drop|free)$/,
    around: true,
  },
  {
    says: /\bdangl(?:es?|ing)\b|\b(?:use|used)[- ]after[- ]free\b|\bdouble[- ]free\b/i,
    brings: /^(?:NULL|nullptr|null|unique_ptr|shared_ptr|reset)$/,
    around: true,
  },
  {
    says: /\bloose(?:ly)?\b|\bstrict(?:ly)?\b/i,
    when: rows("in_array", "array_search", "array_keys", "base64_decode"),
    brings: /^true$/,
    around: true,
  },
  {
    says: /\btime ?zones?\b|\bnaive (?:date|time)\w*/i,
    brings:
      /^(?:timezone|tz|tzinfo|ZoneInfo|ZoneId|ZonedDateTime|OffsetDateTime|Instant|utc|UTC|in_time_zone|current)$/,
  },
  {
    says: /\bcomparator\b|\blexicograph\w*|\bas (?:text|strings?)\b/i,
    when: rows("sort"),
    brings: /^(?:=>|function|lambda|key|\w*[cC]ompar\w*)$/,
    around: true,
  },
  {
    says: /\bunchecked (?:alloc\w*|result|return|pointer|value)|\b(?:result|return(?:ed)? value|pointer|allocation|null|nil)\b[^.]{0,30}\b(?:not|never|un) ?checked|\b(?:no|missing|without|needs?|add) (?:an? |any )?(?:null|nil|none|undefined)[ -]?(?:check|guard|test)|\b(?:checks?|checking|tests?) (?:for |against )?(?:null|nil|none)\b/i,
    brings: /^(?:if|unless|guard|require\w*|assert\w*|\?\.|\?\?|match|Optional)$/,
    around: true,
  },
  { says: /\bcasts?\b|\bcasting\b|\btype assertions?\b/i, about: rows("as", "static_cast", "reinterpret_cast") },
  {
    says: /\b(?:un|in|not |never |n't )?validat\w+/i,
    brings: /schema|valid|decode|guard|assert|sanit|parse/i,
    around: true,
  },
  {
    says: /\bwrong operator\b|\bby identity\b|\bidentity (?:test|check|comparison)\b/i,
    brings: /^(?:[=!<>]=?=?|&&?|\|\|?|is|in|not|and|or)$/,
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
