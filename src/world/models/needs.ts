// Dependencies of a model on the world.
/** What opening a model needs. */
export interface ModelNeeds {
  /** The environment with keys; programs get a subset. */
  env: Readonly<Record<string, string | undefined>>;
  /** The parent of programs' temporary folders; default: the system's. */
  tempRoot?: string;
}
