// What a change brings in beside its code: secrets, people's data, one machine's files, commands that start unasked.
import { pathOf } from "../../change/diff.ts";
import { found } from "../build.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { examples } from "./non-code/examples.ts";
import { autoRunHooks } from "./non-code/hooks.ts";
import { ignoreContradictions } from "./non-code/ignored-files.ts";
import { localFiles } from "./non-code/local-files.ts";
import { personalData } from "./non-code/personal-data.ts";
import { leakedSecrets } from "./non-code/secrets.ts";

export const nonCode: Check = {
  id: "non-code",
  title: "Secrets, personal data, stray files and self-starting commands",
  passes: ["security"],
  explains:
    "Reviewers read code and skim the rest, and the rest is where a change does lasting harm: a key in a " +
    "doc or in a removed line stays " +
    "in the history, a fixture carries a real person's address, a backup slips in, a hook installs " +
    "something on every machine that opens " +
    "the repository. This check reads every added and removed line for secrets, leaving out placeholders " +
    "and values that do not look " +
    "random, and looks at new files, .gitignore rules, fixtures and shared hooks. It never repeats a " +
    "secret in its own words.",
  kinds: {
    secret: { severity: "high", category: "security", says: "an added line holds a live-looking secret" },
    "removed-secret": {
      severity: "high",
      category: "security",
      says: "a removed line holds a live-looking secret, which the history keeps",
    },
    "personal-data": {
      severity: "medium",
      category: "security",
      says: "test data holds a person's real address or telephone number",
    },
    "ignored-file-added": {
      severity: "medium",
      category: "correctness",
      says: "a file is added although .gitignore ignores it",
    },
    "ignores-tracked-file": {
      severity: "medium",
      category: "correctness",
      says: "a new .gitignore rule ignores files that the repository holds",
    },
    "local-file": { severity: "medium", category: "correctness", says: "a file of one person's machine is added" },
    "auto-run-hook": {
      severity: "high",
      category: "security",
      says: "shared configuration installs or starts something unasked",
    },
    "install-script": {
      severity: "high",
      category: "security",
      says: "a package.json gains a script that runs on installation",
    },
  },
  examples,

  when(change) {
    return change.files.length > 0 || { kind: "nothing-to-check", what: "no file changed" };
  },

  async run(change, { code }) {
    const all = [
      ...(await leakedSecrets(change.files)),
      ...personalData(change.files),
      ...(await ignoreContradictions(change.files, code)),
      ...localFiles(change.files),
      ...(await autoRunHooks(change.files, code)),
    ];
    const local = new Set(all.filter(({ kind }) => kind === "local-file").map(({ path }) => path));
    // A stray file that is also ignored is one mistake, and its kind says more than the rule does.
    const findings = all
      .filter(({ kind, path }) => kind !== "ignored-file-added" || !local.has(path))
      .map((one) => found(nonCode, one));
    const text = change.files.filter((file) => !file.binary);
    const names = new Set(text.map(pathOf));
    return checked(
      "security",
      findings,
      text,
      `read the added and removed lines of ${names.size} ${names.size === 1 ? "file" : "files"} for secrets`,
    );
  },
};
