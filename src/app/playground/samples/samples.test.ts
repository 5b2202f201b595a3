// Each sample change has the flaw that its menu entry names, and its fix removes it.
import { reachesAuthor, type FindingOutcome } from "../../../findings/finding.ts";
import { describe, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/run-command.ts";
import { makeRepository, type CommitFixture } from "../../../world/git/make-repository.ts";
import { reviewCommand } from "../../cli/commands/review.ts";
import { changes, repositories } from "./index.ts";
import type { Edits, SampleChange } from "./sample.ts";
import { sightings } from "./sightings.ts";

const kinds: Readonly<Record<string, string>> = {
  workflow: "missing-job",
  rename: "name-in-docs",
  secret: "secret",
  breaking: "signature-without-marker",
  focused: "focused-test",
  swallowed: "empty-handler",
};

/** The kinds of what would be posted of these commits together, without a model. */
async function found(change: SampleChange, edits: readonly Edits[]): Promise<string[]> {
  const base = repositories.find(({ name }) => name === change.repository)!.files;
  const commits: CommitFixture[] = [{ message: "feat: start", files: base }];
  for (const files of edits) commits.push({ message: `${change.title}\n\n${change.body}`, files });
  const repository = await makeRepository(commits, process.env, new AbortController().signal);
  try {
    const env = { PATH: process.env["PATH"], HOME: repository.path, XDG_DATA_HOME: `${repository.path}/.data` };
    const options = { repo: repository.path, format: "json", models: false, run: false };
    const { out } = await runCommand(reviewCommand, options, { cwd: repository.path, env }, [
      `HEAD~${edits.length}..HEAD`,
    ]);
    const { findings } = JSON.parse(out) as { findings: { kind: string; outcome: FindingOutcome }[] };
    return findings.filter(reachesAuthor).map(({ kind }) => kind);
  } finally {
    repository.remove();
  }
}

describe("found by checks", () => {
  test.each(changes.filter(({ seenBy }) => seenBy !== "model"))("$id", async (change) => {
    const kind = kinds[change.id];
    const first = await found(change, [change.files]);
    expect(first).toEqual(kind === undefined ? [] : [kind]);
    if (change.fix === null) return;
    const { files, rewrites } = change.fix;
    expect(await found(change, rewrites ? [files] : [change.files, files])).toEqual([]);
  });
});

test("the lines that the scripted model knows are in a sample change and in none of the fixes", () => {
  const texts = (edits: Edits) => Object.values(edits).join("\n");
  for (const { line, finding, path } of sightings) {
    const isIn = (change: SampleChange) =>
      finding.side === "base"
        ? path in change.files && !texts(change.files).includes(line)
        : texts(change.files).includes(line);
    expect(changes.filter(isIn)).not.toEqual([]);
    if (finding.side !== "base" && finding.severity === "high")
      for (const { fix } of changes) expect(texts(fix?.files ?? {})).not.toContain(line);
  }
});
