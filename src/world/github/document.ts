// Defines a GraphQL document with typed variables and result. Data is passed in variables, never in the text.

export interface Document {
  kind: "query" | "mutation";
  text: string;
}
/** The types are known to the compiler only. */
export interface Query<D, V> extends Document {
  kind: "query";
  readonly types?: (variables: V) => D;
}
export interface Mutation<D, V> extends Document {
  kind: "mutation";
  readonly types?: (variables: V) => D;
}

export function query<D, V>(text: string): Query<D, V> {
  return { kind: "query", text };
}

export function mutation<D, V>(text: string): Mutation<D, V> {
  return { kind: "mutation", text };
}
