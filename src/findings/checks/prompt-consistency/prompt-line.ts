// Defines a line of a prompt and the conditions under which it is included.

/** A branch of the code that assembles the prompt. */
export interface PromptCondition {
  condition: string;
  holds: boolean;
}

export interface PromptLine {
  line: number;
  raw: string;
  text: string;
  guards: readonly PromptCondition[];
}

/** `not skip` and `!skip` are `skip` that does not hold. */
export function conditionOf(written: string): PromptCondition {
  const not = /^(?:not\s+|!)([\w.$]+(?:\(\))?)$/.exec(written)?.[1];
  return not === undefined ? { condition: written, holds: true } : { condition: not, holds: false };
}
