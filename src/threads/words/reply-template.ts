// Defines the default reply template. `templates/review-reply.md` is a copy of it for customisation.

export const usualReplyTemplate = `<!--
What review threads are answered with. To change it, put a copy at .crosscheck/templates/review-reply.md on the base
branch. Each section is for one classification; a line is left out where a word in {{ }} has nothing to say:

  {{summary}}       the payload's replyBody, or what it says was done, shown or meant
  {{commit}}        the commit of the fix
  {{verification}}  what was run and passed, and at which commit

A reply never says that a thread is resolved: it is posted before that is known. needs_human is never answered.
-->

## valid

{{summary}}

Fixed in {{commit}}.
Verified by {{verification}}.

## already_fixed

Already fixed: {{summary}}

Verified by {{verification}}.

## stale

No longer applies: {{summary}}

Verified by {{verification}}.

## invalid

{{summary}}
`;
