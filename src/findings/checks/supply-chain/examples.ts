// Example changes for supply-chain, used in its docs and tests.
import type { Check } from "../../report.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const hash = (letter: string) => `sha512-${letter.repeat(86)}==`;

interface Entry {
  version: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: true;
}

/** A package.json and its npm lock file. */
function npm(dependencies: Record<string, string>, entries: Record<string, Entry>): Record<string, string> {
  const packages = Object.entries(entries).map(([name, entry]) => [`node_modules/${name}`, entry]);
  return {
    "package.json": json({ name: "app", dependencies }),
    "package-lock.json": json({
      name: "app",
      lockfileVersion: 3,
      packages: { "": { name: "app", dependencies }, ...Object.fromEntries(packages) },
    }),
  };
}

/** Joined from parts, so that no file names a registry host. */
const registry = ["registry", "npmjs", "org"].join(".");
const from = (name: string, version: string) => `https://${registry}/${name}/-/${name}-${version}.tgz`;
const chalk: Entry = { version: "5.3.0", resolved: from("chalk", "5.3.0"), integrity: hash("a") };
const withChalk = npm({ chalk: "^5.3.0" }, { chalk });

export const examples: Check["examples"] = {
  bad: [
    {
      name: "a new dependency with a slip in its name",
      base: { "requirements.txt": "flask==3.0.0\n" },
      head: { "requirements.txt": "flask==3.0.0\nreqeusts==2.31.0\n" },
      expect: ["requirements.txt:2 look-alike-name"],
    },
    {
      name: "such a package that also runs a script on install, below another one",
      base: withChalk,
      head: npm(
        { chalk: "^5.3.0" },
        {
          chalk,
          expresss: {
            version: "1.0.0",
            resolved: from("expresss", "1.0.0"),
            integrity: hash("b"),
            hasInstallScript: true,
          },
        },
      ),
      expect: ["package-lock.json:16 look-alike-with-script"],
    },
    {
      name: "a new package that runs a script on install",
      base: withChalk,
      head: npm(
        { chalk: "^5.3.0" },
        {
          chalk,
          "native-thing": {
            version: "1.0.0",
            resolved: from("native-thing", "1.0.0"),
            integrity: hash("b"),
            hasInstallScript: true,
          },
        },
      ),
      expect: ["package-lock.json:16 install-script"],
    },
    {
      name: "a checksum is taken out, and another is changed under the same version",
      base: npm(
        { chalk: "^5.3.0", ms: "^2.1.3" },
        { chalk, ms: { version: "2.1.3", resolved: from("ms", "2.1.3"), integrity: hash("c") } },
      ),
      head: npm(
        { chalk: "^5.3.0", ms: "^2.1.3" },
        {
          chalk: { version: "5.3.0", resolved: from("chalk", "5.3.0") },
          ms: { version: "2.1.3", resolved: from("ms", "2.1.3"), integrity: hash("d") },
        },
      ),
      expect: ["package-lock.json:12 integrity-removed", "package-lock.json:16 integrity-changed"],
    },
    {
      name: "a lock file entry points to another package, and one to another host",
      base: npm(
        { chalk: "^5.3.0", ms: "^2.1.3" },
        { chalk, ms: { version: "2.1.2", resolved: from("ms", "2.1.2"), integrity: hash("c") } },
      ),
      head: npm(
        { chalk: "^5.3.0", ms: "^2.1.3" },
        {
          chalk: { version: "5.4.0", resolved: from("chalk-next", "5.4.0"), integrity: hash("d") },
          ms: { version: "2.1.3", resolved: "https://packages.evil.dev/ms/-/ms-2.1.3.tgz", integrity: hash("e") },
        },
      ),
      expect: ["package-lock.json:12 misnamed-source", "package-lock.json:17 other-registry"],
    },
    {
      name: "certificates are no longer verified, and scripts run again",
      base: { ".npmrc": "ignore-scripts=true\n" },
      head: { ".npmrc": "strict-ssl=false\n" },
      expect: [".npmrc:1 insecure-transport", ".npmrc:1 weakened-install"],
    },
    {
      name: "a dependency from a branch, and one from a commit of a fork",
      base: { "requirements.txt": "flask==3.0.0\n" },
      head: {
        "requirements.txt": lines(
          "flask==3.0.0",
          "parser @ git+https://github.com/someone/parser@main",
          "lexer @ git+https://github.com/someone/lexer@0123456789abcdef0123456789abcdef01234567",
        ),
      },
      expect: ["requirements.txt:2 unpinned-git", "requirements.txt:3 non-registry-source"],
    },
    {
      name: "a pinned version becomes any version",
      base: { "package.json": json({ dependencies: { chalk: "5.3.0" } }) },
      head: { "package.json": json({ dependencies: { chalk: "*" } }) },
      expect: ["package.json:3 loosened-range"],
    },
    {
      name: "a dependency is added and the lock file is left as it was",
      base: withChalk,
      head: {
        ...withChalk,
        "package.json": json({ name: "app", dependencies: { chalk: "^5.3.0", slugger: "^2.0.0" } }),
      },
      expect: ["package.json:5 lock-disagrees"],
    },
    {
      name: "a base image that was pinned is now the newest",
      base: { Dockerfile: "FROM node:22.11-slim\nRUN true\n" },
      head: { Dockerfile: "FROM node:latest\nRUN true\n" },
      expect: ["Dockerfile:1 unpinned-image"],
    },
  ],
  good: [
    {
      name: "an update of a version, with its lock file",
      base: withChalk,
      head: npm(
        { chalk: "^5.4.0" },
        { chalk: { version: "5.4.0", resolved: from("chalk", "5.4.0"), integrity: hash("b") } },
      ),
    },
    {
      name: "references inside the repository",
      base: { "package.json": json({ name: "root" }) },
      head: {
        "package.json": json({
          name: "root",
          dependencies: { a: "workspace:*", b: "file:./b", c: "link:../c", d: "catalog:", e: "portal:./e" },
        }),
      },
    },
    {
      name: "well-known packages with install scripts, and a name that has always been there",
      base: npm({ expres: "^1.0.0" }, { expres: { version: "1.0.0" } }),
      head: npm(
        { expres: "^1.1.0", esbuild: "^0.25.0" },
        {
          expres: { version: "1.1.0" },
          esbuild: {
            version: "0.25.0",
            resolved: from("esbuild", "0.25.0"),
            integrity: hash("a"),
            hasInstallScript: true,
          },
        },
      ),
    },
    {
      name: "what tests and examples depend on",
      base: {},
      head: {
        "test/fixtures/package.json": json({ dependencies: { lodahs: "http://example.org/lodahs.tgz" } }),
        "examples/app/.npmrc": "strict-ssl=false\n",
      },
    },
  ],
};
