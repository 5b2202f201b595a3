// Recognises a reply that claims a fix as done. Drafts for open threads must not: nothing is fixed yet.

const claim =
  /(?:^|\b(?:is|are|was|were|been|now|already|just|have|has|i've|we've|i|we|it's)\s)(?:fixed|resolved|addressed|done|corrected|implemented)\b/i;
/** Phrases that say that it is not done, or not yet. */
const notYet =
  /\b(?:not|never|\w+n't|cannot|will|would|should|must|needs?|to be|once|when|if|until|before|after|unless)\b/i;

export function claimsFix(reply: string): boolean {
  return reply.split(/[.!?\n]+/).some((sentence) => claim.test(sentence.trim()) && !notYet.test(sentence));
}
