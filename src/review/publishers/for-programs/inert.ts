// Breaks Markdown and HTML in text for other programs.
/** Text that a consumer may render as Markdown. A visible blank breaks every link, image, tag or mention. */
export function inert(text: string): string {
  return (
    text
      .replaceAll(/\](?=[([:])/g, "] ")
      // `<U+202E>` is a hidden character written out, not a tag.
      .replaceAll(/<(?=[A-Za-z/!?])(?!U\+[0-9A-F]{4})/g, "< ")
      .replaceAll(/(^|[^A-Za-z0-9])@(?=\w)/g, "$1@ ")
  );
}
