// Names Crosscheck's own check run.
/** The default name of our check run. */
export const ownCheckName = "Crosscheck";
