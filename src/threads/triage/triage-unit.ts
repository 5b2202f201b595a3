// Names the model job that triages threads.
/**
 * The name of the prompt, and of the model setting for triage. In its own file, so that importing it loads nothing
 * else.
 */
export const triageUnit = "triage-thread";
