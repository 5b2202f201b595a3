// Recognizes the titles of bugfixes, of commits and pull requests.

/** `Fix …`, `Fixes #12: …`, `[fix] …`, `Bugfix: …`, also after a ticket or the part that it concerns: `[ABC-1] Fix …`, `parser: fix …`. */
const fix = /^(?:\[[^\]]{1,40}\]\s*|[\w./-]{1,40}:\s+){0,2}\[?(?:bug[ -]?|hot)?fix(?:e[sd])?\b(?!-)/i;

/** Fixes that no test can prove. */
const untestableFix =
  /^\[?fix(?:e[sd])?\]?:?\s+(?:(?:a|an|the|some|few|several|more|minor|various|all)\s+)*(?:[\w-]+\s+)?(?:typos\b|typo$|spelling\b|grammar\b|(?:lint|linting|linter)(?:\s+(?:issues?|errors?|warnings?|problems?))?$|warnings\b|(?:formatting|indentation|whitespace)$)/i;

export function isFixTitle(title: string): boolean {
  const said = (title.split(/[\r\n]/, 1)[0] ?? "")
    .slice(0, 300)
    .trim()
    .replace(/\s*\(#\d+\)$/, "")
    .replace(/\.+$/, "");
  return fix.test(said) && !untestableFix.test(said);
}
