// Writes the context that a model gets besides the conversation itself.

export function omittedTurnsNote(comments: number): string {
  return comments === 1 ? "(1 earlier comment is left out.)" : `(${comments} earlier comments are left out.)`;
}
