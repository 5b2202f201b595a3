// Caches a derived value per key object, weakly. The key must be immutable: a tree, its list of paths, or the bytes of a file.

export function oncePer<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const cache = new WeakMap<Of, { is: Made }>();
  return (of) => {
    const known = cache.get(of) ?? { is: make(of) };
    cache.set(of, known);
    return known.is;
  };
}

/** The files of a tree, for lookup by path. */
export const fileSet = oncePer((paths: readonly string[]): ReadonlySet<string> => new Set(paths));

/** The folders of these files and their ancestors, without the root. */
export const folderSet = oncePer((paths: readonly string[]): ReadonlySet<string> => {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
});
