// Which files GitHub runs: workflows in their one folder, and actions wherever they lie.

export function isWorkflowFile(path: string): boolean {
  return /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path) || /(?:^|\/)action\.ya?ml$/.test(path);
}
