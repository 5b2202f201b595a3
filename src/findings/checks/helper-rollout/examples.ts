// Example changes for helper-rollout, used in its docs and tests.
import type { Check } from "../../report.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;

const pythonBase = {
  "api/tags.py": lines("import sentry_sdk"),
  "api/users.py": lines(
    "import sentry_sdk",
    "",
    "def get(user):",
    '    sentry_sdk.set_tag("user", user.id)',
    '    sentry_sdk.set_tag("plan", user.plan)',
  ),
  "api/teams.py": lines("import sentry_sdk", "", "def get(team):", '    sentry_sdk.set_tag("team", team.id)'),
  "middleware/trace.py": lines(
    "import sentry_sdk",
    "",
    "def trace(request):",
    '    sentry_sdk.set_tag("path", request.path)',
  ),
};
const pythonHead = {
  ...pythonBase,
  "api/tags.py": lines(
    "import sentry_sdk",
    "",
    "",
    "def set_tag_safely(name, value):",
    "    try:",
    "        sentry_sdk.set_tag(name, value)",
    "    except Exception:",
    "        pass",
  ),
  "api/users.py": lines(
    "from api.tags import set_tag_safely",
    "",
    "def get(user):",
    '    set_tag_safely("user", user.id)',
    '    set_tag_safely("plan", user.plan)',
  ),
  "api/teams.py": lines(
    "from api.tags import set_tag_safely",
    "",
    "def get(team):",
    '    set_tag_safely("team", team.id)',
  ),
};

const uses = (...calls: string[]) => lines(...calls.map((call) => `export const x = ${call};`));

export const examples: Check["examples"] = {
  bad: [
    {
      name: "three calls go through the new helper, and one in the middleware does not",
      base: pythonBase,
      head: pythonHead,
      expect: ["api/tags.py:4 missed-call"],
    },
    {
      name: "an arrow function with a default takes the place of fetch",
      base: {
        "src/http.ts": "export {};\n",
        "src/a.ts": uses('fetch("/a")', 'fetch("/b")'),
        "src/b.ts": uses('fetch("/c")'),
        "src/c.ts": uses('fetch("/d")'),
      },
      head: {
        "src/http.ts": lines(
          "export const request = async (url: string) => {",
          '  return await fetch(url, { credentials: "include" });',
          "};",
        ),
        "src/a.ts": uses('request("/a")', 'request("/b")'),
        "src/b.ts": uses('request("/c")'),
        "src/c.ts": uses('fetch("/d")'),
      },
      expect: ["src/http.ts:1 missed-call"],
    },
    {
      name: "most calls are left, as in the first of several changes",
      base: {
        "src/http.ts": "export {};\n",
        "src/a.ts": uses('fetch("/a")', 'fetch("/b")', 'fetch("/c")'),
        "src/c.ts": uses('fetch("/1")', 'fetch("/2")', 'fetch("/3")', 'fetch("/4")'),
      },
      head: {
        "src/http.ts": lines("export function request(url: string) {", "  return fetch(url);", "}"),
        "src/a.ts": uses('request("/a")', 'request("/b")', 'request("/c")'),
        "src/c.ts": uses('fetch("/1")', 'fetch("/2")', 'fetch("/3")', 'fetch("/4")'),
      },
      expect: ["src/http.ts:1 missed-call"],
    },
    {
      name: "a Go wrapper",
      base: {
        "log/log.go": lines("package log"),
        "a/a.go": lines("package a", "func A() {", '\tslog.Info("a")', '\tslog.Info("b")', '\tslog.Info("c")', "}"),
        "b/b.go": lines("package b", "func B() {", '\tslog.Info("d")', "}"),
      },
      head: {
        "log/log.go": lines("package log", "", "func Info(message string) {", "\tslog.Info(message)", "}"),
        "a/a.go": lines("package a", "func A() {", '\tlog.Info("a")', '\tlog.Info("b")', '\tlog.Info("c")', "}"),
        "b/b.go": lines("package b", "func B() {", '\tslog.Info("d")', "}"),
      },
      expect: ["log/log.go:3 missed-call"],
    },
  ],
  good: [
    {
      name: "no direct call is left",
      base: { ...pythonBase, "middleware/trace.py": "pass\n" },
      head: { ...pythonHead, "middleware/trace.py": "pass\n" },
    },
    {
      name: "what is left stands in comments, strings, docs and tests",
      base: {
        ...pythonBase,
        "middleware/trace.py": lines("# sentry_sdk.set_tag(name)", 'a = "sentry_sdk.set_tag(name)"'),
        "README.md": "Call sentry_sdk.set_tag(name, value).\n",
        "tests/test_tags.py": lines("sentry_sdk.set_tag(1, 2)"),
      },
      head: {
        ...pythonHead,
        "middleware/trace.py": lines("# sentry_sdk.set_tag(name)", 'a = "sentry_sdk.set_tag(name)"'),
        "README.md": "Call sentry_sdk.set_tag(name, value).\n",
        "tests/test_tags.py": lines("sentry_sdk.set_tag(1, 2)"),
      },
    },
    {
      name: "far more calls stay than were replaced: the helper is for some of them",
      base: {
        "src/http.ts": "export {};\n",
        "src/a.ts": uses('fetch("/a")', 'fetch("/b")', 'fetch("/c")'),
        "src/c.ts": uses(...Array.from({ length: 21 }, (_, index) => `fetch("/${index}")`)),
      },
      head: {
        "src/http.ts": lines("export function request(url: string) {", "  return fetch(url);", "}"),
        "src/a.ts": uses('request("/a")', 'request("/b")', 'request("/c")'),
        "src/c.ts": uses(...Array.from({ length: 21 }, (_, index) => `fetch("/${index}")`)),
      },
    },
    {
      name: "the helper does something of its own with what it is given",
      base: {
        "src/files.ts": "export {};\n",
        "src/a.ts": uses('read(join(root, "a"))', 'read(join(root, "b"))', 'read(join(root, "c"))'),
        "src/b.ts": uses('read("d")'),
      },
      head: {
        "src/files.ts": lines("export function readPart(name: string) {", "  return read(join(root, name));", "}"),
        "src/a.ts": uses('readPart("a")', 'readPart("b")', 'readPart("c")'),
        "src/b.ts": uses('read("d")'),
      },
    },
    {
      name: "only the helper's own file uses it",
      base: {
        "src/a.ts": uses('fetch("/a")', 'fetch("/b")', 'fetch("/c")'),
        "src/b.ts": uses('fetch("/d")'),
      },
      head: {
        "src/a.ts": lines(
          "function request(url: string) {",
          "  return fetch(url);",
          "}",
          uses('request("/a")', 'request("/b")', 'request("/c")'),
        ),
        "src/b.ts": uses('fetch("/d")'),
      },
    },
  ],
};
