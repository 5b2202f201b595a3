// Recognises workflow and action files by path.

export function isWorkflowFile(path: string): boolean {
  if (/^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)) return true;
  // A nested `.github` belongs to a vendored repository; GitHub does not run it.
  return /(?:^|\/)action\.ya?ml$/.test(path) && !path.includes("/.github/");
}
