// What a model is told of a conversation beside what was said in it.

export function cutEarlier(comments: number): string {
  return comments === 1 ? "(1 earlier comment is left out.)" : `(${comments} earlier comments are left out.)`;
}
