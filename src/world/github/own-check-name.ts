/** What our own check run is called, where nobody calls it otherwise. */
export const ownCheckName = "Crosscheck";
