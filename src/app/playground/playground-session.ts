// Implements the actions of a visitor of the playground: open pull requests, push, comment, close.
import { UserError } from "../../errors.ts";
import { playgroundErrors as words } from "../../review/words/playground-texts.ts";
import type { Standin } from "../../standin/github/standin.ts";
import type { Pull, SimulatedRepository, SimulatedThread } from "../../standin/github/state.ts";
import { held, maxLengths } from "./session/input-limits.ts";
import { pushing, runner, type Pushing } from "./session/push-commits.ts";
import { reading, type PlaygroundReads } from "./session/read-files.ts";
import { changes, repositories } from "./samples/index.ts";
import type { SampleChange } from "./samples/sample.ts";

interface GroundRepository {
  repository: SimulatedRepository;
  about: string;
  /** Reviews wait for a person's confirmation. */
  confirms: boolean;
}

export interface PlaygroundSession extends Pushing, PlaygroundReads {
  github: Standin;
  owner: string;
  /** The visitor's login: a maintainer. */
  visitor: string;
  repositories: readonly GroundRepository[];
  changes: readonly SampleChange[];
  repository(name: string): SimulatedRepository | null;
  of(pull: Pull): GroundRepository;
  pull(repository: string, number: string): Pull | null;
  comment(pull: Pull, text: string): void;
  reply(thread: SimulatedThread, text: string): void;
  setOpen(pull: Pull, open: boolean): void;
  merge(pull: Pull): Promise<void>;
}

const owner = "acme";
const visitor = "ada";

export async function openPlaygroundSession(github: Standin): Promise<PlaygroundSession> {
  github.user(visitor, { name: "Ada", email: "ada@example.com" });
  github.user(runner);
  github.organization(owner, [{ login: visitor, role: "admin" }]);
  const made = await Promise.all(
    repositories.map(async ({ name, about, files, confirms }) => ({
      about,
      confirms,
      repository: await github.repository(owner, name, [{ message: `feat: ${name}`, files }]),
    })),
  );
  const repository = (name: string) => made.find((one) => one.repository.name === name)?.repository ?? null;
  const of = (pull: Pull) => made.find((one) => one.repository.id === pull.repository)!;
  const read = reading(github);
  return {
    github,
    owner,
    visitor,
    repositories: made,
    changes,
    repository,
    of,
    ...read,
    ...pushing({
      github,
      visitor,
      repository: (name) => repository(name)!,
      of: (pull) => of(pull).repository,
      ...read,
    }),
    pull(name, number) {
      const id = repository(name)?.id;
      return github.state.pulls.find((one) => one.repository === id && String(one.number) === number) ?? null;
    },
    comment: (pull, text) => void github.comment(pull, visitor, checkedComment(text)),
    reply: (thread, text) => void github.reply(thread, visitor, checkedComment(text)),
    merge: async (pull) => void (await github.mergePull(pull, visitor)),
    setOpen: (pull, open) => (open ? github.reopenPull(pull, visitor) : github.closePull(pull, visitor)),
  };
}

function checkedComment(text: string): string {
  held(text, maxLengths.comment);
  if (text.trim() === "") throw new UserError(words.nothingSaid, words.saySomething);
  return text;
}
