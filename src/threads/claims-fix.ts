// Recognises a reply that claims a fix as done. Drafts for open threads must not: nothing is fixed yet.

const core = String.raw`(?:fixed(?![ -](?:width|size|point|length))|resolved|addressed|done|corrected|implemented)`;
const deed = String.raw`(?:removed|added|updated|changed|replaced|renamed|reworked|refactored|rewritten|switched|moved|pushed|committed|applied)`;

const claims: readonly RegExp[] = [
  new RegExp(String.raw`^${core}\b`, "i"),
  new RegExp(
    String.raw`\b(?:is|are|was|were|been|now|already|just|have|has|i've|we've|i|we|it's)\s(?:been\s|just\s|now\s|already\s)?${core}\b`,
    "i",
  ),
  new RegExp(String.raw`^(?:i|we)(?:'ve| have)? (?:just |now |already )?${deed}\b`, "i"),
  // "Removed the call in 1234567", not "Changed lines lack a test".
  new RegExp(String.raw`^${deed} (?:the|an?|it|this|that|these|all|in|by|as|to|and|your)\b`, "i"),
  /\b(?:a|the|this) fix (?:is in|has landed|landed|was pushed|is pushed)\b/i,
  /\b(?:now (?:works|passes|handles|checks|returns|closes)|works now)\b/i,
];

/** Phrases that say that it is not done, or not yet. */
const notYet =
  /\b(?:not|never|\w+n't|cannot|will|would|should|must|needs?|to be|once|when|if|whether|until|before|after|unless)\b/i;

export function claimsFix(reply: string): boolean {
  return reply
    .split(/[.!?\n]+/)
    .filter((sentence) => !notYet.test(sentence))
    .flatMap((sentence) => sentence.split(/[,;:–—]+/))
    .some((clause) => claims.some((claim) => claim.test(plainClause(clause))));
}

/** Without emphasis, marks and emoji before its first word. */
function plainClause(clause: string): string {
  return clause.replaceAll(/[*_~`]/g, "").replace(/^[^\p{L}\p{N}]+/u, "");
}
