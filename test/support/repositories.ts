// Makes git repositories that are removed after the test that asked for them.
import { makeRepository, type CommitFixture, type MadeRepository } from "../../src/world/git/make-repository.ts";
import { cleanupsOfEachTest } from "./cleanups.ts";

export function repositoriesOfEachTest() {
  const cleanup = cleanupsOfEachTest();
  const stop = new AbortController().signal;
  const repository = async (...commits: CommitFixture[]): Promise<MadeRepository> => {
    const made = await makeRepository(commits, process.env, stop);
    cleanup.push(made.remove);
    return made;
  };
  return { cleanup, repository, stop };
}
