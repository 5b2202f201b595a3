// Recognises workflow and action files by path.

export function isWorkflowFile(path: string): boolean {
  if (/^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)) return true;
  // A `.github` further down came with a repository that was taken in whole: nothing in it is run from here.
  return /(?:^|\/)action\.ya?ml$/.test(path) && !path.includes("/.github/");
}
