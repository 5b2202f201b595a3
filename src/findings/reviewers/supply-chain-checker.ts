// The reviewer of dependencies and build scripts.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const supplyChainChecker: Reviewer = {
  id: "supply-chain-checker",
  title: "New and changed dependencies",
  passes: ["security"],
  sees: "code",
  answers: ["dependencies"],
  explains:
    "Reads changed manifests together with their lockfiles: what is new, who publishes it, what runs when it is " +
    "installed, whether the lockfile agrees, and which insecure defaults it brings.",
  when: inRoster("supply-chain-checker", "changed manifests or lockfiles"),
};
