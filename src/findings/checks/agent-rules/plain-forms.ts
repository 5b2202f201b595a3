// Rewrites the ways in which a sentence can forbid something into "never use X", which the patterns read.

const codes = "`[^`]{1,80}`(?: ?\\((?:`[^`]{1,20}`)\\))?";
const list = `${codes}(?:(?:,? (?:or|and|nor) |, | ?/ ?)${codes}){0,5}`;
const kinds = "(?: (?:types?|calls?|imports?|comments?|keywords?|literals?|directives?|statements?|assertions?))?";
const isForbidden =
  "(?:(?:is|are) (?:strictly |never |always )?(?:not allowed|never allowed|allowed nowhere|forbidden|prohibited|banned|disallowed|allowed never)|(?:is|are) never allowed|(?:must|shall|should) (?:not|never) (?:be (?:used|added|called|imported|introduced|written)|appear|occur|exist)(?: as (?:a )?(?:new )?dependenc(?:y|ies))?)";

const subjectForbidden = new RegExp(
  `^(?:use of |using |calls? to |imports? (?:of|with|from) )?(${list})${kinds},? ${isForbidden}`,
  "i",
);
const actor =
  /^(?:important|note|security|style|critical|strict(?:ly)?)?:?\s*(?:you|we|agents?|developers?|contributors?|(?:all |the |our |new )?code)(?: (?:must|should|shall|will|may))? (?=not |never |don't |do not )/i;
const tests = /^(?:all |unit |integration |the )?tests? (?:must|should|shall|may|can) (?:never|not) /i;
const bareCall =
  /(?<=\b(?:call|use|using|calling|write|add) )(?!`)([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?:\(\))?|[a-z_$][\w$]*\(\))(?![\w`])/g;
const reason =
  /\((?:mandatory|required|always|important)\)|,? required(?: by [\w ]{2,30})?\b|\balways,?$|,? always narrow[\w ]*$/gi;
const purpose = /(`[^`]{1,60}`) (?:for|to do) (?:logging|debugging|output|log output)\b/gi;

/** The sentence itself, and its clauses in the form that is known. */
export function toPlainForms(sentence: string): string[] {
  const plain = sentence
    .replaceAll(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}/g, "")
    .replaceAll("’", "'")
    .replaceAll(bareCall, "`$1`")
    .replaceAll(purpose, "$1");
  const clauses = [plain, ...plain.split(/;\s|:\s(?!\S{0,3}$)|(?<=`),\s(?=never |do not |don't )|[.!]\s/)].map(
    (clause) => clause.replace(/[.!\s]+$/, "").trim(),
  );
  const rewritten = clauses.flatMap((clause) => {
    const form = rewrite(clause.replaceAll(reason, "").trim());
    return form === null ? [] : [form];
  });
  return [...new Set([sentence, plain, ...rewritten])].slice(0, 8);
}

/** `Mandatory: use `fetchJson` rather than `fetch`` */
const labelled = /^(?:mandatory|required|important|must|always): (?=use `[^`]{1,80}`)/i;

function rewrite(clause: string): string | null {
  if (labelled.test(clause)) return clause.replace(labelled, "");
  const subject = subjectForbidden.exec(clause);
  if (subject) {
    const verb = /^imports?\b/i.test(clause) ? "import" : "use";
    return `Never ${verb} ${subject[1]!.replaceAll(/ ?\((`[^`]{1,20}`)\)/g, "")}${clause.slice(subject[0].length)}`;
  }
  const label =
    /^(?:must not|must never|never|forbidden|banned|prohibited|do not use|don't use): (`[^`]{1,80}`.*)$/i.exec(clause);
  if (label) return `Never use ${label[1]!}`;
  const testing = tests.exec(clause);
  if (testing)
    return `Never ${clause.slice(testing[0].length).replace(/ (?:or|and) (?:sleeps?|delays?|timers?)\b/, "")} in tests`;
  const acting = actor.exec(clause);
  const rest = acting ? clause.slice(acting[0].length) : clause;
  return /^(?:never|not|do not|don't|must not)\b/i.test(rest)
    ? rest.replace(/^not\b/i, "never").replace(/^(?:must not|do not|don't|never)\b/i, "Never")
    : null;
}
