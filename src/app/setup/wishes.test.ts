import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newAppAddress, webOf } from "./manifest.ts";
import { parsePublicAddress, parseSetupForm } from "./setup-form.ts";

const good = { name: "Acme Reviews", owner: "me", publicUrl: "https://crosscheck.example.com/", contents: "write" };
const read = (more: Record<string, string> = {}, host = "github.com") =>
  parseSetupForm(new URLSearchParams({ ...good, ...more }), host);

test("reads the chosen options; a trailing slash is ignored", () => {
  expect(read().wishes).toEqual({
    name: "Acme Reviews",
    organization: null,
    publicUrl: "https://crosscheck.example.com",
    resolves: true,
  });
  const other = read({ owner: "organization", organization: " @acme ", contents: "read" }).wishes;
  expect(other).toMatchObject({ organization: "acme", resolves: false });
});

test.each<[Record<string, string>, string]>([
  [{ name: "  " }, "name-missing"],
  [{ name: "x".repeat(35) }, "name-long"],
  [{ name: "a/b" }, "name-unsound"],
  [{ name: "-" }, "name-unsound"],
  [{ name: "a\u202eb" }, "name-unsound"],
  [{ owner: "organization" }, "organization-missing"],
  [{ owner: "organization", organization: "a/../b" }, "organization-unsound"],
  [{ publicUrl: "" }, "address-unsound"],
  [{ publicUrl: "javascript:alert(1)" }, "address-unsound"],
  [{ publicUrl: "https://ada:secret@example.com" }, "address-unsound"],
  [{ publicUrl: "https://example.com/?a=b" }, "address-unsound"],
  [{ publicUrl: "http://example.com" }, "address-plain"],
  [{ publicUrl: "https://localhost:8177" }, "address-loopback"],
  [{ publicUrl: "http://127.0.0.1:8177" }, "address-loopback"],
])("%j is %s", (more, fault) => {
  expect(read(more)).toMatchObject({ faults: [fault], wishes: null });
});

describe("a GitHub Enterprise host", () => {
  test.each(["http://10.0.0.7:8177", "http://127.0.0.1:8177", "https://git.example.com/bot"])(
    "may reach %s",
    (address) => expect(parsePublicAddress(address, "git.example.com")).toEqual({ url: address }),
  );
});

test("for any input, the manifest is posted to GitHub's address", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\w./@#?% -]{1,12}$/)), (organization) => {
      const { wishes } = read({ owner: "organization", organization });
      if (wishes === null) return;
      const address = new URL(newAppAddress(webOf("github.com"), wishes.organization, "state"));
      expect([address.origin, address.searchParams.get("state")]).toEqual(["https://github.com", "state"]);
      expect(address.pathname).toMatch(/^\/organizations\/[\w-]+\/settings\/apps\/new$/);
    }),
  );
});
