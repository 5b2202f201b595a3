// Names the model job that triages threads.
/**
 * The name by which a config sets a model for triage, and that of its prompt. In its own file, so that importing the
 * name loads nothing else.
 */
export const triageUnit = "triage-thread";
