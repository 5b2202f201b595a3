// The pages of the site, by section: each is a file of the repository, which is where it is written.
export const sections: readonly (readonly [title: string, pages: readonly string[]])[] = [
  ["Start", ["docs/start.md", "docs/concepts.md"]],
  [
    "Guides",
    [
      "docs/pull-requests.md",
      "docs/teams.md",
      "docs/threads.md",
      "docs/conversation.md",
      "docs/models.md",
      "docs/cross-model.md",
      "docs/execution.md",
      "docs/learning.md",
      "docs/own-checks.md",
      "docs/dashboard.md",
      "docs/playground.md",
    ],
  ],
  [
    "Integrations",
    [
      "docs/agents.md",
      "docs/integrations/github-actions.md",
      "docs/integrations/commit-hooks.md",
      "docs/integrations/other-ci.md",
      "docs/integrations/gh.md",
    ],
  ],
  [
    "Reference",
    [
      "docs/commands.md",
      "docs/configuration.md",
      "docs/checks.md",
      "docs/reviewers.md",
      "docs/library.md",
      "docs/precision.md",
    ],
  ],
  [
    "Operations",
    ["docs/server.md", "docs/operations.md", "docs/operations/capacity.md", "deploy/README.md", "SECURITY.md"],
  ],
  ["Help", ["docs/troubleshooting.md", "docs/faq.md", "docs/comparison.md", "CHANGELOG.md"]],
];

/** The address of a page: its name, or its folder's for a README. */
export function slugOf(path: string): string {
  const bare = path.replace(/^docs\//, "").replace(/\.md$/, "");
  return (bare.endsWith("/README") ? bare.slice(0, -"/README".length) : bare).toLowerCase();
}
