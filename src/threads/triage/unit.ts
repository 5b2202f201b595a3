/** The name by which a config sets a model for triage, and that of its text. By itself, so that naming it loads nothing. */
export const triageUnit = "triage-thread";
