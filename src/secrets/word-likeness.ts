// Tells words from random characters by their pairs of letters: 180 of 676 pairs make up nine in ten of those in words.

const commonPairs = new Set(
  (
    "er te in re es on ti st at se le en ed co or ng nt al de io li th it ns ar as ec ra ri ta an ss et me ce tr ct is " +
    "ve ro pe nd ll ic el ac ex si fi ut he la ge rt ea mp ma ca il nc ne im pr un om ch pa bl ul di pl ur to lo ou ts " +
    "rs em po ab ha od ie su ho ap va ad ue ai rr mi pt na no mo op qu id us tt ep ol cl up ni am ag wi ot lu ck so ke " +
    "tu pp ef ir ig ly fo ld ls wa da ia ow sp rn ty eq iv rm lt hi ui ee ua ib nu vi ov ba if ru au ci do os tc sh " +
    "rd av be fa ds oc bu ht oo sa ry ev gu cu um ze fe cr ub ob fr sc gr eg pu iz xp go nn xc"
  ).split(" "),
);

/** Letters that follow each other, upper case only at the start or throughout, as words in identifiers have them. */
const wordShape = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;

/** The share of the text's characters that belong to words of three or more letters. */
export function wordShare(text: string): number {
  let inWords = 0;
  for (const [word] of text.matchAll(wordShape)) if (isWord(word.toLowerCase())) inWords += word.length;
  return text.length === 0 ? 0 : inWords / text.length;
}

function isWord(letters: string): boolean {
  if (letters.length < 3) return false;
  let common = 0;
  for (let at = 1; at < letters.length; at++) if (commonPairs.has(letters.slice(at - 1, at + 1))) common++;
  return common >= (letters.length - 1) * (letters.length < 5 ? 1 : 0.66);
}
