// Example changes for non-code; secrets are assembled from pieces so that scanners of this repository ignore them.
import type { Check } from "../../report.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;
const awsKey = ["AKIA", "Z7QK3XWN", "5MTRJ2LB"].join("");
const githubToken = ["ghp", "_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ", "0mLq17"].join("");
const slackToken = ["xoxb", "2847193650", "7392018465", "Qm7TzLx4VdKp9RwYb2NcHs6E"].join("-");
const chosenPassword = ["tr0u", "badour", "9"].join("");
const personAddress = ["margarete.osterhagen", "gmail.com"].join("@");
const documentedKey = ["AKIA", "IOSFODNN7", "EXAMPLE"].join("");

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a key in a runbook and a token in an env example",
      base: { "docs/runbook.md": lines("# Deploy"), ".env.example": lines("PORT=3000") },
      head: {
        "docs/runbook.md": lines("# Deploy", `Use ${awsKey} for the bucket.`),
        ".env.example": lines("PORT=3000", `SLACK_TOKEN=${slackToken}`),
      },
      expect: [".env.example:2 secret", "docs/runbook.md:2 secret"],
    },
    {
      name: "a password that a person chose, and the same in a test",
      base: { "compose.yml": lines("services:"), "test/login.test.ts": lines("login();") },
      head: {
        "compose.yml": lines("services:", "  db:", "    environment:", `      POSTGRES_PASSWORD: ${chosenPassword}`),
        "test/login.test.ts": lines("login();", `login({ password: "${chosenPassword}" });`),
      },
      expect: ["compose.yml:4 possible-secret"],
    },
    {
      name: "a token is taken out again",
      base: { "config.yml": lines("name: app", `token: ${githubToken}`) },
      head: { "config.yml": lines("name: app", "token: ${GITHUB_TOKEN}") },
      expect: ["config.yml:2 removed-secret"],
    },
    {
      name: "a token moves to another file: one finding, where it is now",
      base: { "a.yml": lines("one: 1", `token: ${githubToken}`), "b.yml": lines("two: 2") },
      head: { "a.yml": lines("one: 1"), "b.yml": lines("two: 2", `token: ${githubToken}`) },
      expect: ["b.yml:2 secret"],
    },
    {
      name: "a fixture with a person's address",
      base: {},
      head: { "test/fixtures/users.json": lines("[", `  { "email": "${personAddress}" }`, "]") },
      expect: ["test/fixtures/users.json:2 personal-data"],
    },
    {
      name: "an ignored file is forced in",
      base: { ".gitignore": lines("/reports/") },
      head: { ".gitignore": lines("/reports/"), "reports/today.txt": lines("12 passed") },
      expect: ["reports/today.txt:1 ignored-file-added"],
    },
    {
      name: "a new rule ignores a file that is tracked",
      base: { ".gitignore": lines("node_modules"), "config/local.json": lines("{}") },
      head: { ".gitignore": lines("node_modules", "config/*.json"), "config/local.json": lines("{}") },
      expect: [".gitignore:2 ignores-tracked-file"],
    },
    {
      name: "a backup and a process id",
      base: {},
      head: { ".claude/settings.json.bak": lines("{}"), "run/server.pid": lines("4711"), "worker.lock": lines("4712") },
      expect: [".claude/settings.json.bak:1 local-file", "run/server.pid:1 local-file", "worker.lock:1 local-file"],
    },
    {
      name: "an agent hook installs a package and another stays running",
      base: {},
      head: {
        ".claude/settings.json": lines(
          '{ "hooks": { "SessionStart": [{ "hooks": [',
          '  { "type": "command", "command": "uv pip install guard-tool" },',
          '  { "type": "command", "command": "guard-tool watch --daemon" }',
          "] }] } }",
        ),
      },
      expect: [".claude/settings.json:2 auto-run-hook", ".claude/settings.json:3 auto-run-hook"],
    },
    {
      name: "a package gains a script that runs on installation",
      base: { "package.json": lines("{", '  "name": "a"', "}") },
      head: {
        "package.json": lines(
          "{",
          '  "name": "a",',
          '  "scripts": { "postinstall": "node scripts/fetch-binary.js" }',
          "}",
        ),
      },
      expect: ["package.json:3 install-script"],
    },
    {
      name: "a runbook that turns a check off and drops a table, without a word of warning",
      base: { "docs/runbooks/restore.md": lines("# Restore") },
      head: {
        "docs/runbooks/restore.md": lines(
          "# Restore",
          "",
          "Fetch the dump and load it:",
          "",
          "```sh",
          "curl -k https://dumps.crosscheck.dev/latest.sql -o latest.sql",
          'psql -c "DROP TABLE orders;"',
          "psql -f latest.sql",
          "```",
        ),
      },
      expect: ["docs/runbooks/restore.md:6 weakened-security", "docs/runbooks/restore.md:7 unsafe-command"],
    },
  ],
  good: [
    {
      name: "placeholders, documented keys and values that are not random",
      base: {},
      head: {
        "README.md": lines(
          `export AWS_ACCESS_KEY_ID=${documentedKey}`,
          "TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        ),
        "src/config.ts": lines(
          `const key = "${["AKIA", "ABCDEFGHIJKLMNOP"].join("")}";`,
          `const url = "${["postgres://user", "secret@localhost:5432/app"].join(":")}";`,
          `const other = "${["https://name", "password1@example.com/"].join(":")}";`,
          'const gitlab = "glpat-this-is-not-a-real-token";',
        ),
      },
    },
    {
      name: "reserved addresses and numbers",
      base: {},
      head: {
        "test/fixtures/users.json": lines(
          '[{ "email": "jane@example.com", "phone": "+1 202 555 0123" },',
          '{ "email": "noreply@gmail.com", "id": "+12345678901" }]',
        ),
      },
    },
    {
      name: "a rule that takes the file back in",
      base: { ".gitignore": lines("*.log", "!keep.log") },
      head: { ".gitignore": lines("*.log", "!keep.log"), "logs/keep.log": lines("kept") },
    },
    {
      name: "a warning near the command, a sentence against it, and one's own machine",
      base: {},
      head: {
        "docs/runbooks/restore.md": lines(
          "Take a backup first: this cannot be undone.",
          "",
          "```sql",
          "DROP TABLE orders;",
          "```",
        ),
        "docs/tls.md": lines("Never pass `curl -k`.", "", "```sh", "curl -k https://localhost:8443/health", "```"),
      },
    },
    {
      name: "package managers' locks, git hooks and a container that installs its own project",
      base: { "package.json": lines('{ "name": "a" }') },
      head: {
        "Cargo.lock": lines("# generated", "version = 4"),
        "package.json": lines('{ "name": "a", "scripts": { "prepare": "husky", "postinstall": "patch-package" } }'),
        ".devcontainer/devcontainer.json": lines('{ "postCreateCommand": "npm install" }'),
        ".vscode/tasks.json": lines('{ "tasks": [{ "label": "setup", "command": "npm install" }] }'),
      },
    },
  ],
};
