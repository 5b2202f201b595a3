// Wraps a function so that it runs at the first call only, and later calls return its result.

export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
