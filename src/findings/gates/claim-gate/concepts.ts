// Lists what reviewers call missing beside the code that shows it: one row for each concept, in any language.

export interface Concept {
  /** How a reviewer names it as a thing, at the start of what is said to be missing. */
  thing: RegExp;
  /** How a reviewer says that it is done; null where no verb says so. */
  deed: RegExp | null;
  /** Where the verb says too little: what it is done to. */
  of?: RegExp;
  code: RegExp;
  /** A line that opens a block around the quote and shows it as well. */
  around?: RegExp;
}

const nothing = "(?:null|nil|none|undefined|nullptr|nullish|falsy|empty|blank)";
const failure = /\b(?:errors?|exceptions?|failures?|rejections?|throws?|err|panics?)\b/i;
const nullGuard =
  /[!=]==?\s*(?:null|nil|None|NULL|nullptr|undefined)\b|\b(?:null|nil|NULL)\s*[!=]=|\bis (?:not )?(?:None|null)\b|\?\?|\?\.|&\.|requireNonNull|\bguard let\b|\bif let\b|\bif\s*\(?\s*(?:!|not\s)\s*[\w.$]+\s*\)?|\bunless\b|\.nil\?|\bpresent\?|isNull|is_null/;
const locks =
  /\block\w*\s*[({]|\.lock\b|\.Lock\(|_lock\(|\bsynchronized?\b|\bMutex\b|\bwith\s+[\w.]*lock|@synchronized/i;
const catches =
  /\bcatch\b|\bexcept\b|\brescue\b|\btry\s*[{:(]|\btry\s+await\b|\.catch\(|\berr\w*\s*!=\s*nil|\?\s*;|[!=]=\s*(?:NULL|nullptr)|<\s*0\b|\berrno\b|\bunless\b|\bif\s*\(?\s*(?:!|not\b)/;

const rows: readonly (readonly [thing: string, deed: string | null, code: RegExp, more?: Partial<Concept>])[] = [
  [
    `${nothing}(?:[ -/]${nothing})?[ -](?:check|guard|test|handling|case|value)\\w*|(?:existence|presence) (?:check|guard)\\w*|checks? for ${nothing}|guards?$|guard clause|return for`,
    `(?:check|test|guard|verif)\\w* (?:for|against) ${nothing}|${nothing}-check\\w*|reject (?:\\w+ )?${nothing}`,
    nullGuard,
  ],
  ["(?!)", "(?:guarded|handled|checked)$", nullGuard, { of: new RegExp(`\\b${nothing}\\b`, "i") }],
  ["(?:optional chaining|safe call|safe navigation)s?", null, /\?\.|&\./],
  [
    "(?:error|exception|failure|rejection)s?[ -](?:handl|check|catch|propagat)\\w*|try\\b|catch\\b|rescue\\b|except\\b",
    "(?:handl|catch)\\w* (?:\\w+ )?(?:error|exception|failure|rejection)s?|exception handling|try\\b|error handling",
    catches,
    { around: /\btry\b|\bbegin\b|\bdo\s*\{/ },
  ],
  ["(?!)", "(?:handled|caught|checked|guarded|dealt)\\b", catches, { of: failure, around: /\btry\b|\bbegin\b/ }],
  ["propagat\\w+", "propagat\\w+", /\?\s*(?:[;.)]|$)|\bthrows?\b|\braise\b|\breturn\b.*\berr/],
  [
    "lock\\w*|mutex\\w*|synchroni[sz]\\w*|mutual exclusion",
    "lock\\w*|mutex\\w*|synchroni[sz]\\w*",
    locks,
    { around: /\block\w*\s*[({]|\bsynchronized?\b|\bwith\s+\w*lock/i },
  ],
  ["(?!)", "(?:guarded|held|acquired|taken|protected)\\b", locks, { of: /\b(?:lock|mutex)\b/i, around: locks }],
  [
    "transaction\\w*|atomic\\w*",
    "transaction\\w*|atomic\\w*",
    /transaction|\batomic\b|\bbegin\b/i,
    { around: /\btransaction|\batomic\b|\.begin\b/i },
  ],
  [
    "time-?outs?|deadlines?|time limits?|upper bound|abort signals?|max-?time",
    "time-?out|bounded",
    /time_?out|max-?time|deadline|abort/i,
  ],
  ["default(?: (?:case|branch|clause|arm))?$", null, /\bdefault\b|case _|_ =>|\*\)/],
  [
    "(?:default|fallback)(?: values?)?",
    null,
    /\bdefault\b|\?\?|\|\||\bor\b|\.get\([^)]*,|:-|getOrDefault|unwrap_or|orElse|[(,]\s*[\w$?]+(?:\s*:[^=,()]*)?\s*=[^=>]/i,
  ],
  [
    "finally\\b|clean-?up",
    null,
    /\bfinally\b|\bensure\b|\bdefer\b|return\s*\(\)\s*=>|abort\(|removeEventListener|unsubscribe|clear(?:Timeout|Interval)/,
    { around: /\bfinally\b|\bensure\b/ },
  ],
  [
    "reset\\b",
    "(?:reset|cleared|zeroed|cleared|clear|cancelled|canceled)\\b",
    /=\s*(?:0|null|nil|None|NULL|""|''|\[\]|\{\}|false)\s*;?\s*$|reset|clear|cancel/i,
  ],
  [
    "try-with-resources|closing",
    "(?:clos|dispos|releas|freed|cleaned)\\w*|free\\b|close\\b",
    /\bclose|\bdispose|\busing\b|\bdefer\b|free\s*\(|\brelease|\bwith\b|\btry\s*\(/i,
  ],
  [
    "escap\\w+|quoting|saniti[sz]\\w+|(?:output |html |url )?encoding",
    "(?:escap|saniti[sz]|encod|quoted)\\w*",
    /escape|sanitiz|encod|htmlspecialchars|quote\(/i,
  ],
  [
    "parameteri[sz]\\w+|placeholders?|prepared statements?|bind\\w*",
    "parameteri[sz]\\w+",
    /[=(,]\s*\?|\$\d\b|%s|\bbind|prepare/i,
  ],
  [
    "auth(?:entication|ori[sz]ation)?(?: check)?s?$|(?:permission|access|login) (?:check|control|guard)s?",
    "auth(?:enticat|ori[sz])\\w*",
    /auth|login_required|permission|\bcan\?|authori[sz]e|current_user/i,
  ],
  [
    "(?:bounds?|range|length|size|limit|empty|emptiness|zero)[ -](?:check|guard|test|validation)\\w*",
    "bounds-checked|bounded",
    /\b(?:if|while|guard|assert|unless)\b.*(?:\s[<>]=?\s|len|size|empty|length|count)/i,
  ],
  ["overflow[ -](?:check|guard|protection)\\w*", null, /checked_|saturating_|overflow|Exact\(/i],
  [
    "validation|verification",
    "(?:validat|verif)\\w*",
    /valid|verif|check\w*\(|assert|ensure|sanitiz|\.(?:safe)?parse\(|\bif\b.*(?:throw|raise|abort|panic)/i,
  ],
  ["(?:trim|strip)\\w*", "(?:trim|strip)\\w*", /trim|strip/i],
  [
    "(?:lower|down|upper)-?cas\\w*|(?:case )?normali[sz]ation",
    "(?:lower|down|upper)-?cas\\w*|normali[sz]\\w* (?:the )?cas(?:e|ing)",
    /lower|upper|downcase|casefold|normali[sz]e/i,
  ],
  [
    "(?:upper )?(?:limit|cap|bound|maximum)s?$",
    "(?:limited|capped|compared|enforced)\\b",
    /\b(?:if|unless|while|guard|assert|require)\b.*[<>]|\blimit\b|\bmax\w*|\bmin\(|\btake\(/i,
  ],
  ["sort\\w*|order by", "(?:sort|order)(?:ed|ing)?\\b", /sort|order/i],
  ["round\\w*", "round(?:ed|ing)?\\b", /round/i],
  ["filter\\w*", "filter(?:ed|ing)?\\b", /filter|where|reject|select|grep/i],
  ["serializ\\w+", "serializ\\w+", /serializ|stringify|dumps|marshal|to_json|encode/i],
  ["(?!)", "re-?(?:thrown?|raised?)", /\bthrow\b|\braise\b|\bpanic\b/],
  ["skipp?\\w*", "skipp?\\w*", /\bcontinue\b|\bnext\b|skip/],
  ["(?!)", "(?:reject\\w*) ", /throw|raise|require|assert|return|abort|panic/i],
];

const concepts: readonly Concept[] = rows.map(([thing, deed, code, more]) => ({
  // Up to two words may say more of the thing: "no upstream request timeout".
  thing: new RegExp(
    `^(?:(?!(?:of|for|in|on|to|from|with|by|at|before|after|around|and|or)\\b)[\\w-]+ ){0,2}(?:${thing})`,
    "i",
  ),
  deed: deed === null ? null : new RegExp(`^(?:${deed})`, "i"),
  code,
  ...more,
}));

export function conceptOf({ what, subject }: { what: string; subject: string }): Concept | null {
  return (
    concepts.find(
      ({ thing, deed, of }) =>
        (deed !== null && deed.test(what) && (!of || of.test(subject))) || (!of && thing.test(what)),
    ) ?? null
  );
}
