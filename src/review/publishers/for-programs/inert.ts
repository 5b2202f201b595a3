/** Text that whoever shows it may read as Markdown. Where a link, an image, a tag or a mention would begin, a blank that everyone can see ends it. */
export function inert(text: string): string {
  return (
    text
      .replaceAll(/\](?=[([:])/g, "] ")
      // `<U+202E>` is how a hidden character is shown, and no tag.
      .replaceAll(/<(?=[A-Za-z/!?])(?!U\+[0-9A-F]{4})/g, "< ")
      .replaceAll(/(^|[^A-Za-z0-9])@(?=\w)/g, "$1@ ")
  );
}
