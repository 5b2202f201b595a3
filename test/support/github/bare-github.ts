// A hub without a server, for tests of one part alone.
import { gitEnvironment, type Hub } from "../../../src/standin/github/hub.ts";
import { newLedger } from "../../../src/standin/github/ledger.ts";
import { emptyGitHubState } from "../../../src/standin/github/state.ts";

export function bareHub(folder: string, path: string | undefined, now = () => Date.now()): Hub {
  return {
    url: "http://127.0.0.1:0",
    folder,
    state: emptyGitHubState(),
    clock: { now },
    ledger: newLedger(),
    env: gitEnvironment(path),
    listeners: [],
    cache: new Map(),
    stop: new AbortController().signal,
  };
}
