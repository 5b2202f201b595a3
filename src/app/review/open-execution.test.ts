import { describe, expect, test } from "vitest";
import type { Change } from "../../change/change.ts";
import type { EvalSettings } from "../../change/config.ts";
import { evalsOf } from "./open-execution.ts";

const settings = (repository: string): EvalSettings => ({
  repository,
  run: "npm run evals",
  report: "junit.xml",
  paths: ["**"],
  env: [],
  hosts: [],
});
const local: Change["from"] = { kind: "local", shown: "main..head", why: null };
const pull: Change["from"] = {
  kind: "pull",
  pull: { host: "github.com", owner: "Ada", repo: "shop", number: 1 },
  url: "",
  viewer: null,
  fork: false,
};
const git = {
  shown: "/home/ada/shop",
  remotes: async () => [
    { name: "origin", url: "git@github.com:ada/shop.git" },
    { name: "backup", url: "/mnt/backup/shop" },
  ],
};

describe("evals are for a repository", () => {
  test.each<[string, Change["from"], string | null, string, boolean]>([
    ["by its folder", local, null, "/home/ada/shop", true],
    ["by a folder around it", local, null, "/home/ada/", true],
    ["not by a folder that only begins alike", local, null, "/home/ad", false],
    ["by a remote, as it is written", local, null, "/mnt/backup/shop", true],
    ["by a remote, written in another way", local, null, "https://github.com/ada/shop", true],
    ["not by another repository", local, null, "https://github.com/eve/shop", false],
    ["of a pull request, by its address", pull, null, "https://github.com/ada/shop.git", true],
    ["of a pull request, by the clone's folder", pull, "/home/ada/shop", "/home/ada/shop", true],
    ["of a pull request, not by the folder it is read in", pull, null, "/home/ada/shop", false],
    ["of a pull request, not by a remote of that", pull, null, "/mnt/backup/shop", false],
  ])("%s", async (_, from, clone, repository, is) => {
    expect(await evalsOf({ from }, [settings(repository)], git, clone)).toHaveLength(is ? 1 : 0);
  });
});
