// Lists English stop words.
/** Words that say how a sentence is built, not what it is about. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the and or of to in on at by for from with as into over via than then so but not no nor if when where while
  because since due which that this these those there their they them it its he she his her i we you your our
  is are was were be been being do does did has have had can could may might will would should must
  only also any all both each more most such instead eg ie etc
  use uses used using cause causes caused causing lead leads leading`.split(/\s+/),
);
