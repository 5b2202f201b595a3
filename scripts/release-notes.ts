// Prints what CHANGELOG.md says of a version: `node scripts/release-notes.ts v1.2.0`. Fails where it says nothing.
import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const tag = process.argv[2] ?? "";
const { version } = JSON.parse(read("package.json")) as { version: string };
if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, but the version in package.json is ${version}`);
const section = read("CHANGELOG.md")
  .split(/^## /m)
  .find((part) => part.split("\n", 1)[0]?.trim() === version);
const notes = section?.slice(section.indexOf("\n")).trim() ?? "";
if (notes === "") throw new Error(`CHANGELOG.md has no section "## ${version}" with changes`);
console.log(notes);
