// The reviewer of dependencies and build scripts.
import { inRoster } from "./in-roster.ts";
import type { Reviewer } from "./reviewer.ts";

export const supplyChainChecker: Reviewer = {
  id: "supply-chain-checker",
  title: "Dependencies that come in",
  passes: ["security"],
  sees: "code",
  answers: ["dependencies"],
  explains:
    "Reads changed manifests together with their lockfiles: what is new, who it comes from, what runs when it is " +
    "installed, whether the lockfile agrees, and which insecure default comes with it.",
  when: inRoster("supply-chain-checker", "changed manifests or lockfiles"),
};
