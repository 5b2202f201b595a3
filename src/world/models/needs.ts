/** What opening a model takes of the world. */
export interface ModelNeeds {
  /** Where keys are; programs get of it only what they need. */
  env: Readonly<Record<string, string | undefined>>;
  /** Where programs get their empty folders; absent: the machine's own place for such. */
  tempRoot?: string;
}
