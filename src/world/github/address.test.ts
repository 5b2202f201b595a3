import { expect, test } from "vitest";
import { cases } from "../../../test/support/cases.ts";
import { apiOf } from "./address.ts";

cases("the API of %s", restAndGraphql, [
  ["github.com", "https://api.github.com https://api.github.com/graphql"],
  ["GitHub.com", "https://api.github.com https://api.github.com/graphql"],
  ["www.github.com", "https://api.github.com https://api.github.com/graphql"],
  ["git.example.com", "https://git.example.com/api/v3 https://git.example.com/api/graphql"],
  ["git.example.com:8443", "https://git.example.com:8443/api/v3 https://git.example.com:8443/api/graphql"],
  ["octo.ghe.com", "https://api.octo.ghe.com https://api.octo.ghe.com/graphql"],
  ["127.0.0.1:4000", "http://127.0.0.1:4000/api/v3 http://127.0.0.1:4000/api/graphql"],
  ["localhost:4000", "http://localhost:4000/api/v3 http://localhost:4000/api/graphql"],
]);

function restAndGraphql(host: string): string {
  const { rest, graphql } = apiOf(host);
  return `${rest} ${graphql}`;
}

test.each([
  "",
  "evil.example/api",
  "user@evil.example",
  "github.com@evil.example",
  "a b",
  "https://github.com",
  "[::1]:80",
  "-x.example",
])("%j is not a valid host", (host) => {
  expect(() => apiOf(host)).toThrow(/is not the name of a host/);
});

test("the environment can set another address, for a simulated GitHub or a proxy", () => {
  const env = { CROSSCHECK_GITHUB_API: "http://127.0.0.1:99/" };
  expect(apiOf("github.com", env)).toEqual({
    host: "github.com",
    rest: "http://127.0.0.1:99",
    graphql: "http://127.0.0.1:99/graphql",
  });
});

test.each(["http://example.com", "ftp://127.0.0.1", "https://u:p@example.com", "https://example.com?a=1", "nonsense"])(
  "%s is rejected as an API address, because it would get a token",
  (address) => {
    expect(() => apiOf("github.com", { CROSSCHECK_GITHUB_API: address })).toThrow(/CROSSCHECK_GITHUB_API/);
  },
);
