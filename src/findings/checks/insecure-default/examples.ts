// Example changes for insecure-default, used in its docs and tests.
import type { Check } from "../../report.ts";

const client = "import { Agent } from 'node:https';\n";

export const examples: Check["examples"] = {
  bad: [
    {
      name: "certificates are not verified any more",
      base: { "src/client.ts": client },
      head: { "src/client.ts": `${client}export const agent = new Agent({ rejectUnauthorized: false });\n` },
      expect: ["src/client.ts:2 protection-off"],
    },
    {
      name: "a secret that everybody can read is used where none is set",
      base: { "src/session.ts": "export {};\n" },
      head: { "src/session.ts": 'export const secret = process.env.SESSION_SECRET ?? "keyboard-cat";\n' },
      expect: ["src/session.ts:1 fallback-secret"],
    },
    {
      name: "a check that is off unless somebody turns it on",
      base: { "app/settings.py": "import os\n" },
      head: { "app/settings.py": 'import os\nAUTH = os.getenv("AUTH_ENABLED", "false") == "true"\n' },
      expect: ["app/settings.py:2 protection-off"],
    },
  ],
  good: [
    {
      name: "the same in a test and in a comment",
      base: {},
      head: {
        "test/client.test.ts": "const agent = new Agent({ rejectUnauthorized: false });\n",
        "src/client.ts": "// Never: new Agent({ rejectUnauthorized: false })\nexport {};\n",
      },
    },
    {
      name: "only on request",
      base: {},
      head: { "src/client.ts": "if (options.insecure) {\n  agentOptions.rejectUnauthorized = false;\n}\n" },
    },
    {
      name: "a line that moves",
      base: { "src/a.ts": "x({ rejectUnauthorized: false });\n", "src/b.ts": "y();\n" },
      head: { "src/a.ts": "z();\n", "src/b.ts": "y();\nx({ rejectUnauthorized: false });\n" },
    },
  ],
};
