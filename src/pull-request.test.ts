import { expect, test } from "vitest";
import {
  isSamePullRequest,
  parsePullRequestKey,
  parseRepositoryKey,
  pullRequestKey,
  pullRequestShortName,
  repositoryKey,
} from "./pull-request.ts";

const pull = { host: "github.com", owner: "acme", repo: "shop", number: 12 };

test("keys are parsed back unchanged", () => {
  expect(pullRequestKey(pull)).toBe("github.com/acme/shop#12");
  expect(repositoryKey(pull)).toBe("github.com/acme/shop");
  expect(pullRequestShortName(pull)).toBe("acme/shop#12");
  expect(parsePullRequestKey(pullRequestKey(pull))).toEqual(pull);
  expect(parseRepositoryKey("127.0.0.1:8080/acme/shop")).toEqual({
    host: "127.0.0.1:8080",
    owner: "acme",
    repo: "shop",
  });
});

test.each(["", "acme/shop#12", "github.com/acme/shop", "github.com/acme/shop#0", "a/b/c/d#1", "github.com/../shop#1"])(
  "%j is no pull request's key",
  (key) => expect(parsePullRequestKey(key)).toBeNull(),
);

test("names are case-insensitive, as on GitHub", () => {
  expect(isSamePullRequest(pull, { ...pull, owner: "Acme" })).toBe(true);
  expect(isSamePullRequest(pull, { ...pull, number: 13 })).toBe(false);
});
