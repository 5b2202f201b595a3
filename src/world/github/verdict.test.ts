// Tests the meaning of GitHub's answers.
import { expect, test } from "vitest";
import { graphqlVerdict, restVerdict, type VerdictReply } from "./verdict.ts";

const now = 1_700_000_000_000;
const answer = (status: number, data: unknown = {}, headers: Record<string, string> = {}): VerdictReply => ({
  is: "answer",
  status,
  headers,
  data,
});
const message = (text: string) => ({ message: text });

test.each<[string, VerdictReply, object]>([
  ["a good one", answer(200, { id: 1 }), { is: "good", data: { id: 1 } }],
  ["an empty response", answer(204, ""), { is: "good", data: null }],
  ["a list", answer(200, []), { is: "good" }],
  ["text instead of JSON", answer(200, "half of a"), { is: "lost" }],
  ["moved", answer(307, message("Temporary Redirect")), { is: "no", status: 307 }],
  ["not signed in", answer(401, message("Bad credentials")), { is: "no", status: 401 }],
  ["not allowed", answer(403, message("Resource not accessible by integration")), { is: "no", status: 403 }],
  ["not there", answer(404), { is: "no", status: 404 }],
  ["a secondary limit", answer(403, message("no"), { "retry-after": "7" }), { is: "wait", retryAfter: 7_000 }],
  [
    "a secondary limit without a time",
    answer(403, message("You have exceeded a secondary rate limit.")),
    { is: "wait", retryAfter: 60_000 },
  ],
  ["too many", answer(429, {}, { "retry-after": "0" }), { is: "wait", retryAfter: 0 }],
  [
    "the hourly limit",
    answer(403, message("API rate limit exceeded"), {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(now / 1000 + 90),
    }),
    { is: "wait", retryAfter: 90_000 },
  ],
  ["the last request within the limit", answer(200, {}, { "x-ratelimit-remaining": "0" }), { is: "good" }],
  ["a fault", answer(500), { is: "lost" }],
  ["an error of a proxy", answer(502, "<html>"), { is: "lost" }],
  ["nothing", { is: "none", why: "reset" }, { is: "lost", why: "reset" }],
])("REST: %s", (_, given, meant) => {
  expect(restVerdict(given, now)).toMatchObject(meant);
});

test("a rejected review is reported with its details", () => {
  const data = {
    message: "Unprocessable Entity",
    errors: ["Path could not be resolved", { field: "body", code: "missing" }],
  };
  expect(restVerdict(answer(422, data), now)).toEqual({
    is: "no",
    status: 422,
    why: "it answered 422: Unprocessable Entity; Path could not be resolved; body missing",
  });
});

const errors = (...list: object[]) => answer(200, { data: { x: null }, errors: list });
test.each<[string, VerdictReply, object]>([
  ["data", answer(200, { data: { x: 1 } }), { is: "good", data: { x: 1 } }],
  ["not found", errors({ type: "NOT_FOUND", message: "Could not resolve", path: ["x"] }), { is: "no", status: 404 }],
  ["forbidden", errors({ type: "FORBIDDEN", message: "SAML", path: ["x"] }), { is: "no", status: 403, why: "SAML" }],
  ["unprocessable", errors({ type: "UNPROCESSABLE", message: "no", path: ["x"] }), { is: "no", status: 422 }],
  ["an unknown field", errors({ message: "no", extensions: { code: "undefinedField" } }), { is: "no" }],
  ["something went wrong", errors({ message: "Something went wrong while executing your query" }), { is: "lost" }],
  ["a rejection and an error", errors({ type: "NOT_FOUND" }, { message: "Something went wrong" }), { is: "lost" }],
  ["an unknown type", errors({ type: "SERVICE_UNAVAILABLE" }), { is: "lost" }],
  ["too much", errors({ type: "RATE_LIMITED", message: "limit" }), { is: "wait", retryAfter: 60_000 }],
  ["no data", answer(200, {}), { is: "lost" }],
  ["an optional part", errors({ type: "FORBIDDEN", path: ["may", 0] }), { is: "good" }],
])("GraphQL: %s", (_, given, meant) => {
  expect(graphqlVerdict(given, now, (path) => path[0] === "may")).toMatchObject(meant);
});
