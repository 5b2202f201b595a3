// Commits as the visitor: prepared and own pull requests, fixes, edited files.
import { UserError } from "../../../errors.ts";
import { playgroundErrors as words } from "../../../review/words/playground-texts.ts";
import type { Standin } from "../../../standin/github/standin.ts";
import type { Pull, SimulatedRepository } from "../../../standin/github/state.ts";
import type { Edits, SampleChange } from "../samples/sample.ts";
import { held, maxLengths, maxPlaygroundPulls } from "./input-limits.ts";
import type { PlaygroundReads } from "./read-files.ts";

export interface Pushing {
  /** The prepared change that a pull request was opened from; null: the visitor's own. */
  changeOf(pull: Pull): SampleChange | null;
  open(change: SampleChange): Promise<Pull>;
  /** Opens a pull request with an edited file of the main branch. */
  openOwn(repository: SimulatedRepository, own: OwnChange): Promise<Pull>;
  pushFix(pull: Pull): Promise<void>;
  /** Whether the prepared fix was pushed. */
  isFixed(pull: Pull): boolean;
  pushFile(pull: Pull, path: string, text: string): Promise<void>;
}

interface OwnChange {
  path: string;
  text: string;
  title: string;
}

export interface PushNeeds extends PlaygroundReads {
  github: Standin;
  visitor: string;
  /** The repository with this name in the samples. */
  repository(name: string): SimulatedRepository;
  of(pull: Pull): SimulatedRepository;
}

/** The account that reports workflow results. */
export const runner = "acme-ci[bot]";

export function pushing(needs: PushNeeds): Pushing {
  const { github, visitor, of } = needs;
  const author = { name: visitor, email: "ada@example.com" };
  const origins = new Map<number, SampleChange>();
  const fixed = new Set<number>();
  let branches = 0;

  const openWith = async (
    repository: SimulatedRepository,
    name: string,
    change: { title: string; body: string; files: Edits },
  ) => {
    if (github.state.pulls.length >= maxPlaygroundPulls) throw new UserError(words.tooManyPulls, words.startAgain);
    const { title, body, files } = change;
    const head = `${name}-${++branches}`;
    await github.push(repository, head, [{ message: title, files, author }], { from: "main", by: visitor });
    return await github.openPull(repository, visitor, { title, body, head });
  };
  // Workflows do not run here: they pass if they can be parsed.
  const runWorkflows = (pull: Pull): void => {
    if (origins.get(pull.id)?.breaksCi && !fixed.has(pull.id)) return;
    github.status(of(pull), runner, { sha: pull.head.oid, context: "ci / test", state: "success" });
  };

  return {
    changeOf: (pull) => origins.get(pull.id) ?? null,
    isFixed: (pull) => fixed.has(pull.id),
    async open(change) {
      const pull = await openWith(needs.repository(change.repository), change.id, change);
      origins.set(pull.id, change);
      runWorkflows(pull);
      return pull;
    },
    async openOwn(repository, { path, text, title: given }) {
      held(given, maxLengths.title);
      const title = given.trim();
      if (title === "") throw new UserError(words.noTitle, words.giveTitle);
      await changed(needs, { repository, at: "main", path, text });
      const pull = await openWith(repository, "own", { title, body: "", files: { [path]: text } });
      runWorkflows(pull);
      return pull;
    },
    async pushFix(pull) {
      const fix = origins.get(pull.id)?.fix;
      if (!fix) throw new UserError(words.noFix, words.editInstead);
      if (fixed.has(pull.id)) return;
      fixed.add(pull.id);
      const commits = [{ message: fix.title, files: fix.files, author }];
      if (fix.rewrites) await github.forcePush(of(pull), pull.head.ref, "main", commits, visitor);
      else await github.push(of(pull), pull.head.ref, commits, { by: visitor });
      runWorkflows(pull);
    },
    async pushFile(pull, path, text) {
      await changed(needs, { repository: of(pull), at: pull.head.oid, path, text });
      const commits = [{ message: words.edited(path), files: { [path]: text }, author }];
      await github.push(of(pull), pull.head.ref, commits, { by: visitor });
      runWorkflows(pull);
    },
  };
}

/** Fails unless the file exists and its text differs. */
async function changed(
  { file }: PlaygroundReads,
  { repository, at, path, text }: { repository: SimulatedRepository; at: string; path: string; text: string },
): Promise<void> {
  held(text, maxLengths.text);
  const before = await file(repository, at, path);
  if (before === null) throw new UserError(words.noFile, words.chooseFile);
  if (before === text) throw new UserError(words.nothingChanged, words.changeIt);
}
